import { plans, ReferralsError, type Plan } from "referrals-embed/contract";
import { accessOf } from "referrals-embed/rules";
import { readBootstrap, type BootstrapRow } from "../../store/queries/embed-bootstrap.ts";
import { listEarnings, listPayouts } from "../../store/queries/embed-earnings.ts";
import { livingTokens, streamStates, type StreamState } from "../../store/queries/embed-stream.ts";
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
/** A row may be committed this much later than the time it carries. */
const commitLagMs = 5000;
const changesPerLook = 100;

/** Calls `work` again and again; answers the function that ends it. */
export type Every = (work: () => void) => () => void;

/**
 * The open event streams of this process. All of them are looked after together: one look a second costs two statements however
 * many are open, and more only for those whose figures have changed.
 */
export class StreamHub {
  readonly #ctx: Pick<Context, "db" | "store" | "clock">;
  readonly #every: Every;
  readonly #streams = new Set<LiveStream>();
  #stop: (() => void) | undefined;
  #looking: Promise<void> | undefined;

  constructor(ctx: Pick<Context, "db" | "store" | "clock">, every: Every) {
    this.#ctx = ctx;
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
    const nowMs = this.#ctx.clock.now();
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

  /** Tells every stream what has changed. A look that fails is made up for by the next. */
  poll(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch(() => {})
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const streams = [...this.#streams];
    if (streams.length === 0) return;
    const { db } = this.#ctx;
    const states = await streamStates(db, [...new Set(streams.map((stream) => stream.session.enrollmentId))]);
    const byId = new Map(states.map((state) => [state.enrollmentId, state]));
    const living = await livingTokens(db, [...new Set(streams.map((stream) => stream.tokenId))]);
    for (const stream of streams) {
      const state = byId.get(stream.session.enrollmentId);
      const open = state && !state.removed && state.live && mayEmbed(state.plan) && living.has(stream.tokenId);
      if (open) await this.#tell(stream, state);
      else this.#end(stream);
    }
  }

  async #tell(stream: LiveStream, state: StreamState): Promise<void> {
    const nowMs = this.#ctx.clock.now();
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
    if (access !== "none") await this.#tellFigures(stream, state, nowMs);
    stream.beat(nowMs);
  }

  async #tellFigures(stream: LiveStream, state: StreamState, nowMs: number): Promise<void> {
    const { enrollmentId } = stream.session;
    const changed = stream.figures !== state.figures;
    if (changed) {
      const row = await readBootstrap(this.#ctx.store.pool, enrollmentId, new Date(nowMs));
      const { sections } = embedSettings(row.program);
      stream.showsPayouts = sections.payouts;
      stream.send({ event: "stats", data: await figuresOf(this.#ctx, row) }, nowMs);
      await this.#tellCommissions(stream, row, nowMs);
    }
    if (stream.showsPayouts) await this.#tellPayouts(stream, nowMs);
    stream.figures = state.figures;
    stream.since = Math.max(stream.since, nowMs - commitLagMs);
  }

  async #tellCommissions(stream: LiveStream, { program }: BootstrapRow, nowMs: number): Promise<void> {
    const settings = embedSettings(program);
    if (!settings.sections.earnings) return;
    const filter = { enrollmentId: stream.session.enrollmentId, changedSince: new Date(stream.since) };
    const rows = await listEarnings(this.#ctx.db, filter, { after: undefined, limit: changesPerLook });
    for (const row of rows.toReversed()) {
      stream.sendOnce({ event: "commission", data: toEarning(row, settings) }, nowMs);
    }
  }

  async #tellPayouts(stream: LiveStream, nowMs: number): Promise<void> {
    const filter = { enrollmentId: stream.session.enrollmentId, changedSince: new Date(stream.since) };
    const rows = await listPayouts(this.#ctx.db, filter, { after: undefined, limit: changesPerLook });
    for (const row of rows.toReversed()) stream.sendOnce({ event: "payout", data: toPayoutRow(row) }, nowMs);
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

/** A downgrade closes running embeds. */
function mayEmbed(plan: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf("advanced");
}
