import { bounds, exceeds } from "../../bounds.ts";
import { ByteCache } from "../../byte-cache.ts";
import { foldKey } from "referrals-embed/rules";
import type { Store } from "../../store/open.ts";
import { Outage } from "./outage.ts";
import { Together } from "../../store/together.ts";
import { findRedirectDomain, findRedirectLinks, type RedirectDomain, type RedirectLink } from "./redirect-link.ts";

const LINK_BYTES = 64_000_000;
/** Separate from the links, so that requests for random paths evict none of them. */
const ABSENT_BYTES = 8_000_000;
const DOMAIN_BYTES = 8_000_000;
/** How long an entry counts while this replica receives no changes from the others. */
const UNCONFIRMED_MS = 500;

/** The domain and key of a link, read from a request's path. */
export interface LinkAddress {
  domain: string;
  /** Decoded and folded. */
  key: string;
  /** `<domain>/<key>`. */
  cacheKey: string;
}

/**
 * The key address of a path: percent-decoded, without one trailing `/`, with `r/` as an alias and the root as `_root`.
 * Undefined when it cannot be decoded, or is longer than a key can be.
 */
export function linkAddressOf(domain: string, path: string): LinkAddress | undefined {
  if (path.length > bounds.linkPath) return undefined;
  let key = path.endsWith("/") ? path.slice(1, -1) : path.slice(1);
  if (key.includes("%")) {
    try {
      key = decodeURIComponent(key);
    } catch {
      return undefined;
    }
  }
  if (key.startsWith("r/") || key.startsWith("R/")) key = key.slice(2);
  if (key === "") key = "_root";
  if (key.includes("\0") || exceeds(key, bounds.linkKey)) return undefined;
  const folded = foldKey(key);
  return { domain, key: folded, cacheKey: `${domain}/${folded}` };
}

interface Entry<T> {
  value: T;
  readAt: number;
  /** The gap count at the time of reading (`#gaps`). */
  gaps: number;
}

/** What a link cache reads from. */
export interface LinkCacheParts {
  store: Store;
  /** Epoch milliseconds. */
  now: () => number;
  /** Whether a host is one of `LINK_DOMAINS`. Default: none is. */
  isOwnHost?: (host: string) => boolean;
}

/**
 * Links and domains in the memory of a process. Triggers of `schema.sql` notify of changes: a changed link leaves this cache before its
 * commit is answered, and other replicas' caches when the notification arrives. A replica without a live connection reads again after half
 * a second. So an edit is visible everywhere within a second. While the database does not answer, earlier reads replace it (`Outage`).
 */
