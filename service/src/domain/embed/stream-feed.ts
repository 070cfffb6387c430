import type { EmbedSettings, StreamEvent } from "referrals-embed/contract";
import { accessOf } from "referrals-embed/rules";
import { readBootstrap } from "../../store/queries/embed/embed-bootstrap.ts";
import { listEarnings, listPayouts } from "../../store/queries/embed/embed-earnings.ts";
import type { StreamState } from "../../store/queries/embed/embed-stream.ts";
import type { Context } from "../context.ts";
import { embedSettings } from "../programs/program-record.ts";
import { toEarning, toPayoutRow } from "./earning-record.ts";
import { sha256 } from "../ids.ts";
import { figuresOf } from "./figures.ts";
import { piecesOf, type LiveStream } from "./live-stream.ts";

/** A row may be committed this much later than its own timestamp. */
export const commitLagMs = 5000;
/** Most changes that one look reports. */
const firstPage = { after: undefined, limit: 100 };

/** What looks read from. */
export type Reads = Pick<Context, "db" | "clock"> & Pick<Context["store"], "pool">;

/** An event of a record, and which version of which record it is. */
interface RecordEvent {
  id: string;
  version: string;
  text: string;
}

/**
 * The streams of one enrollment. Each look reads and writes down once what they are told, however many they are; a stream then only takes
 * what suits its place.
 */
export class StreamFeed {
  readonly streams = new Set<LiveStream>();
  readonly enrollmentId: string;
  #figures: string | undefined;
  #showsPayouts = false;
  /** Current streams know what changed before. */
  #since: number;
  /** The records that the last look read, by id, each as a hash: they are read again while they are younger than the lag. */
  #commissions: ReadonlyMap<string, string> = new Map();
  #payouts: ReadonlyMap<string, string> = new Map();

  constructor(enrollmentId: string, since: number) {
    this.enrollmentId = enrollmentId;
    this.#since = since;
  }

  /** Since when current streams have to be told of changes. */
  get since(): number {
    return this.#since;
  }

  /** Reads what `streams`, some of this feed's, have to be told. After a failure the next look reads it. */
  async look(state: StreamState, reads: Reads, streams: readonly LiveStream[]): Promise<News> {
    const nowMs = reads.clock.now();
    if (accessOf(state.status) === "none") {
      this.#figures = undefined;
      return new News(state, nowMs, { new: [], current: [], behind: [] });
    }
    const isChanged = this.#figures !== state.figures;
    const behind = streams.filter(({ place }) => place === "behind");
    const read = new FeedReader(this.enrollmentId, reads);
    const full = isChanged || streams.some(({ place }) => place !== "current") ? await read.stats(nowMs) : undefined;
    const showsPayouts = full ? full.settings.sections.payouts : this.#showsPayouts;
    const paidSince = (since: number): boolean => showsPayouts && (state.payoutsAt?.getTime() ?? -Infinity) >= since;

    const commissions = isChanged && full ? await read.commissions(full.settings, this.#since) : undefined;
    const payouts = paidSince(this.#since) ? await read.payouts(this.#since) : undefined;
    const stats = full ? [full.text] : [];
    const records = [...unknownOf(commissions, this.#commissions), ...unknownOf(payouts, this.#payouts)];
    const missed: string[] = [];
    if (behind.length > 0 && full) {
      // One read for all of them: a record that a client has already does no harm.
      const oldest = Math.min(...behind.map(({ since }) => since));
      const late = await read.commissions(full.settings, oldest);
      const latePayouts = paidSince(oldest) ? await read.payouts(oldest) : [];
      missed.push(full.text, ...[...late, ...latePayouts].map(({ text }) => text));
    }

    this.#figures = state.figures;
    this.#showsPayouts = showsPayouts;
    this.#since = Math.max(this.#since, nowMs - commitLagMs);
    if (commissions) this.#commissions = versionsOf(commissions);
    if (payouts) this.#payouts = versionsOf(payouts);
    return new News(state, nowMs, {
      new: [...stats, ...records],
      current: isChanged ? [...stats, ...records] : records,
      behind: missed,
    });
  }
}

/** What one look tells the streams of an enrollment. */
export class News {
  readonly #state: StreamState;
  readonly #nowMs: number;
  readonly #events: Readonly<Record<LiveStream["place"], readonly string[]>>;
  readonly #made = new Map<string, Uint8Array[]>();

  constructor(state: StreamState, nowMs: number, events: Readonly<Record<LiveStream["place"], readonly string[]>>) {
    this.#state = state;
    this.#nowMs = nowMs;
    this.#events = events;
  }

  /** What a stream is sent; nothing, where it knows all. */
  piecesFor({ status, place }: LiveStream): readonly Uint8Array[] {
    const access = accessOf(this.#state.status);
    const tellsStatus = status !== this.#state.status && (status !== undefined || access === "none");
    const name = `${place} ${tellsStatus}`;
    let pieces = this.#made.get(name);
    if (!pieces) {
      const before = tellsStatus ? [eventText({ event: "status", data: { status: this.#state.status, access } })] : [];
      pieces = this.#piecesOf([...before, ...this.#events[place]]);
      this.#made.set(name, pieces);
    }
    return pieces;
  }

  /** The last event alone has the id: whoever is cut off before it goes on from an earlier one, and gets all of them. */
  #piecesOf(events: string[]): Uint8Array[] {
    const last = events.pop();
    return last === undefined ? [] : piecesOf(`${events.join("")}id: ${this.#nowMs}\n${last}`);
  }
}

/** An event as text, without an id. */
export function eventText({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The reads of one look at one enrollment. */
class FeedReader {
  readonly #enrollmentId: string;
  readonly #reads: Reads;

  constructor(enrollmentId: string, reads: Reads) {
    this.#enrollmentId = enrollmentId;
    this.#reads = reads;
  }

  async stats(nowMs: number): Promise<{ text: string; settings: EmbedSettings }> {
    const row = await readBootstrap(this.#reads.pool, this.#enrollmentId, new Date(nowMs));
    const data = await figuresOf(this.#reads, row);
    return { text: eventText({ event: "stats", data }), settings: embedSettings(row.program) };
  }

  /** The commissions that changed, oldest first. */
  async commissions(settings: EmbedSettings, since: number): Promise<RecordEvent[]> {
    if (!settings.sections.earnings) return [];
    const rows = await listEarnings(this.#reads.db, this.#changed(since), firstPage);
    return rows.toReversed().map((row) => recordEvent({ event: "commission", data: toEarning(row, settings) }));
  }

  /** The payouts that changed, oldest first. */
  async payouts(since: number): Promise<RecordEvent[]> {
    const rows = await listPayouts(this.#reads.db, this.#changed(since), firstPage);
    return rows.toReversed().map((row) => recordEvent({ event: "payout", data: toPayoutRow(row) }));
  }

  #changed(since: number): { enrollmentId: string; changedSince: Date } {
    return { enrollmentId: this.#enrollmentId, changedSince: new Date(since) };
  }
}

function recordEvent(event: Extract<StreamEvent, { data: { id: string } }>): RecordEvent {
  const text = eventText(event);
  return { id: event.data.id, version: sha256(text), text };
}

function unknownOf(records: readonly RecordEvent[] = [], known: ReadonlyMap<string, string>): string[] {
  return records.filter(({ id, version }) => known.get(id) !== version).map(({ text }) => text);
}

function versionsOf(records: readonly RecordEvent[]): ReadonlyMap<string, string> {
  return new Map(records.map(({ id, version }) => [id, version]));
}
