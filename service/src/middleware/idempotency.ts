import { sql } from "kysely";
import { ReferralsError, type OperationRow } from "referrals-embed/contract";
import { now, type Context } from "../domain/context.ts";
import { sha256 } from "../domain/ids.ts";
import { inTransaction } from "../domain/transaction.ts";
import { claimKey, keepAnswer } from "../store/queries/idempotency.ts";
import { present } from "../present.ts";

/** The part of an answer that is kept. */
export interface KeptAnswer {
  status: number;
  body: string;
}

/** Names one request for replays: credential, method, path, key. */
export interface IdempotentRequest {
  credentialId: string;
  method: string;
  path: string;
  key: string;
  /** The parsed body, so that white space does not make another one. */
  body: unknown;
}

/**
 * The `Idempotency-Key` of a request, where it counts: on authenticated POST, PUT and PATCH.
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
 * @returns the answer, and whether it is a replay
 */
export async function once<T extends KeptAnswer>(
  ctx: Context,
  request: IdempotentRequest,
  { work, keep }: { work: (ctx: Context) => Promise<T>; keep: (answer: T) => string },
): Promise<{ answer: T | KeptAnswer; replayed: boolean }> {
  const { body, ...name } = request;
  const bodyHash = sha256(JSON.stringify(body ?? null));
  return inTransaction(ctx, async (ctx) => {
    const before = await claimWithin(ctx, { ...name, bodyHash, at: now(ctx) });
    if (before) {
      if (before.body_hash !== bodyHash) {
        throw new ReferralsError("conflict", "This Idempotency-Key was used with another body. Use a new key.");
      }
      return {
        answer: { status: present(before.status, "status"), body: present(before.body, "body") },
        replayed: true,
      };
    }
    const answer = await work(ctx);
    await keepAnswer(ctx.db, name, { status: answer.status, body: keep(answer) });
    return { answer, replayed: false };
  });
}

async function claimWithin(ctx: Context, claim: Parameters<typeof claimKey>[1]): ReturnType<typeof claimKey> {
  try {
    await sql`SET LOCAL lock_timeout = '10s'`.execute(ctx.db);
    const before = await claimKey(ctx.db, claim);
    await sql`SET LOCAL lock_timeout TO DEFAULT`.execute(ctx.db);
    return before;
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "55P03") throw cause;
    throw new ReferralsError("conflict", "The first request with this Idempotency-Key is still running.", { cause });
  }
}
