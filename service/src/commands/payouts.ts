import { open, type FileHandle } from "node:fs/promises";
import type { PayoutBulkResult } from "referrals-embed/contract";
import { bounds } from "../bounds.ts";
import { confirmPayouts, settlePayouts } from "../domain/payouts/change-payouts.ts";
import { exportPayouts, type PayoutFile } from "../domain/payouts/export-payouts.ts";
import { reissuePayout } from "../domain/payouts/reissue-payout.ts";
import { releaseDestination } from "../domain/payouts/release-destination.ts";
import { runPayouts } from "../domain/payouts/run-payouts.ts";
import { payoutStandings, type PayoutStanding } from "../domain/payouts/tell-waiting.ts";
import { loadProgram } from "../domain/programs/load-program.ts";
import type { Lack } from "../domain/rules/payout-standing.ts";
import { moneyInWords, needsInWords, waitingInWords } from "../domain/rules/payout-words.ts";
import { rejectUnstorable } from "../middleware/reject-unstorable.ts";
import { validate } from "../middleware/validate.ts";
import { payoutSettleInput } from "../schemas/payouts.ts";
import { present } from "../present.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { UsageError, type Done, type Given } from "./command.ts";
import { dateOf, operatorCommand, pathOf, valueOf, workspaceOption, type Operator } from "./operator.ts";
import { readCsv } from "./read-csv.ts";
import { wholeTextOf } from "./read-text.ts";

/** `payouts run|confirm|export|settle|reissue|release`. */
export const payouts = operatorCommand(
  {
    does: "collect, confirm, hand over, settle, repeat and release payouts",
    isLong: true,
    takes: "<run|confirm|export|settle|reissue|release> [id or file] ...",
    options: {
      cutoff: { value: "date", does: "run: what was payable by then, not in the future; default now" },
      all: { value: true, does: "confirm: every payout that is pending" },
      format: { value: "csv|json|paypal|wise", does: "export: default csv; paypal and wise are their batch files" },
      out: { value: "file", does: "export: where to; default standard output" },
      reason: { value: "text", does: "reissue, release: why; kept" },
      ...workspaceOption,
    },
    more:
      "Paying takes four calls. run collects every partner's payable commissions, and says what each is paid and what waits, why and until when. confirm --all (or ids) fixes amounts and\n" +
      "destinations, and says what it refuses. export hands over what was confirmed, and may be repeated; with ids it writes the file of these again, also after they were paid. settle FILE.csv\n" +
      "records what was paid, by the columns payoutId, and where needed status (completed, sent or failed), reference and\n" +
      "failureReason: the file of export will do. reissue <payoutId> pays a completed payout again whose money came back. release <partnerId> lets a\n" +
      "partner be paid to a destination that another partner uses too.",
  },
  async (operator, given) => {
    const [action] = given.args;
    switch (action) {
      case "run":
        return collect(operator, given);
      case "confirm":
        return confirm(operator, given);
      case "settle":
        return settle(operator, given);
      case "export":
        return handOver(operator, given);
      case "reissue":
        return `${(await reissuePayout(await operator.inWorkspace(), idOf(given), reasonOf(given))).id} pays ${idOf(given)} again.`;
      case "release":
        await releaseDestination(await operator.inWorkspace(), { partnerId: idOf(given) }, { reason: reasonOf(given) });
        return `The destination of ${idOf(given)} is released.`;
      default:
        throw new UsageError(`payouts takes run, confirm, export, settle, reissue or release, not ${action}.`);
    }
  },
);

async function collect({ inWorkspace }: Operator, given: Given): Promise<string> {
  const ctx = await inWorkspace();
  const cutoff = dateOf(given, "cutoff");
  const made = new Set(await runPayouts(ctx, cutoff));
  const { currency } = await loadProgram(ctx);
  const standings = await payoutStandings(ctx, { cutoff });
  const open = standings.flatMap(({ owed, lack }) =>
    owed.payoutId === null ? [] : [{ id: owed.payoutId, owed, needs: lack ? `, waits: ${lackInWords(lack)}` : "" }],
  );
  const waiting = standings.flatMap(({ owed, waiting }) => waiting.map((money) => ({ owed, money })));
  const lacking = standings.filter(({ owed, lack }) => lack !== null && owed.payoutId === null);
  return [
    `${made.size} payouts were made or added to.`,
    ...open.map(({ id, owed, needs }) => {
      const known = made.has(id) ? "" : ", from before";
      return `${id}  ${whoOf(owed)}  ${moneyInWords(owed.open, currency)}${known}${needs}`;
    }),
    ...(waiting.length + lacking.length > 0 ? ["", "What waits:"] : []),
    ...waiting.map(({ owed, money }) => {
      const amount = money.amount === null ? "not known yet" : moneyInWords(money.amount, currency);
      return `${whoOf(owed)}  ${amount}  ${waitingInWords(money)}`;
    }),
    ...lacking.map(({ owed, lack }) => `${whoOf(owed)}  ${lackInWords(present(lack, "what is missing"))}`),
  ].join("\n");
}

