import { expect } from "vitest";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import type { TestService } from "../harness.ts";

/** Fails unless every invariant of domain-rules §13 holds on the service's data. */
export async function expectSound(service: TestService): Promise<void> {
  const broken = (await verifyData(service.ctx())).filter(({ violations }) => violations > 0);
  expect(broken).toEqual([]);
}
