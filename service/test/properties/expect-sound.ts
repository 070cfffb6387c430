import { expect } from "vitest";
import { verifyData, type Verification } from "../../src/domain/verify/verify-data.ts";
import type { TestService } from "../harness.ts";

/** Fails unless every invariant of the rule book holds on the service's data. */
export async function expectSound(service: TestService): Promise<void> {
  expect(await brokenInvariants(service)).toEqual([]);
}

/** The invariants that do not hold. */
export async function brokenInvariants(service: TestService): Promise<Verification[]> {
  return (await verifyData(service.ctx())).filter(({ violations }) => violations > 0);
}
