import { ReferralsError, type Person, type PersonInput, type PersonPatch } from "referrals-embed/contract";
import { person } from "../../schemas/person.ts";
import { endConsoleSignIns } from "../../store/queries/access/console-sessions.ts";
import { forgetAnswersTo } from "../../store/queries/access/kept-answers.ts";
import * as store from "../../store/queries/access/people.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { recordOf } from "../record.ts";
import { emailKey } from "../rules/email-key.ts";
import { inTransaction } from "../transaction.ts";
import { mailConsoleLink } from "./console-link.ts";

/** How many people a workspace may have: each may be sent mails. */
export const mostPeople = 100;

/** A page of a workspace's people, by the time they were invited. */
export async function listPeople(ctx: Context, query: { page: number; pageSize: number }): Promise<Person[]> {
  const { page, pageSize: limit } = query;
  const rows = await store.listPeople(ctx.db, ctx.workspaceId, { limit, offset: (page - 1) * limit });
  return rows.map((row) => recordOf(person, row));
}

/** Invites somebody: they are sent a link, where mails are sent. @throws conflict for a taken address, and for too many */
export async function invitePerson(ctx: Context, input: PersonInput): Promise<Person> {
  const { name, role = "viewer", mails = true } = input;
  try {
    return await inTransaction(ctx, async (ctx) => {
      if ((await store.countPeople(ctx.db, ctx.workspaceId)) >= mostPeople)
        throw new ReferralsError("conflict", `A workspace has at most ${mostPeople} people. Remove somebody first.`);
      const row = await store.insertPerson(ctx.db, {
        id: ctx.ids.next("per"),
        workspace_id: ctx.workspaceId,
        name,
        email: input.email,
        email_key: emailKey(input.email),
        role,
        mails,
        created_at: now(ctx),
      });
      await audit(ctx, { operation: "invite person", entity: "person", entityId: row.id, to: role });
      await mailConsoleLink(ctx, { id: row.id, email: input.email, locale: null }, "invited");
      return recordOf(person, row);
    });
  } catch (error) {
    if (!isUniqueViolation(error, "people_workspace_id_email_key_key")) throw error;
    throw new ReferralsError("conflict", `email: ${input.email} is invited already.`);
  }
}

/** Changes name, role or mails. @throws not_found, conflict for the last owner's role */
export function updatePerson(ctx: Context, id: string, patch: PersonPatch): Promise<Person> {
  return inTransaction(ctx, async (ctx) => {
    const known = await personOf(ctx, id, { staysOwner: patch.role === undefined || patch.role === "owner" });
    const changes = changesBetween({ ...known }, { ...patch });
    if (Object.keys(changes).length === 0) return recordOf(person, known);
    const row = await store.updatePerson(ctx.db, id, patch);
    await audit(ctx, { operation: "update person", entity: "person", entityId: id, changes });
    return recordOf(person, row);
  });
}

/** Removes somebody, and ends their sessions at once. @throws not_found, conflict for the last owner */
export function removePerson(ctx: Context, id: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { role } = await personOf(ctx, id, { staysOwner: false });
    await endConsoleSignIns(ctx.db, id);
    await forgetAnswersTo(ctx.db, id);
    await store.deletePerson(ctx.db, id);
    await audit(ctx, { operation: "remove person", entity: "person", entityId: id, from: role });
    return { id };
  });
}

/** A person of the workspace who may stop being an owner. */
async function personOf(ctx: Context, id: string, { staysOwner }: { staysOwner: boolean }) {
  const owners = await store.lockOwners(ctx.db, ctx.workspaceId);
  const found = await store.findPerson(ctx.db, ctx.workspaceId, { id });
  if (!found) throw new ReferralsError("not_found", `There is no person ${id} in this workspace.`);
  const isLast = owners.length === 1 && owners[0]?.id === id;
  if (isLast && !staysOwner)
    throw new ReferralsError("conflict", "The last owner stays one. Make somebody else an owner first.");
  return found;
}
