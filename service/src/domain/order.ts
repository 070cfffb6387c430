/**
 * The groups of `service/src/domain`, from the ground up: a group imports only groups that stand before it. Code that two groups share
 * moves down into a group before both; a pure decision or its table moves into `rules`.
 */
export const domainGroups: readonly { group: string; holds: string }[] = [
  { group: "rules", holds: "decisions and tables without a store, a clock or a context" },
  { group: "context", holds: "the files beside the folders: context, transaction, audit, outbox, ids, list window" },
  { group: "providers", holds: "what each payment provider's events say, one file a provider" },
  { group: "forms", holds: "referral and application forms, and what was entered into them" },
  { group: "webhooks", holds: "webhooks and their deliveries" },
  { group: "customers", holds: "customers" },
  { group: "programs", holds: "the program, its groups, rewards and discounts, and who is enrolled in it" },
  { group: "mail", holds: "mails on their way, and what is sent of them" },
  { group: "links", holds: "links, their domains, folders, tags, QR codes and discount codes" },
  { group: "analytics", holds: "counts over time and lists of events" },
  { group: "ledger", holds: "the one way in which commissions and payouts are written" },
  { group: "commissions", holds: "what an event earns, and what happens to it later" },
  { group: "payouts", holds: "payout runs and single payouts" },
  { group: "tracking", holds: "clicks, leads, sales, refunds and disputes" },
  { group: "integrations", holds: "payment providers, and what their events come to" },
  { group: "proofs", holds: "links that sign a partner in once" },
  { group: "enrollments", holds: "the enrollment state machine and applications" },
  { group: "partners", holds: "partners: invite, enroll, change, erase" },
  { group: "imports", holds: "partners, customers and sales of another product, with their own dates" },
  { group: "referrals", holds: "referral submissions" },
  { group: "embed", holds: "what a partner's embed token may read and do" },
  { group: "doors", holds: "how partners sign in to a page of the service's own" },
  { group: "people", holds: "who runs a program, what each may do, and how they sign in to the console" },
  { group: "workspaces", holds: "workspaces, their keys, and a program from a file" },
  { group: "verify", holds: "invariants of the data as a whole" },
];

const base = "service/src/domain/";

/** The group of a file; `undefined` outside the domain. */
export function domainGroupOf(path: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const [first = "", ...rest] = path.slice(base.length).split("/");
  return rest.length > 0 ? first : "context";
}

/** The order as a failing test shows it. */
export function domainOrder(): string {
  return domainGroups.map(({ group, holds }, index) => `${index + 1}. ${group}: ${holds}`).join("\n");
}
