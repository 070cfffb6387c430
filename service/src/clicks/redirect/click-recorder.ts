import { setTimeout as sleep } from "node:timers/promises";
import type { Trigger } from "referrals-embed/contract";
import { bounds, cut, referrerOf } from "../../bounds.ts";
import { ByteCache } from "../../byte-cache.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../domain/context.ts";
import { ClickIds, randomClickId, type SignedClick } from "../../domain/click-ids.ts";
import type { Ids } from "../../domain/ids.ts";
import type { ClickStore, DirectVisit, KnownVisitor } from "../../domain/click-store.ts";
import type { Journal } from "../journal/journal.ts";
import { Loader } from "../journal/loader.ts";
import type { Position } from "../journal/segments.ts";
import type { Store } from "../../store/open.ts";
import { sharedSecret } from "../../store/queries/operation/service-state.ts";
import { findStoredClick } from "../../store/queries/tracking/tracking.ts";
import type { ClickRow } from "../../store/schema/tracking.ts";
import type { Db, Tx } from "../../store/schema.ts";
import type { Agent } from "./classify-agent.ts";
import { facetsOf } from "./click-facets.ts";
import { readClickRecord, writeClickRecord, type ClickRecord } from "./click-record.ts";
import { ClickWindows } from "./click-windows.ts";
import type { GeoLocation, Locate } from "./geography.ts";
import { findRedirectLinkById, type RedirectLink } from "./redirect-link.ts";
import { clickKey, countStored, storeClicks, type ClickStorage } from "./store-clicks.ts";
import { placeOf, VisitorSalts, visitorOf, type Salts } from "./visitor.ts";

const HOUR = 3_600_000;
/** Some hundred thousand clicks. */
const PENDING_BYTES = 64_000_000;
/** How long a start waits for clicks of an earlier process; the rest are stored while it answers requests. */
const START_MS = 3_000;

/** How long a lead or sale waits for a click that another replica answered a moment ago; each stores its clicks within a quarter of a second. */
const ARRIVAL_MS = 500;
const ARRIVAL_STEP_MS = 50;

/** A visitor of a link, and the time. */
export interface Visitor {
  /** The salted hash, today's and, in the first hour of a day, yesterday's. */
  hash: string;
  previousHash: string | null;
  /** A salted hash of the address alone. */
  address: string;
}

/** A click to be recorded. */
export interface Click {
  link: RedirectLink;
  visitor: Visitor;
  clickId: string;
  unique: boolean;
  /** Destination answered. */
  url: string;
  trigger: Trigger;
  generic: boolean;
  geoLocation: GeoLocation;
  userAgent: string;
  referrer: string;
}

/** Everything between an answered click and the tables. */
export class ClickRecorder implements ClickStore {
  readonly salts: VisitorSalts;
  /** Clicks recorded since the start. */
  recorded = 0;
  readonly #parts: RecorderParts;
  readonly #windows = new ClickWindows();
  readonly #loader: Loader;
  readonly #clickIds: ClickIds;
  /**
   * Answered clicks that may not be in the tables yet: their journal lines by click id. While the database is away they could fill the
   * memory, so old ones are dropped; leads and sales then use the data in the click id.
   */
  readonly #pending: ByteCache<string>;
  /** Links with such clicks. A link leaves when its first click is stored: from then on the tables show it. */
  readonly #clicked = new Set<string>();
  /** The batch applied last, so that its lines need not be parsed again after they are stored. */
  #applied: { lines: readonly string[]; records: readonly ClickRecord[] } | undefined;
  /** How often each click of an uncertain segment was seen there. */
  readonly #seen = new Map<string, number>();
  /** The end of the clicks of earlier processes. */
  readonly #inherited: Position;

