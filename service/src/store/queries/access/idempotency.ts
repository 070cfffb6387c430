import type { Db } from "../../schema.ts";

interface KeyName {
  credentialId: string;
  method: string;
  path: string;
  key: string;
}

const lifeMs = 24 * 60 * 60 * 1000;

/**
 * Takes an idempotency key, waiting for a running transaction that holds it.
 * @returns the earlier row of that key, or `undefined` when the caller has taken it
 */
export async function claimKey(db: Db, claim: KeyName & { bodyHash: string; at: Date }) {
  const mine = { credential_id: claim.credentialId, method: claim.method, path: claim.path, key: claim.key };
  await db
    .deleteFrom("idempotency_keys")
    .where((eb) => eb.and(mine))
    .where("created_at", "<=", new Date(claim.at.getTime() - lifeMs))
    .execute();
  const taken = await db
    .insertInto("idempotency_keys")
    .values({ ...mine, body_hash: claim.bodyHash, created_at: claim.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (taken) return undefined;
  return db
    .selectFrom("idempotency_keys")
    .where((eb) => eb.and(mine))
    .select(["body_hash", "status", "body"])
    .executeTakeFirstOrThrow();
}

/** The row of a key whose request has ended, if there is one. */
export async function findKey(db: Db, { credentialId, method, path, key, at }: KeyName & { at: Date }) {
  return db
    .selectFrom("idempotency_keys")
    .where((eb) => eb.and({ credential_id: credentialId, method, path, key }))
    .where("created_at", ">", new Date(at.getTime() - lifeMs))
    .select(["body_hash", "status", "body"])
    .executeTakeFirst();
}

/** Keeps the answer of a key taken in this transaction. */
export async function keepAnswer(db: Db, name: KeyName, answer: { status: number; body: string }): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set(answer)
    .where("credential_id", "=", name.credentialId)
    .where("method", "=", name.method)
    .where("path", "=", name.path)
    .where("key", "=", name.key)
    .execute();
}
