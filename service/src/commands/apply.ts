import { applyCode, applyProgram, newProgramOf, type ProgramFile } from "../domain/workspaces/apply-program.ts";
import { createWorkspace } from "../domain/workspaces/create-workspace.ts";
import { dumpProgram } from "../domain/workspaces/dump-program.ts";
import { takenBack } from "../domain/transaction.ts";
import { writeProgramFile } from "../docs/program-file.ts";
import { UsageError, type Given } from "./command.ts";
import { findWorkspace, operatorCommand, pathOf, workspaceOption, type Operator } from "./operator.ts";
import { readProgram } from "./program-text.ts";
import { present } from "../present.ts";
import { ReferralsError } from "referrals-embed/contract";

/** `apply <file>`: a program as a file. */
export const apply = operatorCommand(
  {
    does: "make a program what a file says",
    makesStore: true,
    // With thousands of codes it takes minutes.
    isLong: true,
    takes: "[file]",
    options: {
      check: { value: true, does: "tell every mistake of the file with its line, and change nothing" },
      dump: { value: true, does: "print the program as it is now, as such a file" },
      ...workspaceOption,
    },
    more:
      "/docs/program-file of the service explains every field. The file may hold workspace (slug, name, plan, domains),\n" +
      "program (the fields of PATCH /api/program), groups (by slug, each with rewards and discount), codes and rates. What\n" +
      "it does not name stays as it is; applying it again changes nothing. Settings and groups are applied all or none, then\n" +
      "each code and each rate alone; after a refused code the file is mended and applied again. Comments may stand in it. A\n" +
      "workspace that is not there yet is made, and its keys are printed once.",
  },
  async (operator, given) => {
    const { args, options } = given;
    if (options["dump"]) return writeProgramFile(await dumpProgram(await operator.inWorkspace())).trimEnd();
    const [path] = args;
    if (path === undefined) throw new UsageError("Which file? apply takes the path of a program file, or --dump.");
    const { file, mistakes } = await readProgram(pathOf(given, path));
    const count = mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`;
    if (file === null) {
      const text = [...mistakes, `${path} has ${count}. Nothing was changed.`].join("\n");
      if (options["check"]) return { text, exitCode: 1 };
      throw new ReferralsError("unprocessable_entity", text);
    }
    if (options["check"]) {
      await tryOut(operator, file, given);
      return `${path} is right, and can be applied.`;
    }
    const { keys } = await applyFile(operator, file, given);
    return [`${path} is applied.`, ...keys].join("\n");
  },
);

/** Applies a file and creates its workspace if that does not exist. @returns lines with the keys of a new one */
export async function applyFile(
  operator: Operator,
  file: ProgramFile,
  { options }: Pick<Given, "options">,
): Promise<{ workspaceId: string; keys: string[] }> {
  const slug = file.workspace?.slug ?? options["workspace"];
  const made = typeof slug === "string" && file.workspace ? await makeMissing(operator, slug, file) : undefined;
  const ctx = made ? { ...operator.ctx, workspaceId: made.workspaceId } : await operator.inWorkspace(slug);
  await applyProgram(ctx, file);
  const keys = made ? [`Secret key       ${made.apiKey}`, `Publishable key  ${made.publishableKey}`] : [];
  return { workspaceId: ctx.workspaceId, keys };
}

/**
 * Applies everything and rolls it back; rates are only checked by schema, since applying one values waiting sales.
 * @throws ReferralsError for errors that the file's schema cannot show
 */
async function tryOut(operator: Operator, file: ProgramFile, given: Given): Promise<void> {
  const { codes = [], ...program } = file;
  const isNew = await takenBack(operator.ctx, async (ctx) => {
    const inWorkspace = async (named = given.options["workspace"]) => ({
      ...ctx,
      workspaceId: await findWorkspace(ctx, named),
    });
    const { workspaceId, keys } = await applyFile({ ...operator, ctx, inWorkspace }, { ...program, rates: [] }, given);
    // A new workspace has no partner: its first code is refused.
    if (keys.length > 0) for (const code of codes) await applyCode({ ...ctx, workspaceId }, code);
    return keys.length > 0;
  });
  if (isNew || codes.length === 0) return;
  const ctx = await operator.inWorkspace(file.workspace?.slug);
  for (const code of codes) await takenBack(ctx, (ctx) => applyCode(ctx, code));
}

async function makeMissing({ ctx }: Operator, slug: string, file: ProgramFile) {
  const known = ctx.db.selectFrom("workspaces").select("id");
  if (await known.where((eb) => eb.or([eb("slug", "=", slug), eb("id", "=", slug)])).executeTakeFirst()) return;
  const { name = slug, plan } = present(file.workspace, "workspace");
  return createWorkspace(ctx, { name, slug, plan, program: newProgramOf(file) });
}
