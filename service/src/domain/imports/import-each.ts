import { ReferralsError, type ImportOutcome } from "referrals-embed/contract";
import { sumTooLarge } from "../../bounds.ts";
import { besideOtherItems, oneBatchAtATime } from "../../store/lock-order.ts";
import { isSumViolation, Overtaken } from "../../store/violations.ts";
import type { Context } from "../context.ts";
import { lockLinksAhead, namedBy } from "../lock-ahead.ts";
import { portionsOf } from "../portions.ts";
import { inTransaction, takenBack } from "../transaction.ts";

/** The outcome of an accepted item. */
export interface Imported {
  outcome: "created" | "updated" | "changed" | "unchanged";
  id: string | null;
}

/** The outcome of an item without news. */
export function unchanged(id: string | null): Imported {
  return { outcome: "unchanged", id };
}

/** The outcome of an item, or the error that refused it. */
export type End = Imported | ReferralsError;

/** How a bulk import is done. */
export interface ImportOptions<Item> {
  /** Parses an item, or throws its 422. */
  check: (item: unknown) => Item;
  /** Whether everything is rolled back at the end. */
  dryRun: boolean;
  /**
   * Called between two transactions, and ends the import by throwing: a batch of partners takes half a minute, in which a caller who has
   * gone would keep the next command waiting.
   */
  beforeNext?: () => Promise<void>;
}

/** How items of a kind are imported. */
export interface Importer<Item> {
  /** Keys of the rows an item changes: of two items with the same key, the later one is imported after the earlier one is written. */
  keysOf: (item: Item) => readonly string[];
  /**
   * Names of the object an item is about, for kinds written one by one. Their dry run is done in portions, because the embedded store
   * blocks other calls until it ends; before an item it repeats earlier items that share a name.
   */
  namesOf?: (item: Item) => readonly string[];
  /**
   * Imports items without a common key, in a transaction or savepoint. A thrown error undoes them all; a refusal may also be returned as an
   * outcome.
   */
  run: (ctx: Context, items: readonly Item[]) => Promise<End[]>;
}

/** The outcome of an item that contradicts the stored data; nothing of it is applied. */
export class Conflict extends ReferralsError {
  constructor(message: string) {
    super("conflict", message);
  }
}

/** Imports each item alone and answers in input order; a refused item does not affect the others. */
export async function importEach<Item>(
  ctx: Context,
  items: readonly unknown[],
  { check, dryRun, beforeNext = async () => {}, ...importer }: ImportOptions<Item> & Importer<Item>,
): Promise<ImportOutcome[]> {
  const checked = items.map(attempt((item: unknown) => check(item)));
  const importNow = async (ctx: Context, portion: readonly (Item | ReferralsError)[]): Promise<End[]> => {
    // A whole import in one transaction (a dry run, or with an `Idempotency-Key`) holds locks that other imports may take in another order.
    if (ctx.db.isTransaction) await oneBatchAtATime(ctx.db);
    // Items as checked, not as given: a file's rows have other names, and a refused one may hold what no statement can.
    await lockLinksAhead(ctx, () => namedBy(ctx, portion.filter(isItem)));
    return importAll(ctx, portion, { ...importer, beforeNext: ctx.db.isTransaction ? undefined : beforeNext });
  };
  const ends: End[] = [];
  if (!dryRun) ends.push(...(await importNow(ctx, checked)));
  else {
    for (const { from, to } of importer.namesOf ? portionsOf(items) : [{ from: 0, to: items.length }]) {
      await beforeNext();
      const before = sameAs(checked.slice(from, to), checked.slice(0, from), importer);
      const found = await takenBack(ctx, (ctx) => importNow(ctx, [...before, ...checked.slice(from, to)]));
      ends.push(...found.slice(before.length));
    }
  }
  const outcomes = ends.map(outcomeOf);
  return dryRun ? outcomes.map((row) => (row.outcome === "created" ? { ...row, id: null } : row)) : outcomes;
}

/** Most earlier items that a dry run repeats before a portion. */
const mostBefore = 10;

/** The last earlier items that share a name with an item of the portion. */
function sameAs<Item>(
  portion: readonly (Item | ReferralsError)[],
  before: readonly (Item | ReferralsError)[],
  { namesOf }: Importer<Item>,
): Item[] {
  if (!namesOf) return [];
  const names = new Set(portion.filter(isItem).flatMap(namesOf));
  return before
    .filter(isItem)
    .filter((item) => namesOf(item).some((name) => names.has(name)))
    .slice(-mostBefore);
}

function isItem<Item>(one: Item | ReferralsError): one is Item {
  return !(one instanceof ReferralsError);
}

/** The result of a step, or the error that refuses its input. */
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
 * The rows to continue with, each with the result of `step`. A row that `step` refuses or finishes is dropped.
 * @param ends receives the outcomes of dropped rows
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
  { beforeNext, ...importer }: Importer<Item> & Pick<ImportOptions<Item>, "beforeNext">,
): Promise<End[]> {
  const ends: End[] = [];
  const rows: Row<Item>[] = [];
  for (const [index, item] of checked.entries()) {
    if (item instanceof ReferralsError) ends[index] = item;
    else rows.push({ index, item });
  }
  for (const wave of wavesOf(rows, importer)) {
    await beforeNext?.();
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

/** Splits rows into as few groups as possible: no group has a key twice, and rows with the same key keep their order. */
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

/** How often a wave is repeated when other calls overtake it. */
const tries = 5;

/** Imports a wave. When a row fails on write, splits the wave in halves until the refused row is alone. */
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

/** The error that refuses an item; `undefined` when the item did not cause the failure. */
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
