import { ByteCache } from "../byte-cache.ts";
import type { Store } from "../store/open.ts";
import { findRedirectDomain, findRedirectLink, type RedirectDomain, type RedirectLink } from "./redirect-link.ts";

const LINK_BYTES = 64_000_000;
/** Apart from the links, so that somebody who asks for paths at random forces none of them out. */
const ABSENT_BYTES = 8_000_000;
const DOMAIN_BYTES = 8_000_000;
/** How long something remembered counts while this replica cannot hear the others. */
const DEAF_MS = 500;

interface Entry<T> {
  value: T;
  readAt: number;
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
 * What a process remembers of links and domains. A change is forgotten here before its commit is answered (migration 0002 tells of it),
 * on other replicas as soon as they hear of it; a replica that cannot hear remembers for half a second only. So an edit is
 * seen everywhere within a second.
 */
export class LinkCache {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #isOwnHost: (host: string) => boolean;
  readonly #links = new ByteCache<Entry<RedirectLink>>(LINK_BYTES, ({ value }, place) => this.#unlist(value, place));
  /** Places known to be empty. */
  readonly #absent = new ByteCache<Entry<null>>(ABSENT_BYTES);
  readonly #placesByLink = new Map<string, string>();
  readonly #placesByEnrollment = new Map<string, Set<string>>();
  readonly #domains = new ByteCache<Entry<RedirectDomain | null>>(DOMAIN_BYTES);
  readonly #stops: (() => void)[];
  /** Counts what was heard, so that a row read before a change is not remembered after it. */
  #changes = 0;

  constructor({ store, now, isOwnHost = () => false }: LinkCacheParts) {
    this.#store = store;
    this.#now = now;
    this.#isOwnHost = isOwnHost;
    this.#stops = [
      store.listen("link", (id) => this.#forgetLink(id)),
      store.listen("enrollment", (id) => this.#forgetEnrollment(id)),
      store.listen("program", () => this.#forgetAll()),
      store.listen("domain", () => this.#forgetDomains()),
    ];
  }

  /** The link at a place if it is remembered; null = there is none; undefined = not known. */
  peek(place: string): RedirectLink | null | undefined {
    return this.#fresh(this.#links.get(place) ?? this.#absent.get(place));
  }

  /** The link at a place, `<domain>/<folded key>`. */
  async read(place: string, domain: string, key: string): Promise<RedirectLink | null> {
    const known = this.peek(place);
    if (known !== undefined) return known;
    const changes = this.#changes;
    const link = await findRedirectLink(this.#store.pool, domain, key);
    if (changes === this.#changes) this.#remember(place, link);
    return link;
  }

  async readDomain(slug: string): Promise<RedirectDomain | null> {
    const known = this.#fresh(this.#domains.get(slug));
    if (known !== undefined) return known;
    const changes = this.#changes;
    const domain = await findRedirectDomain(this.#store.pool, slug, this.#isOwnHost(slug));
    if (changes === this.#changes) this.#domains.set(slug, { value: domain, readAt: this.#now() }, sizeOf(domain));
    return domain;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #fresh<T>(entry: Entry<T> | undefined): T | undefined {
    if (entry === undefined) return undefined;
    return this.#store.isLive() || this.#now() - entry.readAt < DEAF_MS ? entry.value : undefined;
  }

  #remember(place: string, link: RedirectLink | null): void {
    const readAt = this.#now();
    if (!link) return void this.#absent.set(place, { value: null, readAt });
    if (!this.#links.set(place, { value: link, readAt }, sizeOf(link))) return;
    this.#placesByLink.set(link.id, place);
    if (link.enrollmentId === null) return;
    const places = this.#placesByEnrollment.get(link.enrollmentId) ?? new Set();
    this.#placesByEnrollment.set(link.enrollmentId, places.add(place));
  }

  /** Takes a link that is no longer remembered out of the lists of places. */
  #unlist(link: RedirectLink, place: string): void {
    this.#placesByLink.delete(link.id);
    if (link.enrollmentId === null) return;
    const places = this.#placesByEnrollment.get(link.enrollmentId);
    places?.delete(place);
    if (places?.size === 0) this.#placesByEnrollment.delete(link.enrollmentId);
  }

  #forgetLink(id: string | undefined): void {
    if (id === undefined) return this.#forgetAll();
    this.#changes += 1;
    const place = this.#placesByLink.get(id);
    if (place !== undefined) return this.#links.delete(place);
    // A link we do not know: one of the places known to be empty may be its own now.
    this.#absent.clear();
  }

  #forgetEnrollment(id: string | undefined): void {
    if (id === undefined) return this.#forgetAll();
    this.#changes += 1;
    for (const place of this.#placesByEnrollment.get(id) ?? []) this.#links.delete(place);
  }

  #forgetDomains(): void {
    this.#changes += 1;
    this.#domains.clear();
  }

  #forgetAll(): void {
    this.#forgetDomains();
    this.#links.clear();
    this.#absent.clear();
    this.#placesByLink.clear();
    this.#placesByEnrollment.clear();
  }
}

/** Memory that a remembered row takes, about. */
function sizeOf(row: RedirectLink | RedirectDomain | null): number {
  return 2 * JSON.stringify(row).length;
}
