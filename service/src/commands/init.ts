import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { createApiKey, listApiKeys } from "../domain/workspaces/manage-keys.ts";
import { printConsoleLink } from "../domain/people/console-link.ts";
import { programGaps } from "../domain/programs/program-gaps.ts";
import { writeProgramFile } from "../docs/program-file.ts";
import { listWorkspaces } from "../store/queries/programs/workspaces.ts";
import { applyFile } from "./apply.ts";
import { UsageError, type Given } from "./command.ts";
import { answeredFile, askFor, questions, refuseWrong } from "./init-answers.ts";
import { operatorCommand, pathOf, workspaceOption, type Operator } from "./operator.ts";

/** `init [file]`: sets up a program with keys in one dialog. */
export const init = operatorCommand(
  {
    does: "set a program up: file, keys, and what to do next",
    makesStore: true,
    takes: "[file]",
    options: { ...questions, ...workspaceOption },
    more:
      "On a terminal it asks for what is not given. It writes a program file with comments (default program.jsonc), applies\n" +
      "it, and prints a secret key, a publishable key and the next snippet to paste. A program that works already is left alone.\n" +
      "The addresses it prints are those of PORT and APP_URL: give it the same as serve.",
    ask,
  },
  async (operator, given) => {
    refuseWrong(given);
    const path = mustBeNew(given);
    const known = await unfinished(operator, given);
    const file = answeredFile(given, operator.config.appUrl, known);
    const { workspaceId, keys } = await applyFile(operator, file, given);
    await writeFile(pathOf(given, path), writeProgramFile(file));
    const shown = keys.length > 0 ? keys : await newKeys(operator, workspaceId);
    const console = await consoleLine(operator, workspaceId);
    return [`${path} is written and applied.`, "", ...shown, ...console, "", nextSteps(operator, shown)].join("\n");
  },
);

/** The path of the file to write. @throws UsageError when it is there already */
function mustBeNew(given: Given): string {
  const path = given.args[0] ?? "program.jsonc";
  if (!existsSync(pathOf(given, path))) return path;
  throw new UsageError(
    `${path} is there already. Apply it with: referrals-service apply ${path}, or name another file.`,
  );
}

async function ask(given: Given): Promise<Given> {
  refuseWrong(given);
  mustBeNew(given);
  if (!process.stdin.isTTY) return askFor(given, undefined);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<never>((_, reject) =>
    lines.once("close", () => reject(new Error("The terminal is closed."))),
  );
  ended.catch(() => {});
  try {
    return await askFor(given, { question: (text) => Promise.race([lines.question(text), ended]), tell: console.log });
  } finally {
    lines.close();
  }
}

/** The unfinished workspace to set up, if any. @throws UsageError when it is finished */
async function unfinished(operator: Operator, given: Given): Promise<string | null> {
  const all = await listWorkspaces(operator.ctx.db);
  if (all.length === 0) return null;
  const { workspaceId } = await operator.inWorkspace(given.options["workspace"]);
  const slug = all.find(({ id }) => id === workspaceId)?.slug ?? workspaceId;
  const gaps = await programGaps(operator.ctx);
  if (gaps.some(({ workspace }) => workspace === slug)) return slug;
  throw new UsageError(
    `The workspace ${slug} has a program that works. See it with: referrals-service apply --dump --workspace ${slug}`,
  );
}

/** Keys for an existing workspace: its secret keys are not stored in plain. */
async function newKeys({ ctx }: Operator, workspaceId: string): Promise<string[]> {
  const own = { ...ctx, workspaceId };
  const { key: secret } = await createApiKey(own, { name: "Made by init", kind: "secret" });
  const listed = await listApiKeys(own, { page: 1, pageSize: 100 });
  const known = listed.find(({ kind, revokedAt }) => kind === "publishable" && revokedAt === null);
  const { key: publishable } = known ?? (await createApiKey(own, { name: "Publishable key", kind: "publishable" }));
  return [`Secret key       ${secret}`, `Publishable key  ${publishable}`];
}

/** Where the owner signs in, once the service runs. */
async function consoleLine({ ctx, config }: Operator, workspaceId: string): Promise<string[]> {
  if (!config.console) return [];
  const { url } = await printConsoleLink({ ...ctx, workspaceId });
  return [`Console          ${url}`];
}

function nextSteps({ config }: Operator, [secret = ""]: readonly string[]): string {
  return `The secret key is shown once; keep it on your server. Next, where your users are signed in:

  npm install referrals-embed

  REFERRALS_API_KEY=${secret.split(" ").at(-1)}
  REFERRALS_API_URL=${config.apiUrl}

  import { createReferralsClient } from "referrals-embed/server";

  const referrals = createReferralsClient({
    apiKey: process.env.REFERRALS_API_KEY,
    baseUrl: process.env.REFERRALS_API_URL,
  });

  // The dashboard asks this address for its token.
  app.post("/api/referrals-token", async (req, res) => {
    const { id, name, email, image } = req.user;
    const partner = { name, email, image, tenantId: id };
    res.json(await referrals.embedTokens.referrals({ tenantId: id, partner }));
  });

  // A sign-up with the click id of the cookie ref_id, and what that customer pays.
  await referrals.track.lead({ clickId, eventName: "Sign up", customerExternalId: user.id });
  await referrals.track.sale({ customerExternalId: user.id, amount: 4900, invoiceId: "in_1001" });

Unless it runs: npx referrals-service serve. It then answers at ${config.appUrl}, and /docs explains the rest.
Once your site has the script tag (/docs/tracking): npx referrals-service doctor <your site> says whether a click gets through.`;
}
