import { currencyExponent } from "referrals-embed/contract";
import type { GroupFile, ProgramFile } from "../domain/workspaces/apply-program.ts";
import { amountColumns } from "../domain/programs/rate.ts";
import { isCurrencyCode } from "../domain/rules/currency-codes.ts";
import { slugOf } from "../domain/rules/slug.ts";
import { mistakesIn, pathOf as pathText } from "../middleware/validate.ts";
import { present } from "../present.ts";
import { programFile } from "../schemas/program-file.ts";
import { UsageError, type Given } from "./command.ts";
import { valueOf } from "./operator.ts";

/** The questions: option, text, default, the field of the program file, and what is said of an answer that the field cannot take. */
export const questions = {
  name: {
    value: "text",
    does: "name partners see",
    path: "program.name",
    wrong: "A name has 1 to 190 characters.",
    question: "What is the program called?",
    otherwise: "Partner program",
  },
  url: {
    value: "address",
    does: "where partners send people, e.g. https://acme.com",
    path: "program.url",
    wrong: "That is no address of a page. Give it with https://, such as https://acme.com.",
    question: "Where do partners send people (https://...)?",
  },
  currency: {
    value: "code",
    does: "currency of the program; default usd",
    path: "program.currency",
    wrong: "There is no such currency. Give its three letters, such as usd or eur.",
    question: "Which currency do you pay in?",
    otherwise: "usd",
  },
  reward: {
    value: "25% or 5.00",
    does: "what a sale earns: a share of it or a sum; default 20%",
    path: "groups[0].rewards.sale",
    wrong: "That is neither a share nor a sum of that currency. Give a share such as 25%, or a sum such as 5.00.",
    question: "What does a sale earn (a share such as 25%, or a sum such as 5.00)?",
    otherwise: "20%",
  },
  discount: {
    value: "10% or 5.00",
    does: "what a partner's customers save; default none",
    path: "groups[0].discount",
    wrong: "That is neither a share nor a sum of that currency. Give a share such as 10%, a sum such as 5.00, or none.",
    question: "What does a partner's friend save (10%, 5.00 or none)?",
    otherwise: "none",
  },
  hold: {
    value: "days",
    does: "days until a commission may be paid: 0, 7, 14, 30, 60 or 90; default 30",
    path: "program.holdingPeriodDays",
    wrong: "Give one of 0, 7, 14, 30, 60 or 90.",
    question: "How many days does a commission wait for refunds (0, 7, 14, 30, 60 or 90)?",
    otherwise: "30",
  },
} as const satisfies Record<
  string,
  { value: string; does: string; path: string; wrong: string; question: string; otherwise?: string }
>;

type Question = keyof typeof questions;
const names = Object.keys(questions) as Question[];

/** Where the questions are asked. */
interface Terminal {
  /** @throws Error when there will be no answer */
  question(text: string): Promise<string>;
  tell(text: string): void;
}

/**
 * Asks for missing answers, each again until it can be used; without a terminal, or for an empty answer, uses the default. Answers are not
 * lost: the terminal shows the call that has them, as does the error when it closes.
 */
export async function askFor(given: Given, terminal: Terminal | undefined): Promise<Given> {
  const options = { ...given.options };
  const asked = names.filter((name) => options[name] === undefined);
  for (const name of asked) {
    const { question, otherwise, wrong }: { question: string; otherwise?: string; wrong: string } = questions[name];
    for (;;) {
      const shown = otherwise === undefined ? `${question} ` : `${question} [${otherwise}] `;
      const said = await terminal?.question(shown).catch(() => {
        throw new UsageError(`\nNothing was set up. To go on: ${callWith({ ...given, options })}`);
      });
      options[name] = said?.trim() || otherwise;
      if (!terminal || (options[name] !== undefined && !isWrong(name, options))) break;
      terminal.tell(wrong);
    }
  }
  if (options["url"] === undefined)
    throw new UsageError("Where do partners send people? Say it with --url https://acme.com.");
  if (asked.length > 0) terminal?.tell(`\nThe same without questions: ${callWith({ ...given, options })}\n`);
  return { ...given, options };
}

