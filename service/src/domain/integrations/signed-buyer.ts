import { createHmac, timingSafeEqual } from "node:crypto";
import { signingHashes } from "../../store/queries/access/api-keys.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { textAt, type Buyer, type ProviderEvent } from "../providers/provider-event.ts";

/** What `signCustomData` of the server SDK puts in the place of a click id. Its signature is as long as 32 bytes are. */
const signed = /^rs1_([A-Za-z0-9_-]+)([A-Za-z0-9_-]{43})$/;

/**
 * Takes signed values out of an event: what one says counts as the server's word if a key of the workspace that may track has signed it and
 * it had not run out when the event happened. Of any other it is the buyer's word. Only what it says goes on, so that erasing a customer
 * finds their id; what stands beside it stays apart, for no signature vouches for that.
 */
export async function readSigned(ctx: Context, row: IntegrationRow, event: ProviderEvent): Promise<ProviderEvent> {
  const steps: ProviderEvent["steps"] = [];
  for (const step of event.steps) {
    const value = "buyer" in step ? signed.exec(step.buyer.click ?? "") : null;
    if (!("buyer" in step) || value === null) steps.push(step);
    else
      steps.push({
        ...step,
        buyer: { ...step.buyer, click: null, signed: await readValue(ctx, row, { value, at: event.at }) },
      });
  }
  return { ...event, steps };
}

async function readValue(
  ctx: Context,
  row: IntegrationRow,
  { value: [whole, body = "", signature = ""], at }: { value: RegExpExecArray; at: Date },
): Promise<NonNullable<Buyer["signed"]>> {
  const { ends, ...said } = claimsOf(body);
  const hashes = await signingHashes(ctx.db, row.workspace_id, at);
  const isSigned = hashes.some((hash) => isBy(hash, { body, signature }));
  const state = !isSigned ? "forged" : said.own === null ? "nameless" : ends < at.getTime() ? "expired" : "valid";
  return { id: sha256(whole).slice(0, 32), state, ...said };
}

/** Compares without telling by its time how much of it is right. As texts: several texts stand for the same bytes. */
function isBy(hash: string, { body, signature }: { body: string; signature: string }): boolean {
  const expected = Buffer.from(createHmac("sha256", hash).update(`custom-data.${body}`).digest("base64url"));
  const given = Buffer.from(signature);
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
