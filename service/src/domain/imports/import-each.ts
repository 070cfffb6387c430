import { ReferralsError, type ImportOutcome } from "referrals-embed/contract";
import { sumTooLarge } from "../../bounds.ts";
import { besideOtherItems, oneBatchAtATime } from "../../store/lock-order.ts";
import { isSumViolation, Overtaken } from "../../store/violations.ts";
import type { Context } from "../context.ts";
import { lockLinksAhead, namedBy } from "../lock-ahead.ts";
import { portionsOf } from "../portions.ts";
import { inTransaction } from "../transaction.ts";

/** What became of an item that was taken. */
export interface Imported {
  outcome: "created" | "updated" | "changed" | "unchanged";
  id: string | null;
}

/** The end of an item of which nothing is new. */
export function unchanged(id: string | null): Imported {
  return { outcome: "unchanged", id };
}

/** What became of an item: why, if it was refused. */
export type End = Imported | ReferralsError;

/** How a bulk import is done. */
export interface ImportOptions<Item> {
  /** Turns an item into what it must be, or throws its 422. */
  check: (item: unknown) => Item;
  /** Whether everything is taken back at the end. */
  dryRun: boolean;
}

/** How items of a kind are imported. */
export interface Importer<Item> {
  /** Names what an item changes: of two items with the same, the later one is imported after the earlier one was written. */
  keysOf: (item: Item) => readonly string[];
  /**
   * What makes items speak of one thing, where each is written alone. A try of such items is done in portions, for on the embedded store
   * everybody waits for its end; an item is tried after those before it that have one of its names.
   */
  namesOf?: (item: Item) => readonly string[];
  /** Imports items that share nothing, in a transaction or savepoint. What is thrown undoes them all; what one is refused for may also be its end. */
  run: (ctx: Context, items: readonly Item[]) => Promise<End[]>;
}

/** The end of an item that says otherwise than what is stored, and of which nothing was applied. */
export class Conflict extends ReferralsError {
  constructor(message: string) {
    super("conflict", message);
  }
}

/** Imports items, each alone, answers in their order: one that is refused leaves the others. */
export async function importEach<Item>(
  ctx: Context,
  items: readonly unknown[],
  { check, dryRun, ...importer }: ImportOptions<Item> & Importer<Item>,
): Promise<ImportOutcome[]> {
  const checked = items.map(attempt((item: unknown) => check(item)));
  const importNow = async (ctx: Context, portion: readonly (Item | ReferralsError)[]): Promise<End[]> => {
    // A whole import in one transaction, as a try or with an `Idempotency-Key`, holds what other imports may want in another order.
    if (ctx.db.isTransaction) await oneBatchAtATime(ctx.db);
    await lockLinksAhead(ctx, () => namedBy(ctx, items));
    return importAll(ctx, portion, importer);
  };
  const ends: End[] = [];
  if (!dryRun) ends.push(...(await importNow(ctx, checked)));
  else {
    for (const { from, to } of importer.namesOf ? portionsOf(items) : [{ from: 0, to: items.length }]) {
      const before = sameAs(checked.slice(from, to), checked.slice(0, from), importer);
      const found = await takenBack(ctx, (ctx) => importNow(ctx, [...before, ...checked.slice(from, to)]));
      ends.push(...found.slice(before.length));
    }
  }
  const outcomes = ends.map(outcomeOf);
  return dryRun ? outcomes.map((row) => (row.outcome === "created" ? { ...row, id: null } : row)) : outcomes;
}

