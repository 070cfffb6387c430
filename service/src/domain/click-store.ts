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
  /** Of a trusted proxy: headers that name the place of the visitor. Those of anybody else say what they like. */
  proxyHeaders: Headers;
}

/** Somebody as clicks know them: salted hashes of address and user agent, and of the address alone. */
export interface KnownVisitor {
  visitor: string;
  address: string;
}

/** Clicks between their answer and the store: the redirect's journal, as the domain sees it. */
export interface ClickStore {
  /** An answered click that may not be stored yet. Reads memory only, so it is safe inside a transaction. */
  find(clickId: string): ClickRow | undefined;
  /** What a click id says by itself, whichever replica answered it; `null` for one that none of them made. */
  read(clickId: string): SignedClick | null;
  /**
   * Waits for a click of the last moment that another replica answered, until it is stored; half a second at most, since that replica
   * may be gone. Only a stored click says who made it.
   * @param db what the caller runs on: an idempotent request is one transaction, and the embedded store has no second session to ask
   */
  arrived(clickId: string, db: Db): Promise<void>;
  /**
   * Whether a link has an answered click that may not be stored yet: it is then no link without events, whatever the tables say. Ask
   * this before the tables. Reads memory only.
   */
  isClicked(linkId: string): boolean;
  /** Records a visit and answers its click id: a repeat within the hour answers the same and counts nothing new. */
  record(visit: DirectVisit): Promise<string>;
  /** What clicks would call somebody, under today's salt. */
  visitorOf?(address: string, userAgent: string): Promise<KnownVisitor>;
  /**
   * Resolves once every click answered here by now is stored, or after `atMostMs`; without that limit it rejects when the database
   * takes nothing for some seconds. Never wait for it inside a transaction. Answers whether they are stored.
   */
  loaded(atMostMs?: number): Promise<boolean>;
  /** The same for the clicks that an earlier process answered. */
  loadedFromBefore(atMostMs: number): Promise<boolean>;
}
