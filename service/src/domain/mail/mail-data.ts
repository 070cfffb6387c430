import type { MailKind } from "referrals-embed/contract";

/** What each kind of mail is filled with. Amounts are in minor units of the currency beside them, times ISO 8601 in UTC. */
export interface MailData {
  /** Proves the address of somebody who applied on the join page. */
  confirmAddress: { url: string; expiresAt: string };
  applicationReceived: Record<string, never>;
  invited: { url: string; expiresAt: string };
  approved: { url: string };
  /** `note` is the reviewer's, `reapplyAfter` when the form may be sent again; null: never. */
  rejected: { reason: string | null; note: string | null; reapplyAfter: string | null; url: string };
  signIn: { url: string; expiresAt: string };
  firstSale: { earnings: number; currency: string; url: string };
  payoutSent: { amount: number; currency: string; url: string };
  payoutFailed: { amount: number; currency: string; reason: string | null; url: string };
  /** `month` as `2026-10`. */
  monthlySummary: {
    month: string;
    clicks: number;
    leads: number;
    sales: number;
    earnings: number;
    currency: string;
    url: string;
  };
  consoleSignIn: { url: string; expiresAt: string };
  newApplication: { partnerName: string; url: string | null };
  ownerDigest: {
    applications: number;
    payoutsDue: number;
    failingWebhooks: number;
    failingIntegrations: number;
    url: string | null;
  };
}

/** Whom a mail goes to: a partner by their id, or an address that is not one's yet. `locale` is used where the partner has chosen none. */
export type MailRecipient = { partnerId: string; locale?: string | null } | { email: string; locale: string | null };

/** A mail to send. */
export interface NewMail<K extends MailKind = MailKind> {
  kind: K;
  /** Its cause, such as `payoutSent:po_1`: of one cause one mail alone is sent. */
  key: string;
  to: MailRecipient;
  data: MailData[K];
}