/** The call that gives these answers. */
function callWith({ args, options }: Given): string {
  const quoted = (text: string): string => (/^[\w:/.,%@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
  const words = Object.entries(options).flatMap(([name, value]) =>
    typeof value === "string" ? [`--${name}`, quoted(value)] : [],
  );
  return ["referrals-service init", ...args.map(quoted), ...words].join(" ");
}

/** @throws UsageError naming every option that cannot be used */
export function refuseWrong({ options }: Given): void {
  const wrong = names.filter((name) => options[name] !== undefined && isWrong(name, options));
  if (wrong.length > 0)
    throw new UsageError(wrong.map((name) => `--${name} ${options[name]}: ${questions[name].wrong}`).join("\n"));
}

/** Whether an answer cannot be used, judged in a file in which the others are right. */
function isWrong(name: Question, options: Given["options"]): boolean {
  const right = { name: "Acme", url: "https://acme.com", currency: "usd", reward: "20%", discount: "none", hold: "30" };
  const currency = valueIn(options, "currency", right.currency);
  const file = fileWith({ ...right, currency, [name]: valueIn(options, name, "") }, "", null);
  return (
    file === null || mistakesIn(programFile, file).some(({ path }) => pathText(path).startsWith(questions[name].path))
  );
}

function valueIn(options: Given["options"], name: Question, otherwise: string): string {
  const value = options[name];
  return typeof value === "string" ? value : otherwise;
}

/** The program file of a call whose answers were all judged. */
export function answeredFile(given: Given, appUrl: string, known: string | null): ProgramFile {
  const answers = Object.fromEntries(names.map((name) => [name, valueOf(given, name) ?? ""]));
  return present(fileWith(answers as Record<Question, string>, appUrl, known), "the judged file");
}

/** The program file of the answers; `null` when the reward or the discount is no share and no sum. */
function fileWith(
  answers: Readonly<Record<Question, string>>,
  appUrl: string,
  known: string | null,
): ProgramFile | null {
  const { name, url, hold } = answers;
  const currency = answers.currency.toLowerCase();
  const reward = amountOf(answers.reward, currency);
  const discount = answers.discount === "none" ? null : amountOf(answers.discount, currency);
  if (reward === undefined || discount === undefined) return null;
  const group: GroupFile = {
    slug: "default",
    rewards: { sale: { ...reward, maxDuration: 12, conditions: [] } },
    discount: discount && { ...discount, maxDuration: 3, description: null },
  };
  return {
    $schema: `${appUrl}/docs/program.schema.json`,
    workspace: known === null ? { slug: slugOf(name) || "workspace", name } : { slug: known },
    program: {
      name,
      url,
      currency,
      holdingPeriodDays: Number(hold) as 30,
      attributionWindowDays: 90,
      minPayoutAmount: 0,
      payoutMethods: ["paypal"],
      payoutMethodDelayHours: 24,
      autoApprove: true,
      allowedOrigins: [],
    },
    groups: [group],
  };
}

/** `25%`, or a sum in major units; `undefined` when it is neither, or more than can be kept. */
function amountOf(text: string, currency: string): { type: "flat" | "percentage"; amount: number } | undefined {
  const amount = sumOf(text, currency) ?? shareOf(text);
  try {
    if (amount) amountColumns(amount.type, amount.amount);
    return amount;
  } catch {
    return undefined;
  }
}

function shareOf(text: string): { type: "percentage"; amount: number } | undefined {
  const [, share] = /^(\d+(?:\.\d{1,2})?) ?%$/.exec(text) ?? [];
  return share === undefined ? undefined : { type: "percentage", amount: Number(share) };
}

function sumOf(text: string, currency: string): { type: "flat"; amount: number } | undefined {
  const digits = isCurrencyCode(currency) ? currencyExponent(currency) : 2;
  const [, whole, part = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  return { type: "flat", amount: Number(whole + part.padEnd(digits, "0")) };
}
