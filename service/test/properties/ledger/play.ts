import type { TestService } from "../../harness.ts";
import { brokenInvariants } from "../expect-sound.ts";
import { apply, invoiceAt, openBooks, lineAt, payoutAt, rowOf, type Told } from "./apply.ts";
import type { Books, Line, Payout } from "./books.ts";
import { openStage, type Stage } from "./stage.ts";
import { send, type Targets } from "./send.ts";
import type { Setup, Step } from "./story.ts";

/** The model and the service beside it, and which of their lines are the same. */
interface Play {
  stage: Stage;
  books: Books;
  told: Told;
  lines: Map<Line, string>;
  payouts: Map<Payout, string>;
}

/** Violations that earlier stories left: the smaller ones of a story that failed are played in the same store. */
const left = new Map<string, number>();

/** Plays a story with the model and the service, compares them after each step, and checks every invariant at the end. */
export async function play(service: TestService, setup: Setup, steps: readonly Step[]): Promise<void> {
  const stage = await openStage(service, setup);
  const it: Play = {
    stage,
    books: openBooks(setup, { now: service.clock.now(), clicks: stage.members.map(({ clickAt }) => clickAt) }),
    told: new Map(),
    lines: new Map(),
    payouts: new Map(),
  };
  let wrong: Error | undefined;
  for (const [index, step] of steps.entries()) {
    wrong = await take(it, step).then(
      () => undefined,
      (cause: Error) =>
        new Error(`step ${index + 1} of ${steps.length}, ${JSON.stringify(step)}: ${cause.message}`, { cause }),
    );
    if (wrong) break;
  }
  // Also where a step went wrong: what that left is no fault of the next story.
  const found = await brokenInvariants(service);
  const broken = found.filter(({ says, violations }) => violations > (left.get(says) ?? 0));
  for (const { says, violations } of found) left.set(says, violations);
  if (wrong) throw wrong;
  if (broken.length > 0) throw new Error(`broken at the end: ${JSON.stringify(broken)}`);
}

async function take(it: Play, step: Step): Promise<void> {
  const { books, stage, told } = it;
  // Nothing happens twice in one moment.
  stage.service.clock.advance(60_000);
  books.now += 60_000;
  const targets: Targets = {
    line: (index) => idOf(it.lines, lineAt(books, index)),
    payout: (index) => idOf(it.payouts, payoutAt(books, index)),
    invoice: (index) => invoiceAt(books, index),
    row: (again) => rowOf(books, again),
  };
  const isEmpty = ("line" in step && books.lines.length === 0) || ("payout" in step && books.payouts.length === 0);
  if (isEmpty) return;
  const is = await send(stage, step, targets);
  const should = apply(books, stage, told, step);
  const wrong = [
    ...(is === should ? [] : [`answered ${is} (${stage.said}), should ${should}`]),
    ...(await differences(it)),
  ];
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

const idOf = <T>(ids: Map<T, string>, one: T | undefined): string | undefined => one && ids.get(one);

/** What the service has other than the model. */
async function differences(it: Play): Promise<string[]> {
  const { ctx, workspaceId, members } = it.stage;
  const rows = await ctx.db
    .selectFrom("commissions as c")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("id")
    .execute();
  const payouts = await ctx.db
    .selectFrom("payouts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("id")
    .execute();
  const indexOf = (partnerId: string): number => members.findIndex((member) => member.partnerId === partnerId);
  pair(it.payouts, it.books.payouts, payouts, {
    ofModel: ({ partner, of, imported, reference }) => [partner.index, !!of, imported ? reference : ""].join(),
    ofService: (row) => [indexOf(row.partner_id), row.kind === "reissue", row.imported ? row.reference : ""].join(),
  });
  pair(it.lines, it.books.lines, rows, {
    ofModel: ({ type, partner, sale, of }) =>
      [type, partner.index, sale?.invoice ?? "", (of && it.lines.get(of)) ?? ""].join(),
    ofService: (row) => [row.type, indexOf(row.partner_id), row.invoice_id ?? "", row.source_id ?? ""].join(),
  });
  const payoutName = (id: string | null): string => {
    const known = [...it.payouts].find(([, known]) => known === id);
    return id === null ? "-" : known ? `payout ${it.books.payouts.indexOf(known[0])}` : `unknown ${id}`;
  };
  const byLine = new Map([...it.lines].map(([line, id]) => [id, line]));
  const is = rows.map((row) =>
    [
      byLine.has(row.id) ? "" : "UNKNOWN",
      row.type,
      `partner ${indexOf(row.partner_id)}`,
      byLine.get(row.id)?.note ?? row.invoice_id,
      `${row.earnings} of ${row.gross_earnings}`,
      row.status,
      row.hold_reasons.toSorted().join("+"),
      row.mark ? "marked" : "",
      payoutName(row.payout_id),
      row.payable_at?.toISOString(),
    ].join(" "),
  );
  const should = it.books.lines.map((line) =>
    [
      it.lines.has(line) ? "" : "MISSING",
      line.type,
      `partner ${line.partner.index}`,
      line.note,
      `${line.earnings} of ${line.gross}`,
      line.status,
      [...line.holds].toSorted().join("+"),
      line.mark ? "marked" : "",
      line.payout ? payoutName(it.payouts.get(line.payout) ?? "missing") : "-",
      new Date(line.payableAt).toISOString(),
    ].join(" "),
  );
  const paid = payouts.map((row) => [payoutName(row.id), row.status, row.amount].join(" "));
  const toPay = it.books.payouts.map((payout) =>
    [payoutName(it.payouts.get(payout) ?? "missing"), payout.status, payout.amount].join(" "),
  );
  return [...compare("line", is, should), ...compare("payout", paid, toPay)];
}

function compare(what: string, is: readonly string[], should: readonly string[]): string[] {
  const left = [...should];
  const extra = is.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [...extra.map((one) => `${what} is     ${one}`), ...left.map((one) => `${what} should ${one}`)];
}

/** Finds out which new ones of the service are which of the model, by what they are for. */
function pair<Of, Row extends { id: string }>(
  ids: Map<Of, string>,
  models: readonly Of[],
  rows: readonly Row[],
  name: { ofModel(one: Of): string; ofService(row: Row): string },
): void {
  const known = new Set(ids.values());
  const free = rows.filter(({ id }) => !known.has(id));
  for (const model of models) {
    if (ids.has(model)) continue;
    const index = free.findIndex((row) => name.ofService(row) === name.ofModel(model));
    const [row] = index < 0 ? [] : free.splice(index, 1);
    if (row) ids.set(model, row.id);
  }
}
