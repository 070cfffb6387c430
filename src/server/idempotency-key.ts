import { operations, type OperationName } from "../contract/index.ts";

/** Answers hold a secret that a replay does not repeat: better an error the caller sees than a lost secret. */
const holdsSecret: readonly OperationName[] = ["webhooks.create", "webhooks.rotate", "apiKeys.create"];

/** A fresh key for a write that may then be repeated safely; `undefined` where none is of use. */
export function idempotencyKeyFor(name: OperationName): string | undefined {
  const { method } = operations[name];
  const keyed = method === "POST" || method === "PUT" || method === "PATCH";
  return keyed && !holdsSecret.includes(name) ? globalThis.crypto.randomUUID() : undefined;
}
