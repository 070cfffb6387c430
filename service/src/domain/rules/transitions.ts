import type { EnrollmentStatus } from "referrals-embed/contract";
import { present } from "../../present.ts";

/** What may happen to an enrollment. */
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

/** A row of the state machine: its target status and effects; guards are in `guards.ts`, fields in `perform-transition.ts`. */
export interface Transition {
  /** The row's id in docs/rules/enrollment.md. */
  id: string;
  operation: EnrollmentOperation;
  from: EnrollmentStatus | "none";
  to: EnrollmentStatus | "none";
  /**
   * `default`: make the group's default links and switch all on; `on` and `off` switch links; `drop`: delete unused links, switch off the
   * rest.
   */
  links: "keep" | "default" | "on" | "off" | "drop";
  /** `group`: copy the group's; `off` keeps a snapshot, `on` restores it. */
  rewards: "keep" | "group" | "on" | "off";
  /** Commissions and open payouts canceled under the ban's mark, or given back. */
  money: "keep" | "ban" | "unban";
}

type Effects = Partial<Pick<Transition, "links" | "rewards" | "money">>;

function row(id: string, operation: EnrollmentOperation, way: Pick<Transition, "from" | "to"> & Effects): Transition {
  return { id, operation, links: "keep", rewards: "keep", money: "keep", ...way };
}

const off = { links: "off", rewards: "off" } as const;
const back = { links: "on", rewards: "on" } as const;
const first = { links: "default", rewards: "group" } as const;

/** The whole state machine; a pair that is not here does not exist. */
export const transitions: readonly Transition[] = [
  row("E1", "apply", { from: "none", to: "pending", rewards: "group" }),
  row("E2", "invite", { from: "none", to: "invited", ...first }),
  row("E3", "create", { from: "none", to: "approved", ...first }),
  row("E4", "approve", { from: "pending", to: "approved", ...first }),
  row("E5", "reject", { from: "pending", to: "rejected" }),
  row("E6", "withdraw", { from: "pending", to: "none" }),
  row("E7", "reapply", { from: "rejected", to: "pending" }),
  row("E8", "approve", { from: "rejected", to: "approved", ...first }),
  row("E9", "accept", { from: "invited", to: "approved" }),
  row("E10", "decline", { from: "invited", to: "declined", links: "off" }),
  row("E11", "invite", { from: "declined", to: "invited", links: "on" }),
  row("E12", "accept", { from: "declined", to: "approved", links: "on" }),
  row("E13", "deleteInvite", { from: "invited", to: "none", links: "drop" }),
  row("E13", "deleteInvite", { from: "declined", to: "none", links: "drop" }),
  row("E14", "archive", { from: "approved", to: "archived" }),
  row("E15", "unarchive", { from: "archived", to: "approved" }),
  row("E16", "deactivate", { from: "approved", to: "deactivated", ...off }),
  row("E16", "deactivate", { from: "archived", to: "deactivated", ...off }),
  row("E17", "reactivate", { from: "deactivated", to: "approved", ...back }),
  row("E18", "ban", { from: "approved", to: "banned", ...off, money: "ban" }),
  row("E18", "ban", { from: "archived", to: "banned", ...off, money: "ban" }),
  row("E18", "ban", { from: "invited", to: "banned", ...off, money: "ban" }),
  row("E18", "ban", { from: "deactivated", to: "banned", ...off, money: "ban" }),
  row("E19", "ban", { from: "rejected", to: "banned", ...off, money: "ban" }),
  row("E20", "unban", { from: "banned", to: "approved", ...back, money: "unban" }),
  row("E21", "erase", { from: "banned", to: "none", links: "drop" }),
  row("E21", "erase", { from: "deactivated", to: "none", links: "drop" }),
];

/** The row of an operation from a status, if there is one. */
export function findTransition(operation: EnrollmentOperation, from: Transition["from"]): Transition | undefined {
  return transitions.find((row) => row.operation === operation && row.from === from);
}

/** The target status of an operation; an enrollment already in it is a success without effect. */
export function targetOf(operation: EnrollmentOperation): Transition["to"] {
  return present(
    transitions.find((row) => row.operation === operation),
    "the operation",
  ).to;
}
