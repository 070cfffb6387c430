import { countViolations } from "../../store/queries/operation/verify.ts";
import type { Context } from "../context.ts";
import { enrollmentInvariants } from "./enrollment-invariants.ts";
import { eventInvariants } from "./event-invariants.ts";
import { importInvariants, suspects } from "./import-invariants.ts";
import { moneyInvariants } from "./money-invariants.ts";
import { providerInvariants } from "./provider-invariants.ts";
import { sumInvariants } from "./sum-invariants.ts";

/** The result of checking an invariant. */
export interface Verification {
  /** Its id in docs/rules/invariants.md. */
  id: string;
  says: string;
  violations: number;
  /** Up to 10 ids of what violates it. */
  ids: string[];
}

/**
 * Checks the data of all workspaces against the invariants of docs/rules, as far as the data shows them. Read-only. Tests cover those about
 * histories (I29 to I31, and "never change" of I19).
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

/**
 * Rows that may be wrong but are not violations: only a person who knows the other side can tell. Checks without such rows are left out.
 */
export async function findSuspects({ db }: Pick<Context, "db">): Promise<Omit<Verification, "id">[]> {
  const results: Omit<Verification, "id">[] = [];
  for (const { says, violations } of suspects) results.push({ says, ...(await countViolations(db, violations)) });
  return results.filter(({ violations }) => violations > 0);
}
