import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ReferralsError } from "referrals-embed/contract";
import { sharedSecret } from "../../store/queries/operation/service-state.ts";
import type { Context } from "../context.ts";

/** The last row of a page: newest first, then by id. */
export interface ListPosition {
  at: Date;
  id: string;
}

/**
 * Signs a position, so that a cursor only works in the list it came from.
 * @param list what the list is of: its name, the enrollment and the filters
 */
export async function writeCursor(ctx: Context, list: string, { at, id }: ListPosition): Promise<string> {
  const text = `${at.getTime()}.${id}`;
  return Buffer.from(`${text}.${await sign(ctx, list, text)}`).toString("base64url");
}

/**
 * Reads a cursor back.
 * @throws ReferralsError 422 when it was altered or belongs to another list
 */
export async function readCursor(
  ctx: Context,
  list: string,
  cursor: string | undefined,
): Promise<ListPosition | undefined> {
  if (cursor === undefined) return undefined;
  const [ms = "", id = "", signed = ""] = Buffer.from(cursor, "base64url").toString().split(".");
  const expected = Buffer.from(await sign(ctx, list, `${ms}.${id}`));
  const given = Buffer.from(signed);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return { at: new Date(Number(ms)), id };
  throw new ReferralsError("unprocessable_entity", "invalid_value: cursor: is none of this list; begin again without");
}

async function sign(ctx: Context, list: string, text: string): Promise<string> {
  const secret = await sharedSecret(ctx.db, "cursor_secret", () => randomBytes(32).toString("base64url"));
  return createHmac("sha256", secret).update(`${list}\n${text}`).digest("base64url").slice(0, 22);
}
