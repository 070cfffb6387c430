import { ReferralsError, type Program, type ProgramPatch } from "referrals-embed/contract";
import {
  defaultLinksTo,
  hasMoney,
  lockProgram,
  setLinkUrl,
  updateProgramRow,
} from "../../store/queries/programs/programs.ts";
import { isTimeZone } from "referrals-embed/rules";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { columnsOf } from "../record.ts";
import { programPatch } from "../../schemas/program.ts";
import { isCurrencyCode } from "../rules/currency-codes.ts";
import { checkForm } from "../forms/check-form.ts";
import { inTransaction } from "../transaction.ts";
import { defaultProgram } from "./default-program.ts";
import { ownAddresses } from "./program-gaps.ts";
import { toProgram } from "./program-record.ts";

/** The program's settings. @throws not_found */
export async function getProgram(ctx: Context): Promise<Program> {
  return toProgram(await defaultProgram(ctx));
}

/**
 * Changes the program's settings, audited.
 * @throws conflict for another currency once money exists, unprocessable_entity for unknown zones and currencies
 */
export async function updateProgram(ctx: Context, patch: ProgramPatch): Promise<Program> {
  const { id } = await defaultProgram(ctx);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockProgram(ctx.db, id);
    const checked = { ...patch, ...(patch.currency && { currency: checkedCurrency(patch.currency) }) };
    if (patch.applicationForm) checkForm(patch.applicationForm, "applicationForm");
    if (patch.timezone !== undefined) checkTimezone(patch.timezone);
    if (checked.currency && checked.currency !== before.currency && (await hasMoney(ctx.db, id))) {
      throw new ReferralsError("conflict", "currency is fixed: the program already has sales or commissions.");
    }
    const columns = programColumns(checked, before.embed);
    const after = await updateProgramRow(ctx.db, id, { ...columns, updated_at: now(ctx) });
    const isNamed = ownAddresses(ctx).includes(before.url) && after.url !== before.url;
    if (isNamed) await moveDefaultLinks(ctx, id, after.url);
    const changes = changesBetween({ ...toProgram(before) }, { ...toProgram(after) });
    if (Object.keys(changes).length > 0) {
      await audit(ctx, { operation: "update program", entity: "program", entityId: id, changes });
    }
    return toProgram(after);
  });
}

/** Links made before the program had an address now lead to it, with their parameters. */
async function moveDefaultLinks(ctx: Context, programId: string, address: string): Promise<void> {
  for (const link of await defaultLinksTo(ctx.db, programId, ownAddresses(ctx))) {
    const url = new URL(address);
    for (const [name, value] of new URL(link.url).searchParams) url.searchParams.set(name, value);
    await setLinkUrl(ctx.db, link.id, { url: url.search ? url.href : address, updated_at: now(ctx) });
  }
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
