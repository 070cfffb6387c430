import type { PartnerMailKind } from "../../../contract/mails.ts";

/** The mails to partners: when each is sent, and the slots of its texts besides `{program}` and `{name}`. */
export const mailKinds: Readonly<Record<PartnerMailKind, readonly [label: string, slots: readonly string[]]>> = {
  invited: ["Invited", ["link", "valid"]],
  confirmAddress: ["Confirm the address", ["link", "valid"]],
  applicationReceived: ["Application received", []],
  approved: ["Approved", ["link"]],
  rejected: ["Rejected", ["reason", "note", "reapplyAfter", "link"]],
  signIn: ["Sign-in link", ["link", "valid"]],
  firstSale: ["First sale", ["amount", "link"]],
  payoutSent: ["Payout sent", ["amount", "link"]],
  payoutFailed: ["Payout failed", ["amount", "reason", "link"]],
  monthlySummary: ["Monthly summary", ["month", "clicks", "leads", "sales", "amount", "link"]],
};