export class LinkCache {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #isOwnHost: (host: string) => boolean;
  readonly #lookups: Together<LinkAddress, RedirectLink>;
  readonly #links = new ByteCache<Entry<RedirectLink>>(LINK_BYTES, ({ value }, cacheKey) =>
    this.#unlist(value, cacheKey),
  );
  /** Addresses known to have no link. */
  readonly #absent = new ByteCache<Entry<null>>(ABSENT_BYTES);
  readonly #keyByLink = new Map<string, string>();
  readonly #keysByEnrollment = new Map<string, Set<string>>();
  readonly #domains = new ByteCache<Entry<RedirectDomain | null>>(DOMAIN_BYTES);
  readonly #stops: (() => void)[];
  readonly #outage: Outage;
  /** Counts notified changes, so that a row read before a change is not kept after it. */
  #changes = 0;
  /** Counts possible gaps in the notifications: an entry read before a gap is read again. */
  #gaps = 0;

  constructor({ store, now, isOwnHost = () => false }: LinkCacheParts) {
    this.#store = store;
    this.#now = now;
    this.#isOwnHost = isOwnHost;
    this.#lookups = new Together((asked) => findRedirectLinks(store.lookups, asked));
    this.#outage = new Outage(now);
    this.#stops = [
      store.listen("link", (id) => this.#forgetLink(id)),
      store.listen("enrollment", (id) => this.#forgetEnrollment(id)),
      store.listen("program", (id) => (id === undefined ? this.#doubtAll() : this.#forgetAll())),
      store.listen("domain", (id) => (id === undefined ? this.#doubtAll() : this.#forgetDomains())),
    ];
  }

  /** The link at an address if it is in memory; null = there is none; undefined = not known. */
  peek({ cacheKey }: LinkAddress): RedirectLink | null | undefined {
    return this.#fresh(this.#links.get(cacheKey) ?? this.#absent.get(cacheKey));
  }

  async read(address: LinkAddress): Promise<RedirectLink | null> {
    const known = this.peek(address);
    if (known !== undefined) return known;
    return this.#outage.ask(this.#links.get(address.cacheKey), async () => {
      const changes = this.#changes;
      const link = (await this.#lookups.find(address.cacheKey, address)) ?? null;
      if (changes === this.#changes) this.#remember(address.cacheKey, link);
      return link;
    });
  }

  async readDomain(slug: string): Promise<RedirectDomain | null> {
    const entry = this.#domains.get(slug);
    const known = this.#fresh(entry);
    if (known !== undefined) return known;
    return this.#outage.ask(entry, async () => {
      const changes = this.#changes;
      const domain = await findRedirectDomain(this.#store.lookups, slug, this.#isOwnHost(slug));
      if (changes === this.#changes) this.#domains.set(slug, this.#entry(domain), sizeOf(domain));
      return domain;
    });
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #fresh<T>(entry: Entry<T> | undefined): T | undefined {
    if (entry === undefined || entry.gaps !== this.#gaps) return undefined;
    return this.#store.isLive() || this.#now() - entry.readAt < UNCONFIRMED_MS ? entry.value : undefined;
  }

  #remember(cacheKey: string, link: RedirectLink | null): void {
    if (!link) {
      this.#links.delete(cacheKey);
      return void this.#absent.set(cacheKey, this.#entry(null));
    }
    if (!this.#links.set(cacheKey, this.#entry(link), sizeOf(link))) return;
    this.#keyByLink.set(link.id, cacheKey);
    if (link.enrollmentId === null) return;
    const keys = this.#keysByEnrollment.get(link.enrollmentId) ?? new Set();
    this.#keysByEnrollment.set(link.enrollmentId, keys.add(cacheKey));
  }

  #entry<T>(value: T): Entry<T> {
    return { value, readAt: this.#now(), gaps: this.#gaps };
  }

  /** Removes a link that left the cache from the indexes by link and enrollment. */
  #unlist(link: RedirectLink, cacheKey: string): void {
    this.#keyByLink.delete(link.id);
    if (link.enrollmentId === null) return;
    const keys = this.#keysByEnrollment.get(link.enrollmentId);
    keys?.delete(cacheKey);
    if (keys?.size === 0) this.#keysByEnrollment.delete(link.enrollmentId);
  }

  #forgetLink(id: string | undefined): void {
    if (id === undefined) return this.#doubtAll();
    this.#changes += 1;
    const cacheKey = this.#keyByLink.get(id);
    if (cacheKey !== undefined) return this.#links.delete(cacheKey);
    // Not in memory: a new or renamed link may be at an address that is cached as having none.
    this.#absent.clear();
  }

  #forgetEnrollment(id: string | undefined): void {
    if (id === undefined) return this.#doubtAll();
    this.#changes += 1;
    for (const cacheKey of this.#keysByEnrollment.get(id) ?? []) this.#links.delete(cacheKey);
  }

  /** Changes may have been missed: every entry is read again, and is kept only for the case that the database is away. */
  #doubtAll(): void {
    this.#changes += 1;
    this.#gaps += 1;
    this.#absent.clear();
  }

  #forgetDomains(): void {
    this.#changes += 1;
    this.#domains.clear();
  }

  #forgetAll(): void {
    this.#forgetDomains();
    this.#links.clear();
    this.#absent.clear();
    this.#keyByLink.clear();
    this.#keysByEnrollment.clear();
  }
}

/** Estimated memory of a cached row: two bytes per character. */
function sizeOf(row: RedirectLink | RedirectDomain | null): number {
  return 2 * JSON.stringify(row).length;
}
