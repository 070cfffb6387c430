import type { SignedClick } from "./click-ids.ts";
import type { Db } from "../store/schema.ts";
import type { ClickRow } from "../store/schema/tracking.ts";

/** A visit that did not come through a short link. */
export interface DirectVisit {
  linkId: string;
  /** The page that was visited. */
  url: string;
  referrer: string | null;
  trigger: "link" | "pageview" | "deeplink";
  address: string;
  userAgent: string;
  /** Headers with the visitor's place, from a trusted proxy only: any other client can forge them. */
  proxyHeaders: Headers;
}

/** A visitor as clicks store one: salted hashes of address and user agent, and of the address alone. */
export interface KnownVisitor {
  visitor: string;
  address: string;
}

/** Clicks between their answer and the store: the redirect's journal, as the domain sees it. */
export interface ClickStore {
  /** An answered click that may not be stored yet. Reads memory only, so it is safe inside a transaction. */
  find(clickId: string): ClickRow | undefined;
  /** The link and time that a click id carries, from any replica; `null` for an id that no replica made. */
  read(clickId: string): SignedClick | null;
  /**
   * Waits until a click that another replica has just answered is stored; half a second at most, since that replica may have died. Only a
   * stored click names its visitor.
   * @param db the caller's session: an idempotent request is one transaction, and the embedded store has no second session
   */
  arrived(clickId: string, db: Db): Promise<void>;
  /**
   * Whether a link has an answered click that may not be stored yet. Such a link has events even where the tables show none, so ask this
   * before reading the tables. Reads memory only.
   */
  isClicked(linkId: string): boolean;
  /** Records a visit and answers its click id; a repeat within the hour answers the same id and is not counted. */
  record(visit: DirectVisit): Promise<string>;
  /** The hashes that clicks would store for a visitor, under today's salt; `null` for a bot or a server, such as the host's own. */
  visitorOf?(address: string, userAgent: string): Promise<KnownVisitor | null>;
  /**
   * Resolves once every click answered here so far is stored, or after `atMostMs`; answers whether they are stored. Without that limit it
   * rejects when the database stores nothing for some seconds. Never wait for it inside a transaction.
   */
  loaded(atMostMs?: number): Promise<boolean>;
  /** The same for the clicks that an earlier process answered. */
  loadedFromBefore(atMostMs: number): Promise<boolean>;
}
