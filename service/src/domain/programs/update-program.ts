import { ReferralsError, type Program, type ProgramPatch } from "referrals-embed/contract";
import { findProgram, hasMoney, lockProgram, updateProgramRow } from "../../store/queries/programs/programs.ts";
import type { LinksMove } from "../../store/schema/accounts.ts";
import { isTimeZone } from "referrals-embed/rules";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import type { Versioned } from "../if-match.ts";
import { columnsOf } from "../record.ts";
import { programPatch } from "../../schemas/program.ts";
import { isCurrencyCode } from "../rules/currency-codes.ts";
import { checkForm } from "../forms/check-form.ts";
import { inTransaction } from "../transaction.ts";
import { defaultProgram } from "./default-program.ts";
import { moveDefaultLinks } from "./move-default-links.ts";
import { checkVersion, versionOf } from "./program-version.ts";
import { ownAddresses } from "./program-gaps.ts";
import { toProgram } from "./program-record.ts";

/** The program's settings. @throws not_found */
export async function getProgram(ctx: Context): Promise<Program> {
  return toProgram(await defaultProgram(ctx));
}

/**
 * Changes the program's settings, audited. With its first address the newest default links are moved to it in the same transaction, which
 * is all of a small program's; the job moves the others.
 * @throws conflict for another currency once money exists, unprocessable_entity for unknown zones and currencies
 */
export async function updateProgram(ctx: Context, patch: ProgramPatch): Promise<Program> {
  return (await updateVersion(ctx, patch, undefined)).value;
}

/** The program's settings with their version. @throws not_found */
export async function getVersion(ctx: Context): Promise<Versioned<Program>> {
  const { id } = await defaultProgram(ctx);
  const row = await findProgram(ctx.db, id);
  return { value: toProgram(row), version: versionOf(row) };
}

/**
 * {@link updateProgram} of a program that is as the caller has seen it.
 * @param seen `If-Match`; undefined changes it whatever it is
 * @throws conflict also when it was changed since
 */
export async function updateVersion(
  ctx: Context,
  patch: ProgramPatch,
  seen: string | undefined,
): Promise<Versioned<Program>> {
  const { id } = await defaultProgram(ctx);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockProgram(ctx.db, id);
    await checkVersion(ctx, before, seen);
    const checked = { ...patch, ...(patch.currency && { currency: checkedCurrency(patch.currency) }) };
    if (patch.applicationForm) checkForm(patch.applicationForm, "applicationForm");
    if (patch.timezone !== undefined) checkTimezone(patch.timezone);
    if (checked.currency && checked.currency !== before.currency && (await hasMoney(ctx.db, id))) {
      throw new ReferralsError("conflict", "currency is fixed: the program already has sales or commissions.");
    }
    const { url = before.url } = patch;
    const isNamed = ownAddresses(ctx).includes(before.url) && url !== before.url;
    const columns = {
      ...programColumns(checked, before.embed),
      ...(isNamed && { links_move: JSON.stringify({ to: url } satisfies LinksMove) }),
    };
    const after = await updateProgramRow(ctx.db, id, { ...columns, updated_at: now(ctx) });
    if (isNamed) await moveDefaultLinks(ctx, id);
    const changes = changesBetween({ ...toProgram(before) }, { ...toProgram(after) });
    if (Object.keys(changes).length > 0) {
      await audit(ctx, { operation: "update program", entity: "program", entityId: id, changes });
    }
    return { value: toProgram(after), version: versionOf(after) };
  });
}

function programColumns({ embed, ...patch }: ProgramPatch, before: NonNullable<ProgramPatch["embed"]>) {
  const sections = { ...before.sections, ...embed?.sections };
  return {
    ...columnsOf(programPatch, patch),
    ...(embed && { embed: JSON.stringify({ ...before, ...embed, sections }) }),
  };
}

function checkedCurrency(given: string): string {
  const code = given.toLowerCase();
  if (isCurrencyCode(code)) return code;
  throw new ReferralsError("unprocessable_entity", "invalid_value: currency: must be an ISO 4217 code");
}

function checkTimezone(zone: string): void {
  if (isTimeZone(zone)) return;
  throw new ReferralsError("unprocessable_entity", "invalid_value: timezone: must be an IANA time zone");
}
