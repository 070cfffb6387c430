import { createHmac, timingSafeEqual } from "node:crypto";
import { signingHashes } from "../../store/queries/api-keys.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { fieldSources } from "../rules/provenance.ts";
import { textAt, type Buyer, type ProviderEvent, type SignedState } from "../rules/provider-event.ts";

/** What `signCustomData` of the server SDK puts in the place of a click id. Its signature is as long as 32 bytes are. */
const signed = /^rs1_([A-Za-z0-9_-]+)([A-Za-z0-9_-]{43})$/;

/**
 * Takes signed values out of an event: what one says counts as the server's word if a key of the workspace that may track has signed it and
 * it had not run out when the event happened. Of any other it is the buyer's word. Only what it says goes on, so that erasing a customer
 * finds their id.
 */
export async function readSigned(ctx: Context, row: IntegrationRow, event: ProviderEvent): Promise<ProviderEvent> {
  const steps: ProviderEvent["steps"] = [];
  for (const step of event.steps) {
    const isSigned = "buyer" in step && step.buyer.click !== null && signed.test(step.buyer.click);
    steps.push(isSigned ? { ...step, buyer: await readBuyer(ctx, row, { buyer: step.buyer, at: event.at }) } : step);
  }
  return { ...event, steps };
}

async function readBuyer(ctx: Context, row: IntegrationRow, { buyer, at }: { buyer: Buyer; at: Date }): Promise<Buyer> {
  const [, body = "", signature = ""] = signed.exec(buyer.click ?? "") ?? [];
  const claims = claimsOf(body);
  const hashes = await signingHashes(ctx.db, row.workspace_id, at);
  const state = !hashes.some((hash) => isBy(hash, { body, signature }))
    ? "forged"
    : claims.ends < at.getTime()
      ? "expired"
      : "valid";
  const said = {
    own: claims.own ?? buyer.own,
    click: claims.click,
    code: buyer.code ?? claims.code,
  };
  return {
    ...buyer,
    ...said,
    signed: { id: sha256(buyer.click ?? "").slice(0, 32), state },
    vouched: vouchedBy(row, { buyer, state }),
  };
}

/** A code that the provider names by itself needs no signature. */
function vouchedBy(
  { provider }: IntegrationRow,
  { buyer, state }: { buyer: Buyer; state: SignedState },
): NonNullable<Buyer["vouched"]> {
  const source = state === "valid" ? "server" : "provider-buyer";
  return { own: source, click: source, code: buyer.code === null ? source : fieldSources[provider].code };
}

/** Compares without telling by its time how much of it is right. */
function isBy(hash: string, { body, signature }: { body: string; signature: string }): boolean {
  const expected = createHmac("sha256", hash).update(`custom-data.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What a value says, whoever made it. */
function claimsOf(body: string): { own: string | null; click: string | null; code: string | null; ends: number } {
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(body, "base64url").toString());
  } catch {
    claims = null;
  }
  const ends = typeof claims === "object" && claims !== null && "e" in claims ? Number(claims.e) : 0;
  return {
    own: textAt(claims, "u", 100),
    click: textAt(claims, "c"),
    code: textAt(claims, "d"),
    ends: Number.isFinite(ends) ? ends * 1000 : 0,
  };
}
