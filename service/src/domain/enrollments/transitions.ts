import type { EnrollmentStatus } from "referrals-embed/contract";

/** What may happen to an enrollment (domain-rules §2). */
export const enrollmentOperations = [
  "apply",
  "invite",
  "create",
  "approve",
  "reject",
  "withdraw",
  "reapply",
  "accept",
  "decline",
  "deleteInvite",
  "archive",
  "unarchive",
  "deactivate",
  "reactivate",
  "ban",
  "unban",
  "erase",
] as const;
/** An operation of the enrollment state machine. */
export type EnrollmentOperation = (typeof enrollmentOperations)[number];

/** A row of the state machine: where it leads and what goes with it; guards and fields are in `perform-transition.ts`. */
export interface Transition {
  /** The row's id in domain-rules §2. */
  id: string;
  operation: EnrollmentOperation;
  from: EnrollmentStatus | "none";
  to: EnrollmentStatus | "none";
  /** `default`: make what the group lists and switch on; `on`, `off` by status (E26); `drop`: unused ones go, the rest is off. */
  links: "keep" | "default" | "on" | "off" | "drop";
  /** `group`: copy the group's; `off` keeps a snapshot, `on` restores it (E27). */
  rewards: "keep" | "group" | "on" | "off";
  /** Commissions and open payouts canceled under the ban's mark, or given back (C20, C21). */
  money: "keep" | "ban" | "unban";
}

type Effects = Partial<Pick<Transition, "links" | "rewards" | "money">>;

function row(
  id: string,
  operation: EnrollmentOperation,
  from: Transition["from"],
  to: Transition["to"],
  effects: Effects = {},
): Transition {
  return { id, operation, from, to, links: "keep", rewards: "keep", money: "keep", ...effects };
}

const off = { links: "off", rewards: "off" } as const;
const back = { links: "on", rewards: "on" } as const;
const first = { links: "default", rewards: "group" } as const;

/** The whole state machine; a pair that is not here does not exist (E22). */
export const transitions: readonly Transition[] = [
  row("E1", "apply", "none", "pending", { rewards: "group" }),
  row("E2", "invite", "none", "invited", first),
  row("E3", "create", "none", "approved", first),
  row("E4", "approve", "pending", "approved", first),
  row("E5", "reject", "pending", "rejected"),
  row("E6", "withdraw", "pending", "none"),
  row("E7", "reapply", "rejected", "pending"),
  row("E8", "approve", "rejected", "approved", first),
  row("E9", "accept", "invited", "approved"),
  row("E10", "decline", "invited", "declined", { links: "off" }),
  row("E11", "invite", "declined", "invited", { links: "on" }),
  row("E12", "accept", "declined", "approved", { links: "on" }),
  row("E13", "deleteInvite", "invited", "none", { links: "drop" }),
  row("E13", "deleteInvite", "declined", "none", { links: "drop" }),
  row("E14", "archive", "approved", "archived"),
  row("E15", "unarchive", "archived", "approved"),
  row("E16", "deactivate", "approved", "deactivated", off),
  row("E16", "deactivate", "archived", "deactivated", off),
  row("E17", "reactivate", "deactivated", "approved", back),
  row("E18", "ban", "approved", "banned", { ...off, money: "ban" }),
  row("E18", "ban", "archived", "banned", { ...off, money: "ban" }),
  row("E18", "ban", "invited", "banned", { ...off, money: "ban" }),
  row("E18", "ban", "deactivated", "banned", { ...off, money: "ban" }),
  row("E19", "ban", "rejected", "banned", { ...off, money: "ban" }),
  row("E20", "unban", "banned", "approved", { ...back, money: "unban" }),
  row("E21", "erase", "banned", "none", { links: "drop" }),
  row("E21", "erase", "deactivated", "none", { links: "drop" }),
];

/** The row of an operation from a status, if there is one. */
export function findTransition(operation: EnrollmentOperation, from: Transition["from"]): Transition | undefined {
  return transitions.find((row) => row.operation === operation && row.from === from);
}

/** Where an operation leads; being there already is success without effect (E23). */
export function targetOf(operation: EnrollmentOperation): Transition["to"] {
  return transitions.find((row) => row.operation === operation)!.to;
}
