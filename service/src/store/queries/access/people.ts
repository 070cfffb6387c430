import type { Db } from "../../schema.ts";

/** People who run a workspace's program and are sent mails of what waits for them. */
export function peopleToTell(db: Db, workspaceId: string) {
  return db
    .selectFrom("people")
    .where("workspace_id", "=", workspaceId)
    .where("role", "in", ["owner", "manager"])
    .where("mails", "=", true)
    .select(["id", "email", "locale"])
    .orderBy("id")
    .execute();
}
