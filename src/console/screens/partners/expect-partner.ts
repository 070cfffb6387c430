import type { Partner } from "../../../contract/records.ts";
import { call } from "../../call.ts";
import { expectUnchanged } from "../../unchanged.ts";

/** Reads a partner again. @throws ChangedMeanwhile where somebody else has changed one of these fields since */
export async function expectPartner(seen: Partner, fields: readonly (keyof Partner)[]): Promise<void> {
  const { value } = await call("partners.get", { params: { partnerId: seen.id } });
  expectUnchanged(seen, [value], { fields, called: "partner" });
}
