import { plans, ReferralsError, type Plan } from "referrals-embed/contract";
import { accessOf } from "referrals-embed/rules";
import { readBootstrap } from "../../store/queries/embed/embed-bootstrap.ts";
import { listEarnings, listPayouts } from "../../store/queries/embed/embed-earnings.ts";
import { livingTokens, streamStates, type StreamState } from "../../store/queries/embed/embed-stream.ts";
import { limits } from "../../limits.ts";
import type { Context } from "../context.ts";
import { embedSettings } from "../programs/program-record.ts";
import { figuresOf } from "./figures.ts";
import { toEarning, toPayoutRow } from "./earning-record.ts";
import { LiveStream } from "./live-stream.ts";
import type { EmbedSession } from "./session.ts";

const streamsPerToken = limits.streamsOfToken.amount;
const resumeMs = 5 * 60_000;
const warnMs = 60_000;
/** A row may be committed this much later than its own timestamp. */
const commitLagMs = 5000;
/** Most changes that one look reports. */
const firstPage = { after: undefined, limit: 100 };

/** What looks read from. */
type Reads = Pick<Context, "db" | "clock"> & Pick<Context["store"], "pool">;

/** Calls `work` repeatedly; answers a function that stops it. */
export type Every = (work: () => void) => () => void;

/**
 * The open event streams of this process. One look a second, in the lane of jobs, serves all of them: it costs two statements for any
 * number of streams, and a few more for each changed enrollment.
 */
export class StreamHub {
  readonly #reads: Reads;
  readonly #every: Every;
  readonly #streams = new Set<LiveStream>();
  #stop: (() => void) | undefined;
  #looking: Promise<void> | undefined;

  constructor({ store, clock }: Pick<Context, "store" | "clock">, every: Every) {
    const { db, pool } = store.in("jobs");
    this.#reads = { db, pool, clock };
    this.#every = every;
  }

  /**
   * Opens a stream. A `lastEventId` of the last five minutes goes on from there, else a snapshot comes first.
   * @throws ReferralsError 429 beyond four streams of one token
   */
  open(session: EmbedSession & { id: string }, lastEventId: string | null): ReadableStream<Uint8Array> {
    const own = [...this.#streams].filter((stream) => stream.tokenId === session.id);
    if (own.length >= streamsPerToken) {
      const message = `More than ${streamsPerToken} streams with one token. Close one first.`;
      throw new ReferralsError("rate_limit_exceeded", message, { retryAfter: 3 });
    }
    const nowMs = this.#reads.clock.now();
    const last = /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : 0;
    const since = last > nowMs - resumeMs && last <= nowMs ? last - commitLagMs : nowMs + 1;
    const stream: LiveStream = new LiveStream(session, { tokenId: session.id, since, nowMs }, () =>
      this.#forget(stream),
    );
    this.#streams.add(stream);
    this.#stop ??= this.#every(() => void this.poll());
    void this.poll();
    return stream.body;
  }

  /** Sends every stream the changes. After a failed look the next one catches up. */
  poll(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch(() => {})
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const streams = [...this.#streams];
    if (streams.length === 0) return;
    const { db } = this.#reads;
    const states = await streamStates(db, [...new Set(streams.map((stream) => stream.session.enrollmentId))]);
    const byId = new Map(states.map((state) => [state.enrollmentId, state]));
    const living = await livingTokens(db, [...new Set(streams.map((stream) => stream.tokenId))]);
    const look = new Look(this.#reads);
    for (const stream of streams) {
      const state = byId.get(stream.session.enrollmentId);
      const open = state && !state.removed && state.live && mayEmbed(state.plan) && living.has(stream.tokenId);
      if (open) await this.#tell(stream, state, look);
      else this.#end(stream);
    }
  }

  async #tell(stream: LiveStream, state: StreamState, look: Look): Promise<void> {
    const { nowMs } = look;
    const left = stream.session.expiresAt.getTime() - nowMs;
    if (left <= 0) return this.#end(stream);
    if (left <= warnMs && !stream.warned) {
      stream.warned = true;
      stream.send({ event: "expiring", data: { expires: stream.session.expiresAt.toISOString() } }, nowMs);
    }
    const access = accessOf(state.status);
    const first = stream.status === undefined;
    if (stream.status !== state.status && (!first || access === "none")) {
      stream.send({ event: "status", data: { status: state.status, access } }, nowMs);
    }
    stream.status = state.status;
    if (access !== "none") await tellFigures(stream, state, look);
    stream.beat(nowMs);
  }

  #end(stream: LiveStream): void {
    stream.close();
    this.#forget(stream);
  }

  #forget(stream: LiveStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

async function tellFigures(stream: LiveStream, state: StreamState, look: Look): Promise<void> {
  const { nowMs } = look;
  if (stream.figures !== state.figures) {
    const { sections, figures, commissions } = await look.changesOf(stream);
    stream.showsPayouts = sections.payouts;
    stream.send({ event: "stats", data: figures }, nowMs);
    for (const data of commissions) stream.sendOnce({ event: "commission", data }, nowMs);
  }
  if (stream.showsPayouts && state.payoutsAt && state.payoutsAt.getTime() >= stream.since) {
    for (const data of await look.payoutsOf(stream)) stream.sendOnce({ event: "payout", data }, nowMs);
  }
  stream.figures = state.figures;
  stream.since = Math.max(stream.since, nowMs - commitLagMs);
}

/** The reads of one look: done once for all streams of an enrollment that are equally up to date. */
class Look {
  /** The moment of the look. */
  readonly nowMs: number;
  readonly #reads: Reads;
  readonly #read = new Map<string, unknown>();

  constructor(reads: Reads) {
    this.#reads = reads;
    this.nowMs = reads.clock.now();
  }

  /** The figures, and the commissions that have changed, oldest first. */
  changesOf(stream: LiveStream) {
    return this.#once("changes", stream, async (filter) => {
      const row = await readBootstrap(this.#reads.pool, filter.enrollmentId, new Date(this.nowMs));
      const settings = embedSettings(row.program);
      const figures = await figuresOf(this.#reads, row);
      const rows = settings.sections.earnings ? await listEarnings(this.#reads.db, filter, firstPage) : [];
      const commissions = rows.toReversed().map((earned) => toEarning(earned, settings));
      return { sections: settings.sections, figures, commissions };
    });
  }

  /** The payouts that have changed, oldest first. */
  payoutsOf(stream: LiveStream) {
    return this.#once("payouts", stream, async (filter) =>
      (await listPayouts(this.#reads.db, filter, firstPage)).toReversed().map(toPayoutRow),
    );
  }

  #once<T>(
    what: string,
    { session: { enrollmentId }, since }: LiveStream,
    read: (filter: { enrollmentId: string; changedSince: Date }) => Promise<T>,
  ): Promise<T> {
    const name = `${what} ${enrollmentId} ${since}`;
    const known = this.#read.get(name) ?? read({ enrollmentId, changedSince: new Date(since) });
    this.#read.set(name, known);
    return known as Promise<T>;
  }
}

/** A downgrade closes running embeds. */
function mayEmbed(plan: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf("advanced");
}
