import type { Trigger } from "referrals-embed/contract";
import type { Config } from "../config.ts";
import type { Clock } from "../domain/context.ts";
import type { Ids } from "../domain/ids.ts";
import type { ClickDesk, DirectVisit } from "../domain/tracking/click-desk.ts";
import type { Journal } from "../store/journal/journal.ts";
import { Loader } from "../store/journal/loader.ts";
import type { Store } from "../store/open.ts";
import { findStoredClick, type ClickRow } from "../store/queries/tracking.ts";
import type { Agent } from "./classify-agent.ts";
import { createClickIds } from "./click-ids.ts";
import { facetsOf } from "./click-facets.ts";
import { readClickRecord, writeClickRecord, type ClickRecord } from "./click-record.ts";
import { ClickWindows } from "./click-windows.ts";
import type { Place } from "./geography.ts";
import { findRedirectLinkById, type RedirectLink } from "./redirect-link.ts";
import { storeClicks, type ClickStorage } from "./store-clicks.ts";
import { VisitorSalts, visitorOf, type Salts } from "./visitor.ts";

const HOUR = 3_600_000;

/** Who visits a link, and when. */
export interface Visitor {
  /** The salted hash, today's and, in the first hour of a day, yesterday's. */
  hash: string;
  previousHash: string | null;
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
  place: Place;
  userAgent: string;
  referrer: string;
}

/** Everything between an answered click and the tables. */
export class ClickRecorder implements ClickDesk {
  readonly salts: VisitorSalts;
  /** Clicks recorded since the start. */
  recorded = 0;
  readonly #parts: RecorderParts;
  readonly #windows = new ClickWindows();
  readonly #loader: Loader;
  readonly #newClickId = createClickIds();
  /** Answered clicks that may not be in the tables yet: their lines of the journal by click id. */
  readonly #pending = new Map<string, string>();

  private constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.salts = new VisitorSalts(parts.store, () => parts.clock.now());
    const loading = new Set<string>();
    this.#loader = new Loader({
      store: parts.store,
      journal: parts.journal,
      apply: async (trx, lines) => {
        const records = lines.map(readClickRecord);
        for (const { c } of records) loading.add(c);
        await storeClicks(parts.storage, trx, records);
      },
      onLoaded: () => {
        for (const clickId of loading) this.#pending.delete(clickId);
        loading.clear();
      },
      onError: parts.onError,
    });
  }

  /** Stores what an earlier process left in the journal, then remembers the hours that are open. */
  static async start(parts: RecorderParts): Promise<ClickRecorder> {
    const recorder = new ClickRecorder(parts);
    await recorder.#loader.start();
    await recorder.#windows.load(parts.store, parts.clock.now());
    await recorder.salts.load();
    return recorder;
  }

  /** Who this is, under the salts of the moment. */
  visitor(address: string, userAgent: string, salts: Salts): Visitor {
    return {
      hash: visitorOf(address, userAgent, salts.today),
      previousHash: salts.previous === null ? null : visitorOf(address, userAgent, salts.previous),
    };
  }

  async visitorOf(address: string, userAgent: string): Promise<string> {
    const salts = this.salts.current() ?? (await this.salts.load());
    return visitorOf(address, userAgent, salts.today);
  }

  /** The click id of a visit: that of the open hour, or a new one (A1). */
  identify(linkId: string, visitor: Visitor): { clickId: string; unique: boolean } {
    const now = this.#parts.clock.now();
    const window =
      this.#windows.find(linkId, visitor.hash, now) ??
      (visitor.previousHash === null ? undefined : this.#windows.find(linkId, visitor.previousHash, now));
    return window ? { clickId: window.clickId, unique: false } : { clickId: this.#newClickId(), unique: true };
  }

  /** Whether a click id a browser kept is a click of this link within the last hour. */
  async isRecent(linkId: string, clickId: string): Promise<boolean> {
    const click = this.find(clickId) ?? (await findStoredClick(this.#parts.store.db, clickId));
    return click?.link_id === linkId && this.#parts.clock.now() - click.at.getTime() < HOUR;
  }

  /** Puts a click in the journal. `written` is called once it is on disk: at once under `CLICK_DURABILITY=async`. */
  write(click: Click, written: (error: Error | null) => void): void {
    const record = this.#record(click);
    this.recorded += 1;
    const { durability, journal, onError } = this.#parts;
    if (click.unique) this.#windows.open(record.l, record.v, { clickId: record.c, openedAt: record.t });
    const line = writeClickRecord(record);
    if (!this.#pending.has(record.c)) this.#pending.set(record.c, line);
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

  async record(visit: DirectVisit): Promise<string> {
    const link = await findRedirectLinkById(this.#parts.store.pool, visit.linkId);
    const agent = this.#parts.classify(visit.userAgent);
    if (!link || agent.kind === "bot") return this.#newClickId();
    const salts = this.salts.current() ?? (await this.salts.load());
    const visitor = this.visitor(visit.address, visit.userAgent, salts);
    const { clickId, unique } = this.identify(link.id, visitor);
    if (!unique) return clickId;
    const place = this.#parts.locate(visit.address, (name) => visit.headers.get(name) ?? undefined);
    const { trigger, userAgent } = visit;
    const url = storable(visit.url);
    const generic = agent.kind === "generic";
    const referrer = storable(visit.referrer ?? "");
    const click: Click = { link, visitor, clickId, unique, url, trigger, generic, place, userAgent, referrer };
    await new Promise<void>((resolve, reject) => this.write(click, (error) => (error ? reject(error) : resolve())));
    return clickId;
  }

  /** Resolves once every answered click is in the tables. */
  loaded(): Promise<void> {
    return this.#loader.loaded();
  }

  /** Stores what is left. */
  stop(): Promise<void> {
    return this.#loader.stop();
  }

  #record({ link, visitor, clickId, unique, url, trigger, generic, place, userAgent, referrer }: Click): ClickRecord {
    return {
      t: this.#parts.clock.now(),
      w: link.workspaceId,
      p: link.programId,
      e: link.enrollmentId,
      l: link.id,
      c: clickId,
      v: visitor.hash,
      u: unique,
      r: generic ? null : link.clickRewardId,
      url,
      g: trigger,
      country: place.country,
      region: place.region,
      city: place.city,
      ua: userAgent,
      ref: referrer,
    };
  }

  #undo(record: ClickRecord, line: string): void {
    if (this.#pending.get(record.c) === line) this.#pending.delete(record.c);
    if (record.u) this.#windows.close(record.l, record.v, record.c);
  }
}

/** What a recorder is made of. */
export interface RecorderParts {
  store: Store;
  journal: Journal;
  storage: ClickStorage;
  clock: Clock;
  durability: Config["clickDurability"];
  classify: (userAgent: string) => Agent;
  locate: (address: string, header: (name: string) => string | undefined) => Place;
  onError: (error: unknown) => void;
}

const MAX_ADDRESS = 8192;

/** An address somebody sent in a body: of a bearable length, and without lone surrogates, which no database takes. */
function storable(address: string): string {
  return Buffer.from(address.slice(0, MAX_ADDRESS)).toString();
}

function toClickRow(ids: Ids, record: ClickRecord): ClickRow {
  const { refererUrl, ...facets } = facetsOf(record);
  return {
    ...facets,
    id: ids.next("evt"),
    at: new Date(record.t),
    workspace_id: record.w,
    program_id: record.p,
    enrollment_id: record.e,
    link_id: record.l,
    click_id: record.c,
    visitor: record.v,
    is_unique: record.u,
    click_reward_id: record.r,
    url: record.url,
    referer_url: refererUrl,
  };
}
