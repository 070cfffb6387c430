import { countViolations } from "../../store/queries/operation/verify.ts";
import type { Context } from "../context.ts";
import { enrollmentInvariants } from "./enrollment-invariants.ts";
import { eventInvariants } from "./event-invariants.ts";
import { importInvariants, suspects } from "./import-invariants.ts";
import { moneyInvariants } from "./money-invariants.ts";
import { providerInvariants } from "./provider-invariants.ts";
import { sumInvariants } from "./sum-invariants.ts";

/** How an invariant fares. */
export interface Verification {
  /** Its id in docs/rules/invariants.md. */
  id: string;
  says: string;
  violations: number;
  /** Up to 10 ids of what violates it. */
  ids: string[];
}

/**
 * Checks the data of all workspaces against the invariants of docs/rules that can be read off it. Read-only. Those about histories (I29 to
 * I31, and "never change" of I19) are tested instead.
 */
export async function verifyData(ctx: Pick<Context, "db" | "config">): Promise<Verification[]> {
  const invariants = [
    ...sumInvariants(ctx.config.clickCounting === "unique"),
    ...eventInvariants,
    ...moneyInvariants,
    ...importInvariants,
    ...providerInvariants,
    ...enrollmentInvariants,
  ];
  const results: Verification[] = [];
  for (const { id, says, violations } of invariants) {
    results.push({ id, says, ...(await countViolations(ctx.db, violations)) });
  }
  return results.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

/** What may be wrong and only somebody who knows the other side can judge: no violation. What there is none of is left out. */
export async function findSuspects({ db }: Pick<Context, "db">): Promise<Omit<Verification, "id">[]> {
  const results: Omit<Verification, "id">[] = [];
  for (const { says, violations } of suspects) results.push({ says, ...(await countViolations(db, violations)) });
  return results.filter(({ violations }) => violations > 0);
}