function whoOf({ partnerId, name, email }: PayoutStanding["owed"]): string {
  return `${partnerId} ${name ?? email ?? ""}`.trimEnd();
}

function lackInWords({ reason, until }: Lack): string {
  return needsInWords[reason] + (until ? `: ${until.toISOString()}` : "");
}

async function confirm({ inWorkspace }: Operator, { args, options }: Given): Promise<Done> {
  const [, ...ids] = args;
  if (ids.length === 0 && !options["all"]) throw new UsageError("Which ones? Give their ids, or --all.");
  return doneWith(await confirmPayouts(await inWorkspace(), ids.length > 0 ? ids : undefined), "confirmed");
}

async function settle({ inWorkspace }: Operator, given: Given): Promise<Done> {
  const path = pathOf(given, idOf(given));
  const rows = readCsv(await wholeTextOf(path)).map(({ payoutId, id, status, reference, failureReason }) => ({
    id: payoutId || id,
    ...(status && { status }),
    ...(reference && { reference }),
    ...(failureReason && { failureReason }),
  }));
  if (rows.length === 0)
    throw new UsageError(`${path} has no row. It needs a header with payoutId, and a line per payout.`);
  rejectUnstorable({ payouts: rows }, { bytes: bounds.bodyString });
  const { payouts: changes } = validate(payoutSettleInput, { payouts: rows });
  return doneWith(await settlePayouts(await inWorkspace(), changes), "settled");
}

function doneWith({ payoutIds, refused }: PayoutBulkResult, what: string): Done {
  const lines = [
    `${payoutIds.length} payouts are ${what}.`,
    ...refused.map(({ id, reason }) => `${id}  refused: ${reason}`),
  ];
  return { text: lines.join("\n"), exitCode: refused.length > 0 ? 1 : 0 };
}

async function handOver({ inWorkspace }: Operator, given: Given): Promise<string> {
  const format = valueOf(given, "format") ?? "csv";
  if (format !== "csv" && format !== "json" && format !== "paypal" && format !== "wise")
    throw new UsageError("--format must be csv, json, paypal or wise.");
  const out = valueOf(given, "out");
  // Opened before any payout is marked as exported: a payout in a file that was never written would not be paid.
  const file = out === undefined ? undefined : await openFile(pathOf(given, out));
  try {
    const [, ...ids] = given.args;
    const made = await exportPayouts(await inWorkspace(), format, ids.length > 0 ? { ids } : {});
    if (!file) return made.text.trimEnd();
    await file.writeFile(made.text);
    return writtenAs(out, made);
  } finally {
    await file?.close();
  }
}

/** @throws UsageError when the file cannot be written */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, "w", PRIVATE_FILE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "its folder does not exist" : `${code}`;
    throw new UsageError(`${path} cannot be written (${why}). Nothing was handed over; name another --out.`);
  }
}

function writtenAs(out: string | undefined, { count, paid, left }: PayoutFile): string {
  const again = paid > 0 ? ` ${paid} of them are sent or paid already: see that nobody is paid twice.` : "";
  const others = left.length > 0 ? ` Others are paid by ${left.join(", ")}: --format csv has them all.` : "";
  return `${out} is written: ${count} payouts.${again}${others}`;
}

function idOf({ args }: Given): string {
  const [, id] = args;
  if (id === undefined) throw new UsageError("Which one? Give its id.");
  return id;
}

function reasonOf(given: Given): string {
  const reason = valueOf(given, "reason");
  if (reason) return reason;
  throw new UsageError("Say why with --reason: it is kept.");
}