  private constructor(parts: RecorderParts, clickIds: ClickIds) {
    this.#parts = parts;
    this.#clickIds = clickIds;
    this.#pending = new ByteCache(parts.pendingBytes ?? PENDING_BYTES);
    this.salts = new VisitorSalts(parts.store, () => parts.clock.now());
    this.#inherited = parts.journal.end;
    this.#loader = new Loader({
      store: parts.store,
      journal: parts.journal,
      apply: (trx, lines, uncertain) => this.#apply(trx, lines, uncertain),
      timeOf: (line) => readClickRecord(line).at,
      now: () => parts.clock.now(),
      onLoaded: (lines, uncertain) => this.#forget(lines, uncertain),
      onError: parts.onError,
    });
  }

  /** Stores the clicks an earlier process left in the journal, then loads the open hours. */
  static async start(parts: RecorderParts): Promise<ClickRecorder> {
    const { store, storage } = parts;
    const secret = await sharedSecret(store.db, "click_id_secret", () => storage.ids.random(43));
    const recorder = new ClickRecorder(parts, new ClickIds(secret));
    await recorder.#loader.start();
    const isLoaded = await recorder.loadedFromBefore(START_MS);
    await recorder.#windows.load(parts.store, parts.clock.now());
    await recorder.salts.load();
    if (!isLoaded) void recorder.#loadWindowsLater();
    return recorder;
  }

  /** The visitor under the current salts. */
  visitor(address: string, userAgent: string, salts: Salts): Visitor {
    return {
      hash: visitorOf(address, userAgent, salts.today),
      previousHash: salts.previous === null ? null : visitorOf(address, userAgent, salts.previous),
      address: placeOf(address, salts.today),
    };
  }

  async visitorOf(address: string, userAgent: string): Promise<KnownVisitor | null> {
    if (this.#parts.classify(userAgent).kind !== "visitor") return null;
    const salts = this.salts.current() ?? (await this.salts.load());
    return { visitor: visitorOf(address, userAgent, salts.today), address: placeOf(address, salts.today) };
  }

  /** The click id of a visit: the one of the open hour, or a new one. */
  identify(linkId: string, visitor: Visitor): { clickId: string; unique: boolean } {
    const now = this.#parts.clock.now();
    const window =
      this.#windows.find(linkId, visitor.hash, now) ??
      (visitor.previousHash === null ? undefined : this.#windows.find(linkId, visitor.previousHash, now));
    return window
      ? { clickId: window.clickId, unique: false }
      : { clickId: this.#clickIds.make(linkId, now), unique: true };
  }

  /** Whether a click id kept by a browser is a click on this link within the last hour. */
  async isRecent(linkId: string, clickId: string): Promise<boolean> {
    // If the database does not answer, the visit counts as a new one.
    const stored = findStoredClick(this.#parts.store.db, clickId).catch(() => undefined);
    const click = this.find(clickId) ?? (await stored);
    return click?.link_id === linkId && this.#parts.clock.now() - click.at.getTime() < HOUR;
  }

  /** Puts a click in the journal. `written` is called once it is on disk: at once under `CLICK_DURABILITY=async`. */
  write(click: Click, written: (error: Error | null) => void): void {
    const record = this.#record(click);
    this.recorded += 1;
    const { durability, journal, onError } = this.#parts;
    if (click.unique)
      this.#windows.open(record.linkId, record.visitor, { clickId: record.clickId, openedAt: record.at });
    const line = writeClickRecord(record);
    if (!this.#pending.has(record.clickId)) this.#pending.set(record.clickId, line, line.length);
    this.#clicked.add(record.linkId);
    const settled = (error: Error | null): void => {
      if (error) this.#undo(record, line);
      if (durability === "commit") written(error);
      else if (error) onError(error);
    };
    journal.append(line, settled);
    if (durability === "async") written(null);
  }

  find(clickId: string): ClickRow | undefined {
    const line = this.#pending.get(clickId);
    return line === undefined ? undefined : toClickRow(this.#parts.storage.ids, readClickRecord(line));
  }

  read(clickId: string): SignedClick | null {
    return this.#clickIds.read(clickId);
  }

  async arrived(clickId: string, db: Db): Promise<void> {
    const said = this.find(clickId) ? null : this.read(clickId);
    if (!said || this.#parts.clock.now() - said.at > ARRIVAL_MS) return;
    for (let waited = 0; waited < ARRIVAL_MS; waited += ARRIVAL_STEP_MS) {
      if (await findStoredClick(db, clickId)) return;
      await sleep(ARRIVAL_STEP_MS);
    }
  }

  isClicked(linkId: string): boolean {
    return this.#clicked.has(linkId);
  }

  async record(visit: DirectVisit): Promise<string> {
    const link = await findRedirectLinkById(this.#parts.store.pool, visit.linkId);
    const agent = this.#parts.classify(visit.userAgent);
    if (!link || agent.kind === "bot") return randomClickId(this.#parts.storage.ids);
    const salts = this.salts.current() ?? (await this.salts.load());
    const visitor = this.visitor(visit.address, visit.userAgent, salts);
    const { clickId, unique } = this.identify(link.id, visitor);
    if (!unique) return clickId;
    const geoLocation = this.#parts.locate(visit.address, (name) => visit.proxyHeaders.get(name) ?? undefined);
    const { trigger, userAgent, url } = visit;
    const generic = agent.kind === "generic";
    const referrer = visit.referrer ?? "";
    const click: Click = { link, visitor, clickId, unique, url, trigger, generic, geoLocation, userAgent, referrer };
    await new Promise<void>((resolve, reject) => this.write(click, (error) => (error ? reject(error) : resolve())));
    return clickId;
  }

  async loaded(atMostMs?: number): Promise<boolean> {
    const { durability, journal } = this.#parts;
    // Answered clicks are on disk already, except under `async` durability.
    if (durability === "async") await journal.written();
    return this.#loader.reach(journal.end, atMostMs);
  }

  loadedFromBefore(atMostMs: number): Promise<boolean> {
    return this.#loader.reach(this.#inherited, atMostMs);
  }

  /**
   * Removes stored clicks from the journal. A segment keeps its clicks until it is full, also those of a person erased from the store.
   */
  async emptyJournal(): Promise<void> {
    const { journal } = this.#parts;
    journal.endSegment();
    await this.#loader.removeLoaded();
  }

  /** Age in milliseconds of the oldest click that is not stored; 0 when all are. */
  get lagMs(): number {
    return this.#loader.lagMs;
  }

  /** Stores what is left. */
  stop(): Promise<void> {
    return this.#loader.stop();
  }

  async #apply(trx: Tx, lines: readonly string[], uncertain: boolean): Promise<void> {
    const records = lines.map(readClickRecord);
    this.#applied = { lines, records };
    await storeClicks(this.#parts.storage, trx, uncertain ? await this.#missing(trx, records) : records);
  }

  /**
   * Of clicks that may be stored, those that are not. Visits of one visitor within a millisecond look the same, so their number tells them
   * apart.
   */
  async #missing(trx: Tx, records: readonly ClickRecord[]): Promise<ClickRecord[]> {
    const stored = await countStored(trx, records);
    const seen = new Map<string, number>();
    return records.filter((record) => {
      const key = clickKey(record);
      const nth = (seen.get(key) ?? this.#seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      return nth > (stored.get(key) ?? 0);
    });
  }

  /** Handles lines that are stored or set aside. */
  #forget(lines: readonly string[], uncertain: boolean): void {
    const records = this.#applied?.lines === lines ? this.#applied.records : lines.flatMap(readableRecord);
    for (const record of records) {
      this.#pending.delete(record.clickId);
      this.#clicked.delete(record.linkId);
      if (uncertain) this.#seen.set(clickKey(record), (this.#seen.get(clickKey(record)) ?? 0) + 1);
    }
  }

  /** Opens the hours of an earlier process's clicks, when there were too many to wait for at the start. */
  async #loadWindowsLater(): Promise<void> {
    const { store, clock, onError } = this.#parts;
    try {
      await this.#loader.reach(this.#inherited);
      await this.#windows.load(store, clock.now());
    } catch (error) {
      onError(error);
    }
  }

  #record({
    link,
    visitor,
    clickId,
    unique,
    url,
    trigger,
    generic,
    geoLocation,
    userAgent,
    referrer,
  }: Click): ClickRecord {
    return {
      at: this.#parts.clock.now(),
      workspaceId: link.workspaceId,
      programId: link.programId,
      enrollmentId: link.enrollmentId,
      linkId: link.id,
      clickId,
      visitor: visitor.hash,
      address: visitor.address,
      isUnique: unique,
      clickRewardId: generic ? null : link.clickRewardId,
      url: cut(url, bounds.clickUrl),
      trigger,
      country: geoLocation.country,
      region: geoLocation.region,
      city: geoLocation.city,
      userAgent,
      referrer: referrerOf(referrer),
    };
  }

  #undo(record: ClickRecord, line: string): void {
    if (this.#pending.get(record.clickId) === line) this.#pending.delete(record.clickId);
    if (record.isUnique) this.#windows.close(record.linkId, record.visitor, record.clickId);
  }
}

/** Dependencies of a recorder. */
export interface RecorderParts {
  store: Store;
  journal: Journal;
  storage: ClickStorage;
  clock: Clock;
  durability: Config["clickDurability"];
  classify: (userAgent: string) => Agent;
  locate: Locate;
  /** Memory for clicks that are not stored yet. Default: 64 MB. */
  pendingBytes?: number;
  onError: (error: unknown) => void;
}

/** The click of a line; none for a refused line without a click. */
function readableRecord(line: string): ClickRecord[] {
  try {
    return [readClickRecord(line)];
  } catch {
    return [];
  }
}

function toClickRow(ids: Ids, record: ClickRecord): ClickRow {
  const { refererUrl, ...facets } = facetsOf(record);
  return {
    ...facets,
    id: ids.next("evt"),
    isWaiting: true,
    at: new Date(record.at),
    workspace_id: record.workspaceId,
    program_id: record.programId,
    enrollment_id: record.enrollmentId,
    link_id: record.linkId,
    click_id: record.clickId,
    visitor: record.visitor,
    address: record.address,
    is_unique: record.isUnique,
    click_reward_id: record.clickRewardId,
    url: record.url,
    referer_url: refererUrl,
  };
}