/** Does work, undoes it, and answers what it came to. */
async function takenBack<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const undone = new Error("a try is undone");
  let result: T | undefined;
  try {
    await inTransaction(ctx, async (ctx) => {
      result = await work(ctx);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return result as T;
}

/** As many items before a portion are tried with it. */
const mostBefore = 10;

/** The items before a portion that speak of what it speaks of, the last of them. */
function sameAs<Item>(
  portion: readonly (Item | ReferralsError)[],
  before: readonly (Item | ReferralsError)[],
  { namesOf }: Importer<Item>,
): Item[] {
  if (!namesOf) return [];
  const isItem = (one: Item | ReferralsError): one is Item => !(one instanceof ReferralsError);
  const names = new Set(portion.filter(isItem).flatMap(namesOf));
  return before
    .filter(isItem)
    .filter((item) => namesOf(item).some((name) => names.has(name)))
    .slice(-mostBefore);
}

/** What a step makes of its input, or why it refuses it. */
function attempt<Given extends unknown[], Made>(
  step: (...given: Given) => Made,
): (...given: Given) => Made | ReferralsError {
  return (...given) => {
    try {
      return step(...given);
    } catch (error) {
      if (error instanceof ReferralsError) return error;
      throw error;
    }
  };
}

/**
 * The rows that go on, each with what `step` found for it. A row that `step` refuses, or knows the end of, goes no further.
 * @param ends the ends of items, added to
 */
export function goOn<Row extends { input: object }, Found extends object>(
  ends: Map<object, End>,
  rows: readonly Row[],
  step: (row: Row, index: number) => Found,
): (Row & Exclude<Found, End>)[] {
  return rows.flatMap((row, index) => {
    const found = attempt(() => step(row, index))();
    if (!isEnd(found)) return { ...row, ...(found as Exclude<Found, End>) };
    ends.set(row.input, found);
    return [];
  });
}

function isEnd(found: object): found is End {
  return found instanceof ReferralsError || ("outcome" in found && found.outcome !== undefined);
}

async function importAll<Item>(
  ctx: Context,
  checked: readonly (Item | ReferralsError)[],
  importer: Importer<Item>,
): Promise<End[]> {
  const ends: End[] = [];
  const rows: Row<Item>[] = [];
  for (const [index, item] of checked.entries()) {
    if (item instanceof ReferralsError) ends[index] = item;
    else rows.push({ index, item });
  }
  for (const wave of wavesOf(rows, importer)) {
    const found = await settle(
      ctx,
      wave.map(({ item }) => item),
      { importer },
    );
    for (const [place, end] of found.entries()) {
      const row = wave[place];
      if (row) ends[row.index] = end;
    }
  }
  return ends;
}

/** An item and its place in the call. */
interface Row<Item> {
  index: number;
  item: Item;
}

/** Rows in as few groups as can be, so that no group has a key twice, and those that share one stay in their order. */
function wavesOf<Item>(rows: readonly Row<Item>[], { keysOf }: Importer<Item>): Row<Item>[][] {
  const waves: Row<Item>[][] = [];
  const next = new Map<string, number>();
  for (const row of rows) {
    const keys = keysOf(row.item);
    const wave = Math.max(0, ...keys.map((key) => next.get(key) ?? 0));
    for (const key of keys) next.set(key, wave + 1);
    (waves[wave] ??= []).push(row);
  }
  return waves;
}

/** How often a wave is tried again that other calls overtake. */
const tries = 5;

/** Imports a wave, in halves where writing it refuses one of its rows, until the refused one stands alone. */
async function settle<Item>(
  ctx: Context,
  items: readonly Item[],
  { importer, left = tries }: { importer: Importer<Item>; left?: number },
): Promise<End[]> {
  try {
    return await inTransaction(ctx, (ctx) => besideOtherItems(ctx.db).then(() => importer.run(ctx, items)));
  } catch (error) {
    if (error instanceof Overtaken && left > 0) return settle(ctx, items, { importer, left: left - 1 });
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (items.length === 1) return [refusal];
    const half = Math.ceil(items.length / 2);
    const first = await settle(ctx, items.slice(0, half), { importer });
    return [...first, ...(await settle(ctx, items.slice(half), { importer }))];
  }
}

/** Why an item is refused when this was thrown; `undefined` where the failure is not the item's. */
function refusalOf(error: unknown): ReferralsError | undefined {
  if (error instanceof ReferralsError) return error;
  if (error instanceof Overtaken) {
    return new ReferralsError("conflict", "Other calls change the same rows. Repeat the call.", { cause: error });
  }
  if (!isSumViolation(error)) return undefined;
  return new ReferralsError("unprocessable_entity", sumTooLarge, { cause: error });
}

function outcomeOf(end: End): ImportOutcome {
  if (!(end instanceof ReferralsError)) return { ...end, error: null };
  const outcome = end instanceof Conflict ? "conflict" : "refused";
  return { outcome, id: null, error: { code: end.code, message: end.message } };
}
