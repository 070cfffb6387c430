import { sql } from "kysely";
import { ReferralsError, type OperationRow } from "referrals-embed/contract";
import { portionsOf } from "../domain/portions.ts";
import { now, type Context } from "../domain/context.ts";
import { sha256 } from "../domain/ids.ts";
import { inTransaction } from "../domain/transaction.ts";
import { claimKey, findKey, keepAnswer } from "../store/queries/access/idempotency.ts";
import { present } from "../present.ts";
import { sqlStateOf } from "../store/violations.ts";

/** The stored part of an answer. */
export interface KeptAnswer {
  status: number;
  body: string;
}

/** Identifies a request for replays: credential, method, path, key. */
export interface IdempotentRequest {
  credentialId: string;
  method: string;
  path: string;
  key: string;
  /** The parsed body, so that white space makes no difference. */
  body: unknown;
}

interface Once<T> {
  work: (ctx: Context) => Promise<T>;
  keep: (answer: T) => string;
  answerAgain?: ((ctx: Context) => Promise<T>) | undefined;
}

/**
 * The `Idempotency-Key` of a request, where it applies: on authenticated POST, PUT and PATCH.
 * @throws bad_request when it is malformed
 */
export function idempotencyKey(row: OperationRow, header: string | undefined): string | undefined {
  if (header === undefined || !["POST", "PUT", "PATCH"].includes(row.method)) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ReferralsError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

/**
 * Runs `work` once per key and answers every repetition with the first answer:
 * 1. The key's row is written in the operation's own transaction, first, so a second request waits on it for at most 10 s.
 * 2. A finished key with the same body is replayed, with another body it is a conflict. Keys live 24 h.
 * 3. Only successes are kept: a failure rolls the row back with everything else.
 * @param answerAgain answers a replay anew, where the answer must not be kept
 * @returns the answer, and whether it is a replay
 */
export async function once<T extends KeptAnswer>(
  ctx: Context,
  request: IdempotentRequest,
  { work, keep, answerAgain }: Once<T>,
): Promise<{ answer: T | KeptAnswer; replayed: boolean }> {
  const { body, ...name } = request;
  const bodyHash = hashOf(body);
  return inTransaction(ctx, async (ctx) => {
    const before = await claimWithin(ctx, { ...name, bodyHash, at: now(ctx) });
    if (before) {
      const kept = replayOf(before, bodyHash);
      return { answer: answerAgain ? await answerAgain(ctx) : kept, replayed: true };
    }
    const answer = await work(ctx);
    await keepAnswer(ctx.db, name, { status: answer.status, body: keep(answer) });
    return { answer, replayed: false };
  });
}

/**
 * Runs a bulk call once per key, in portions that are committed one by one. Each portion has its own key, so a repeated call continues
 * where an interrupted one ended. The whole answer is stored like any other.
 * @param run runs one portion: the items from one index to another
 * @returns the answers of all portions in their order as one array, and whether it is a replay
 */
export async function onceInPortions(
  ctx: Context,
  request: IdempotentRequest & { body: readonly unknown[] },
  run: (from: number, to: number) => Promise<(ctx: Context) => Promise<KeptAnswer>>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const { body, ...name } = request;
  const bodyHash = hashOf(body);
  const whole = await findKey(ctx.db, { ...name, at: now(ctx) });
  if (whole) return { answer: replayOf(whole, bodyHash), replayed: true };
  const keep = (answer: KeptAnswer): string => answer.body;
  const answers: KeptAnswer[] = [];
  for (const { from, to } of portionsOf(body)) {
    // A caller's key cannot contain a space. The hash covers the whole body: another body does nothing, even after half of the call.
    const portion = { ...name, key: `${name.key} ${from}`, body: bodyHash };
    const work = await run(from, to);
    answers.push((await once(ctx, portion, { work, keep })).answer);
  }
  const { status } = present(answers[0], "the first portion");
  const all = { status, body: `[${answers.map((answer) => answer.body.slice(1, -1)).join(",")}]` };
  return once(ctx, request, { work: () => Promise.resolve(all), keep });
}

function hashOf(body: unknown): string {
  return sha256(JSON.stringify(body ?? null));
}

/** @throws conflict when the key was used with another body */
function replayOf(
  row: { body_hash: string; status: number | null; body: string | null },
  bodyHash: string,
): KeptAnswer {
  if (row.body_hash !== bodyHash) {
    throw new ReferralsError("conflict", "This Idempotency-Key was used with another body. Use a new key.");
  }
  return { status: present(row.status, "status"), body: present(row.body, "body") };
}

async function claimWithin(ctx: Context, claim: Parameters<typeof claimKey>[1]): ReturnType<typeof claimKey> {
  try {
    await sql`SET LOCAL lock_timeout = '10s'`.execute(ctx.db);
    const before = await claimKey(ctx.db, claim);
    await sql`SET LOCAL lock_timeout TO DEFAULT`.execute(ctx.db);
    return before;
  } catch (cause) {
    if (sqlStateOf(cause) !== "55P03") throw cause;
    throw new ReferralsError("conflict", "The first request with this Idempotency-Key is still running.", { cause });
  }
}
