import { bannedReasons, rejectionReasons } from "../../../contract/partner.ts";
import type { BannedReason, EnrollmentStatus, Partner, RejectionReason } from "../../../contract/records.ts";
import type { Question } from "../../parts/Ask.tsx";
import { plain } from "../../parts/words.ts";
import { call, write } from "../../call.ts";
import { expectUnchanged } from "../../unchanged.ts";

type Answers = Readonly<Record<string, string>>;

/** What can be done with a partner in a status. */
export interface PartnerAct {
  name: string;
  label: string;
  /** Statuses in which it can be done. */
  from: readonly EnrollmentStatus[];
  /** What will happen, for the summary. */
  does: string;
  questions?: readonly Question[];
  danger?: boolean;
  run: (partnerId: string, answers: Answers) => Promise<unknown>;
}

const options = (values: readonly string[]) => values.map((value) => ({ value, label: plain(value) }));
const note = (given: string | undefined) => (given?.trim() ? { rejectionNote: given.trim() } : {});

export const partnerActs: readonly PartnerAct[] = [
  {
    name: "approve",
    label: "Approve",
    from: ["pending", "rejected"],
    does: "They can sign in, share their link and earn.",
    run: (partnerId) => write("partnerApplications.approve", { body: { partnerId } }),
  },
  {
    name: "reject",
    label: "Reject",
    from: ["pending"],
    does: "They are told so, with the reason and the note.",
    questions: [
      { name: "reason", label: "Reason", kind: options(rejectionReasons), value: "notTheRightFit" },
      { name: "note", label: "Note to them", kind: "note" },
    ],
    run: (partnerId, answers) =>
      write("partnerApplications.reject", {
        body: { partnerId, rejectionReason: answers["reason"] as RejectionReason, ...note(answers["note"]) },
      }),
  },
  {
    name: "deactivate",
    label: "Deactivate",
    from: ["approved"],
    does: "Their links go off; what they earned is still paid.",
    run: (partnerId) => write("partners.deactivate", { body: { partnerId } }),
  },
  {
    name: "reactivate",
    label: "Reactivate",
    from: ["deactivated"],
    does: "Their links work and earn again.",
    run: (partnerId) => write("partners.reactivate", { body: { partnerId } }),
  },
  {
    name: "ban",
    label: "Ban",
    from: ["pending", "approved", "invited", "deactivated", "archived", "rejected", "declined"],
    does: "Their links go off, and what is not paid yet is held back. Payouts that are confirmed stay: mark them as not paid under Money, Payouts, unless they are to be paid.",
    danger: true,
    questions: [{ name: "reason", label: "Reason", kind: options(bannedReasons), value: "fraud" }],
    run: (partnerId, answers) =>
      write("partners.ban", { body: { partnerId, reason: answers["reason"] as BannedReason } }),
  },
  {
    name: "unban",
    label: "Lift the ban",
    from: ["banned"],
    does: "They are what they were before the ban.",
    run: (partnerId) => write("partners.unban", { body: { partnerId } }),
  },
  {
    name: "archive",
    label: "Archive",
    from: ["approved", "deactivated"],
    does: "They leave the list of active partners.",
    run: (partnerId) => write("partners.archive", { body: { partnerId } }),
  },
];

/**
 * Does it, unless somebody else has decided on the partner meanwhile and it would undo that: an approval also lifts a rejection. In a status
 * that does not allow it the service answers.
 */
export async function runAct(act: PartnerAct, seen: Partner, answers: Answers): Promise<void> {
  const { value } = await call("partners.get", { params: { partnerId: seen.id } });
  if (act.from.includes(value.status)) expectUnchanged(seen, [value], { fields: ["status"], called: "partner" });
  await act.run(seen.id, answers);
}
