import { setImmediate } from "node:timers/promises";
import { plans, type Plan } from "referrals-embed/contract";
import { accessOf } from "referrals-embed/rules";
import { livingTokens, streamStates, type StreamState } from "../../store/queries/embed/embed-stream.ts";
import type { OnExhausted } from "../../limits.ts";
import { slicesOf } from "../../slices-of.ts";
import type { Context } from "../context.ts";
import { LiveStream, piecesOf } from "./live-stream.ts";
import { SlowStreams } from "./slow-streams.ts";
import { commitLagMs, eventText, StreamFeed, type News, type Reads } from "./stream-feed.ts";
import { StreamPlaces } from "./stream-places.ts";
import type { EmbedSession } from "./session.ts";

const resumeMs = 5 * 60_000;
const warnMs = 60_000;
/** Enrollments, and tokens, that one statement reads: a statement over all of them would hold the embedded store's session. */
const askedAtOnce = 1000;
/** Streams that are served before others get a turn: at most some 10 ms of work. */
const servedAtOnce = 50;

/** Calls `work` repeatedly; answers a function that stops it. */
export type Every = (work: () => void) => () => void;

/**
 * The open event streams of this process. One look a second, in the lane of jobs, serves all of them: it costs two statements for a thousand
 * enrollments, and a few more for each changed one, whose news are then shared by its streams.
 */
export class StreamHub {
  readonly #reads: Reads;
  readonly #every: Every;
  readonly #places: StreamPlaces;
  readonly #feeds = new Map<string, StreamFeed>();
  #stop: (() => void) | undefined;
  #looking: Promise<void> | undefined;

  constructor({ store, clock }: Pick<Context, "store" | "clock">, every: Every, onExhausted: OnExhausted = () => {}) {
    const { db, pool } = store.in("jobs");
    this.#reads = { db, pool, clock };
    this.#every = every;
    this.#places = new StreamPlaces(onExhausted);
  }

  /**
   * Opens a stream, which the next look serves. A `lastEventId` of the last five minutes goes on from there, else a snapshot comes first.
   * @throws ReferralsError 429 when all its places are taken
   */
  open(session: EmbedSession & { id: string }, lastEventId: string | null): ReadableStream<Uint8Array> {
    const leave = this.#places.take(session);
    const nowMs = this.#reads.clock.now();
    const last = /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : 0;
    const resumes = last > nowMs - resumeMs && last <= nowMs;
    const since = resumes ? last - commitLagMs : nowMs + 1;
    const { enrollmentId } = session;
    const feed = this.#feeds.get(enrollmentId) ?? new StreamFeed(enrollmentId, nowMs + 1);
    const stream: LiveStream = new LiveStream(session, { since, nowMs, place: resumes ? "behind" : "new" }, () => {
      leave();
      this.#forget(feed, stream);
    });
    feed.streams.add(stream);
    this.#feeds.set(enrollmentId, feed);
    this.#stop ??= this.#every(() => void this.poll());
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
    // Of this moment: the tokens of streams that open meanwhile are not asked for.
    const feeds = [...this.#feeds.values()].map((feed) => ({ feed, streams: [...feed.streams] }));
    const all = feeds.flatMap(({ streams }) => streams);
    const slow = new SlowStreams(all, this.#reads.clock.now());
    const turns = new Turns();
    for (const some of slicesOf(feeds, askedAtOnce)) {
      const ids = some.map(({ feed }) => feed.enrollmentId);
      const states = new Map<string, StreamState>();
      for (const state of await streamStates(this.#reads.db, ids)) states.set(state.enrollmentId, state);
      const living = await this.#livingOf(some.flatMap(({ streams }) => streams));
      for (const { feed, streams } of some) {
        const state = states.get(feed.enrollmentId);
        await this.#lookAt(feed, state, { streams, living, slow, turns });
      }
    }
  }

  /** Those of the streams' tokens that were not revoked. */
  async #livingOf(streams: readonly LiveStream[]): Promise<ReadonlySet<string>> {
    const living = new Set<string>();
    for (const ids of slicesOf([...new Set(streams.map(({ tokenId }) => tokenId))], askedAtOnce)) {
      for (const id of await livingTokens(this.#reads.db, ids)) living.add(id);
    }
    return living;
  }

  async #lookAt(
    feed: StreamFeed,
    state: StreamState | undefined,
    { streams, living, slow, turns }: LookParts,
  ): Promise<void> {
    const nowMs = this.#reads.clock.now();
    const ready: LiveStream[] = [];
    for (const stream of streams) {
      const isOpen = maySee(state) && living.has(stream.tokenId) && stream.session.expiresAt.getTime() > nowMs;
      if (!isOpen) stream.end();
      else if (!slow.has(stream)) ready.push(stream);
    }
    if (!state || ready.length === 0) return turns.count(1);
    const news = await feed.look(state, this.#reads, ready);
    for (const stream of ready) {
      await turns.count(1);
      tell(stream, { news, state, nowMs, since: feed.since });
    }
  }

  #forget(feed: StreamFeed, stream: LiveStream): void {
    feed.streams.delete(stream);
    if (feed.streams.size === 0) this.#feeds.delete(feed.enrollmentId);
    if (this.#feeds.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** The streams of a feed that a look serves, and what all feeds share. */
interface LookParts {
  streams: readonly LiveStream[];
  living: ReadonlySet<string>;
  slow: SlowStreams;
  turns: Turns;
}

/** Lets others have a turn: thousands of streams that are served without a pause would hold every redirect and call. */
class Turns {
  #served = 0;

  async count(streams: number): Promise<void> {
    this.#served += streams;
    if (this.#served < servedAtOnce) return;
    this.#served = 0;
    await setImmediate();
  }
}

function tell(
  stream: LiveStream,
  { news, state, nowMs, since }: { news: News; state: StreamState; nowMs: number; since: number },
): void {
  const { expiresAt } = stream.session;
  if (!stream.warned && expiresAt.getTime() - nowMs <= warnMs) {
    stream.warned = true;
    stream.write(piecesOf(eventText({ event: "expiring", data: { expires: expiresAt.toISOString() } })), nowMs);
  }
  stream.write(news.piecesFor(stream), nowMs);
  stream.beat(nowMs);
  stream.status = state.status;
  if (accessOf(state.status) === "none") return;
  stream.place = "current";
  stream.since = since;
}

/** Whether an enrollment may have open streams: a downgrade closes running embeds. */
function maySee(state: StreamState | undefined): boolean {
  return state !== undefined && !state.removed && state.live && mayEmbed(state.plan);
}

function mayEmbed(plan: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf("advanced");
}
