import type { Kysely } from "kysely";
import type { Database } from "../schema.ts";

/** The workspace's default program (domain-rules G1). */
export function findDefaultProgram(db: Kysely<Database>, workspaceId: string) {
  return db
    .selectFrom("workspaces as w")
    .innerJoin("programs as p", "p.id", "w.default_program_id")
    .where("w.id", "=", workspaceId)
    .selectAll("p")
    .select(["w.plan", "w.primary_domain"])
    .executeTakeFirst();
}

/** A group of a program by id or slug; without either its default group. */
export function findGroup(db: Kysely<Database>, programId: string, idOrSlug: string | null) {
  return db
    .selectFrom("groups")
    .where("program_id", "=", programId)
    .where((eb) =>
      idOrSlug === null ? eb("is_default", "=", true) : eb.or([eb("id", "=", idOrSlug), eb("slug", "=", idOrSlug)]),
    )
    .selectAll()
    .executeTakeFirst();
}
