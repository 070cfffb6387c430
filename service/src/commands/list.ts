import { open } from "node:fs/promises";
import { csvLists, writeCsv, type CsvList, type CsvOperation } from "../domain/workspaces/csv-lists.ts";
import { validate } from "../middleware/validate.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, pathOf, valueOf, workspaceOption, type Operator } from "./operator.ts";

/**
 * Streams a whole list as CSV to `--out` or the standard output.
 * @param query the API's filter parameters
 * @throws UsageError
 */
async function writeList(
  { inWorkspace, tell }: Operator,
  given: Given,
  { operation, query }: { operation: CsvOperation; query: Record<string, string> },
): Promise<string> {
  const checked = validate((csvLists[operation] as CsvList).query, query);
  const ctx = await inWorkspace();
  const out = valueOf(given, "out");
  if (out === undefined) {
    // The caller adds a line break to a command's answer, so the last batch is returned as the answer.
    let last = "";
    const write = async (text: string): Promise<void> => {
      if (last !== "") await tell(last, "stdout");
      last = text;
    };
    await writeCsv(ctx, operation, { query: checked, write });
    return last.replace(/\r\n$/, "");
  }
  const file = await open(pathOf(given, out), "w", PRIVATE_FILE).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${out} cannot be written: ${error.code}. Name another --out.`);
  });
  try {
    await writeCsv(ctx, operation, { query: checked, write: async (text) => void (await file.writeFile(text)) });
  } finally {
    await file.close();
  }
  return `${out} is written.`;
}

/** `list <partners|customers|commissions|payouts>`: all of them as CSV. */
export const list = operatorCommand(
  {
    does: "write partners, customers, commissions or payouts as CSV",
    isLong: true,
    takes: "<partners|customers|commissions|payouts>",
    options: {
      out: { value: "file", does: "where to; default standard output" },
      status: { value: "status", does: "partners, commissions, payouts: only those in this status" },
      partner: { value: "id", does: "commissions, payouts: only those of this partner" },
      payout: { value: "id", does: "commissions: only those this payout pays" },
      search: { value: "text", does: "partners, customers: only those with this text" },
      from: { value: "date", does: "commissions, payouts: only those earned, or paid, from then on" },
      to: { value: "date", does: "commissions, payouts, with --from: only those until then; a date is its whole day" },
      timezone: { value: "zone", does: "commissions, payouts: IANA zone in which dates begin; default UTC" },
      amounts: { value: "form", does: "decimal: with the currency's decimals; minor, the default: in minor units" },
      ...workspaceOption,
    },
    more: "The columns are those of the API. Cells that a spreadsheet would run as a formula begin with '.",
  },
  (operator, given) => {
    const [name = ""] = given.args;
    const takes: readonly string[] | undefined = Object.hasOwn(filters, name)
      ? filters[name as keyof typeof filters]
      : undefined;
    if (!takes) throw new UsageError(`list takes ${Object.keys(filters).join(", ")}, not ${name}.`);
    const asked = Object.keys(parameters).filter((option) => given.options[option] !== undefined);
    const wrong = asked.find((option) => !takes.includes(option));
    if (wrong !== undefined)
      throw new UsageError(`list ${name} takes no --${wrong}. It takes --${takes.join(", --")}.`);
    if (given.options["to"] !== undefined && given.options["from"] === undefined)
      throw new UsageError("--to goes with --from. Give both.");
    const query = asked.map((option) => [parameters[option as keyof typeof parameters], valueOf(given, option)]);
    return writeList(operator, given, {
      operation: `${name as keyof typeof filters}.list`,
      query: Object.fromEntries(query) as Record<string, string>,
    });
  },
);

/** The filters of each list. */
const filters = {
  partners: ["status", "search", "amounts"],
  customers: ["search", "amounts"],
  commissions: ["status", "partner", "payout", "from", "to", "timezone", "amounts"],
  payouts: ["status", "partner", "from", "to", "timezone", "amounts"],
} as const satisfies Record<string, readonly string[]>;

/** The options as the API calls them. */
const parameters = {
  status: "status",
  search: "search",
  partner: "partnerId",
  payout: "payoutId",
  from: "start",
  to: "end",
  timezone: "timezone",
  amounts: "amounts",
} as const;
