import type { Db } from "../schema.ts";
import { present } from "../../present.ts";

/**
 * A secret all replicas share, made once.
 * @param make called when there is none yet; the first to store one wins
 */
export async function sharedSecret(db: Db, key: string, make: () => string): Promise<string> {
  const read = () => db.selectFrom("service_state").select("value").where("key", "=", key).executeTakeFirst();
  const found = await read();
  if (found) return found.value as string;
  await db
    .insertInto("service_state")
    .values({ key, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return present(await read(), "the secret").value as string;
}
