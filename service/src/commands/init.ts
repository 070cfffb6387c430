import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { currencyExponent } from "referrals-embed/contract";
import type { GroupFile, ProgramFile } from "../domain/workspaces/apply-program.ts";
import { createApiKey, listApiKeys } from "../domain/workspaces/manage-keys.ts";
import { printConsoleLink } from "../domain/people/console-link.ts";
import { isCurrencyCode } from "../domain/rules/currency-codes.ts";
import { slugOf } from "../domain/rules/slug.ts";
import { programGaps } from "../domain/programs/program-gaps.ts";
import { writeProgramFile } from "../docs/program-file.ts";
import { mistakesIn, pathOf as pathText } from "../middleware/validate.ts";
import { programFile } from "../schemas/program-file.ts";
import { listWorkspaces } from "../store/queries/programs/workspaces.ts";
import { applyFile } from "./apply.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, pathOf, valueOf, workspaceOption, type Operator } from "./operator.ts";

/** The questions: option, text and default. */
const questions = {
  name: {
    value: "text",
    does: "name partners see",
    question: "What is the program called?",
    otherwise: "Partner program",
  },
  url: {
    value: "address",
    does: "where partners send people, e.g. https://acme.com",
    question: "Where do partners send people (https://...)?",
  },
  currency: {
    value: "code",
    does: "currency of the program; default usd",
    question: "Which currency do you pay in?",
    otherwise: "usd",
  },
  reward: {
    value: "25% or 5.00",
    does: "what a sale earns: a share of it or a sum; default 20%",
    question: "What does a sale earn (a share such as 25%, or a sum such as 5.00)?",
    otherwise: "20%",
  },
  discount: {
    value: "10% or 5.00",
    does: "what a partner's customers save; default none",
    question: "What does a partner's friend save (10%, 5.00 or none)?",
    otherwise: "none",
  },
  hold: {
    value: "days",
    does: "days until a commission may be paid: 0, 7, 14, 30, 60 or 90; default 30",
    question: "How many days does a commission wait for refunds (0, 7, 14, 30, 60 or 90)?",
    otherwise: "30",
  },
} as const satisfies Record<string, { value: string; does: string; question: string; otherwise?: string }>;

type Question = keyof typeof questions;
const names = Object.keys(questions) as Question[];

/** `init [file]`: sets up a program with keys in one dialog. */
export const init = operatorCommand(
  {
    does: "set a program up: file, keys, and what to do next",
    makesStore: true,
    takes: "[file]",
    options: { ...questions, ...workspaceOption },
    more:
      "On a terminal it asks for what is not given. It writes a program file with comments (default program.jsonc), applies\n" +
      "it, and prints a secret key, a publishable key and the next snippet to paste. A program that works already is left alone.",
    ask,
  },
  async (operator, given) => {
    const path = fileOf(given);
    if (existsSync(pathOf(given, path))) {
      throw new UsageError(
        `${path} is there already. Apply it with: referrals-service apply ${path}, or name another file.`,
      );
    }
    const known = await unfinished(operator, given);
    const file = fileFrom(given, operator, known);
    const { workspaceId, keys } = await applyFile(operator, file, given);
    await writeFile(pathOf(given, path), writeProgramFile(file));
    const shown = keys.length > 0 ? keys : await newKeys(operator, workspaceId);
    const console = await consoleLine(operator, workspaceId);
    return [`${path} is written and applied.`, "", ...shown, ...console, "", nextSteps(operator, shown)].join("\n");
  },
);

function fileOf({ args }: Given): string {
  return args[0] ?? "program.jsonc";
}

async function ask(given: Given): Promise<Given> {
  if (!process.stdin.isTTY) return askFor(given, undefined);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await askFor(given, terminal);
  } finally {
    terminal.close();
  }
}

/** Asks for missing answers; without a terminal, or for an empty answer, uses the default. */
export async function askFor(
  given: Given,
  terminal: { question(text: string): Promise<string> } | undefined,
): Promise<Given> {
  const options = { ...given.options };
  for (const name of names) {
    if (options[name] !== undefined) continue;
    const { question, otherwise }: { question: string; otherwise?: string } = questions[name];
    const said = await terminal?.question(otherwise === undefined ? `${question} ` : `${question} [${otherwise}] `);
    options[name] = said?.trim() || otherwise;
  }
  if (options["url"] === undefined)
    throw new UsageError("Where do partners send people? Say it with --url https://acme.com.");
  return { ...given, options };
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

/** The program file of the answers. @throws UsageError naming every invalid answer */
function fileFrom(given: Given, { config }: Operator, known: string | null): ProgramFile {
  const answer = (name: Question): string => valueOf(given, name) ?? "";
  const name = answer("name");
  const currency = answer("currency").toLowerCase();
  const group: GroupFile = {
    slug: "default",
    rewards: { sale: { ...amountOf("reward", answer("reward"), currency), maxDuration: 12, conditions: [] } },
    discount:
      answer("discount") === "none"
        ? null
        : { ...amountOf("discount", answer("discount"), currency), maxDuration: 3, description: null },
  };
  const file: ProgramFile = {
    $schema: `${config.appUrl}/docs/program.schema.json`,
    workspace: known === null ? { slug: slugOf(name) || "workspace", name } : { slug: known },
    program: {
      name,
      url: answer("url"),
      currency,
      holdingPeriodDays: Number(answer("hold")) as 30,
      attributionWindowDays: 90,
      minPayoutAmount: 0,
      payoutMethods: ["paypal"],
      payoutMethodDelayHours: 24,
      autoApprove: true,
      allowedOrigins: [],
    },
    groups: [group],
  };
  const wrong = mistakesIn(programFile, file).map(({ path, message }) => `${pathText(path)}: ${message}`);
  if (wrong.length > 0) throw new UsageError(`${wrong.join("\n")}\nSay it again with the options of init --help.`);
  return file;
}

/** `25%`, or a sum in major units. @throws UsageError */
function amountOf(option: Question, text: string, currency: string): { type: "flat" | "percentage"; amount: number } {
  const [, share] = /^(\d+(?:\.\d{1,2})?) ?%$/.exec(text) ?? [];
  if (share !== undefined) return { type: "percentage", amount: Number(share) };
  const digits = isCurrencyCode(currency) ? currencyExponent(currency) : 2;
  const [, whole, part = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > digits) {
    throw new UsageError(
      `--${option} must be a share such as 25%, or a sum such as ${digits > 0 ? "5.00" : "500"}, not ${text}.`,
    );
  }
  return { type: "flat", amount: Number(whole + part.padEnd(digits, "0")) };
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
