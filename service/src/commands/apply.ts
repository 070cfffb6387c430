import { readFile } from "node:fs/promises";
import { applyProgram, newProgramOf, type ProgramFile } from "../domain/workspaces/apply-program.ts";
import { createWorkspace } from "../domain/workspaces/create-workspace.ts";
import { validate } from "../middleware/validate.ts";
import { programFile } from "../schemas/program-file.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, pathOf, workspaceOption, type Operator } from "./operator.ts";
import { present } from "../present.ts";

/** `apply <file>`: a program as a file. */
export const apply = operatorCommand(
  {
    does: "make a program what a file says",
    takes: "<file.json>",
    options: workspaceOption,
    more:
      "The file may hold workspace (slug, name, plan, and domains: hosts of LINK_DOMAINS that it has to itself), program (the\n" +
      "fields of PATCH /api/program, applicationForm, reviewRules, payoutMethodDelayHours), groups (by slug, each with rewards\n" +
      "and discount) and rates. What it does not name stays as it is; applying it again changes nothing. A workspace that is\n" +
      "not there yet is made, and its keys are printed once.",
  },
  async (operator, given) => {
    const {
      args: [path = ""],
      options,
    } = given;
    const file = await readProgramFile(pathOf(given, path));
    const slug = file.workspace?.slug ?? options["workspace"];
    const made = typeof slug === "string" && file.workspace ? await makeMissing(operator, slug, file) : undefined;
    const ctx = made ? { ...operator.ctx, workspaceId: made.workspaceId } : await operator.inWorkspace(slug);
    await applyProgram(ctx, file);
    const keys = made ? [`Secret key       ${made.apiKey}`, `Publishable key  ${made.publishableKey}`] : [];
    return [`${path} is applied.`, ...keys].join("\n");
  },
);

/** @throws UsageError for a file that cannot be read, ReferralsError naming what is wrong in it */
async function readProgramFile(path: string): Promise<ProgramFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${error.code}.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`);
  }
  return validate<ProgramFile>(programFile, value);
}

async function makeMissing({ ctx }: Operator, slug: string, file: ProgramFile) {
  const known = ctx.db.selectFrom("workspaces").select("id");
  if (await known.where((eb) => eb.or([eb("slug", "=", slug), eb("id", "=", slug)])).executeTakeFirst()) return;
  const { name = slug, plan } = present(file.workspace, "workspace");
  return createWorkspace(ctx, { name, slug, plan, program: newProgramOf(file) });
}
