import type { Payout, PayoutMethodName } from "../../../contract/records.ts";
import { downloadBlob } from "../../../dashboard/ui/download-blob.ts";
import { newKey, write } from "../../call.ts";

/** As many payouts as one call takes. */
export const atOnce = 1000;

/** Kinds of file, as an owner chooses them. */
export const formats = [
  { value: "csv", label: "CSV" },
  { value: "paypal", label: "PayPal mass payment" },
  { value: "wise", label: "Wise batch" },
  { value: "json", label: "JSON" },
] as const;
export type FileFormat = (typeof formats)[number]["value"];

/** Payouts of a file that are asked for together. */
export interface FilePart {
  payoutIds: string[];
  /** Whether they may stand in an earlier file. Where they may not, the service refuses what somebody else's file has. */
  again: boolean;
  /** The `Idempotency-Key` of asking for it: after a lost answer the same file is answered, also to the next page. */
  key: string;
}

/** Payouts in as many parts as it takes, those first that stand in no file yet. */
export function partsOf(payouts: readonly Payout[]): FilePart[] {
  const first = payouts.filter(({ status }) => status === "processing");
  const later = payouts.filter(({ status }) => status !== "processing");
  return [...inParts(first, false), ...inParts(later, true)];
}

function* inParts(payouts: readonly Payout[], again: boolean): Generator<FilePart> {
  for (let from = 0; from < payouts.length; from += atOnce)
    yield { payoutIds: payouts.slice(from, from + atOnce).map(({ id }) => id), again, key: newKey() };
}

/**
 * One file of those of these payouts that the format can pay: of several files a browser may save the first alone.
 * @param onPart is told of each part that was answered, so that a later failure does not hide it
 * @throws Error where it can pay none of them
 */
export async function saveFile(
  parts: readonly FilePart[],
  format: FileFormat,
  onPart: (part: FilePart) => void = () => {},
): Promise<void> {
  const contents: string[] = [];
  for (const part of parts) {
    const { payoutIds, again, key } = part;
    contents.push((await write("payouts.export", { body: { format, payoutIds, again } }, { key })).content);
    onPart(part);
  }
  const heads = format === "csv" || format === "wise" ? 1 : 0;
  const content = format === "json" ? joinedLists(contents) : joinedLines(contents, heads);
  const rows = format === "json" ? content !== "[]" : content.split("\n").filter(Boolean).length > heads;
  if (!rows) throw new Error("None of these payouts is paid in this way. Choose another format.");
  const name = `payouts-${new Date().toISOString().slice(0, 10)}-${format}.${format === "json" ? "json" : "csv"}`;
  downloadBlob(new Blob([content], { type: format === "json" ? "application/json" : "text/csv" }), name);
}

const joinedLists = (parts: readonly string[]): string =>
  JSON.stringify(parts.flatMap((part) => JSON.parse(part) as unknown[]));

/** Lines of all parts, of which each begins with as many lines of column names. */
const joinedLines = (parts: readonly string[], heads: number): string =>
  parts.map((part, index) => (index > 0 && heads > 0 ? part.slice(part.indexOf("\n") + 1) : part)).join("");

/** The way of payment of a provider's own file. */
const methodOf: Partial<Record<FileFormat, PayoutMethodName>> = { paypal: "paypal", wise: "bank" };

/**
 * What a file is of: nobody is in it who is paid already, or stands in the file for a provider that was saved before. Whoever pays by both
 * files would pay them twice.
 */
export function ofFile(payouts: readonly Payout[], format: FileFormat, saved: readonly FileFormat[] = []): Payout[] {
  const own = methodOf[format];
  const elsewhere = new Set(saved.map((other) => methodOf[other]));
  return payouts
    .filter(({ status }) => status === "processing" || status === "processed")
    .filter(({ method }) => (own ? method === own : method === null || !elsewhere.has(method)));
}

/** Whether the payouts of a file stand in one of all ways of payment that was saved before it: whoever pays by both would pay them twice. */
export function isInEarlierFile(format: FileFormat, saved: readonly FileFormat[] = []): boolean {
  const at = saved.indexOf(format);
  return saved.slice(0, at === -1 ? saved.length : at).some((earlier) => !methodOf[earlier]);
}
