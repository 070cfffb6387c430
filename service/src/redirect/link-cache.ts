import type { Store } from "../store/open.ts";
import { findRedirectDomain, findRedirectLink, type RedirectDomain, type RedirectLink } from "./redirect-link.ts";

const CAPACITY = 50_000;
/** How long something remembered counts while this replica cannot hear the others. */
const DEAF_MS = 500;

interface Entry<T> {
  value: T | null;
  readAt: number;
}

/**
 * What a process remembers of links and domains. A change is forgotten here before its commit is answered (migration 0002 tells of it),
 * on other replicas as soon as they hear of it; a replica that cannot hear remembers for half a second only. So an edit is
 * seen everywhere within a second.
 */
export class LinkCache {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #links = new Map<string, Entry<RedirectLink>>();
  readonly #placesByLink = new Map<string, string>();
  readonly #placesByEnrollment = new Map<string, Set<string>>();
  readonly #domains = new Map<string, Entry<RedirectDomain>>();
  readonly #stops: (() => void)[];
  /** Counts what was heard, so that a row read before a change is not remembered after it. */
  #changes = 0;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#stops = [
      store.listen("link", (id) => this.#forgetLink(id)),
      store.listen("enrollment", (id) => this.#forgetEnrollment(id)),
      store.listen("program", () => this.#forgetAll()),
      store.listen("domain", () => this.#forgetDomains()),
    ];
  }

  /** The link at a place if it is remembered; null = there is none; undefined = not known. */
  peek(place: string): RedirectLink | null | undefined {
    return this.#fresh(this.#links.get(place));
  }

  /** The link at a place, `<domain>/<key in lower case>`. */
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
    const domain = await findRedirectDomain(this.#store.pool, slug);
    if (changes === this.#changes) {
      if (this.#domains.size >= CAPACITY) this.#domains.clear();
      this.#domains.set(slug, { value: domain, readAt: this.#now() });
    }
    return domain;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #fresh<T>(entry: Entry<T> | undefined): T | null | undefined {
    if (entry === undefined) return undefined;
    return this.#store.isLive() || this.#now() - entry.readAt < DEAF_MS ? entry.value : undefined;
  }

  #remember(place: string, link: RedirectLink | null): void {
    if (this.#links.size >= CAPACITY) this.#forgetOldest();
    this.#links.set(place, { value: link, readAt: this.#now() });
    if (!link) return;
    this.#placesByLink.set(link.id, place);
    if (link.enrollmentId === null) return;
    const places = this.#placesByEnrollment.get(link.enrollmentId) ?? new Set();
    this.#placesByEnrollment.set(link.enrollmentId, places.add(place));
  }

  #forgetOldest(): void {
    for (const place of this.#links.keys()) return this.#forgetPlace(place);
  }

  #forgetPlace(place: string): void {
    const link = this.#links.get(place)?.value;
    this.#links.delete(place);
    if (!link) return;
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
    if (place !== undefined) return this.#forgetPlace(place);
    // A link we do not know: one of the places known to be empty may be its own now.
    for (const [empty, entry] of this.#links) if (entry.value === null) this.#links.delete(empty);
  }

  #forgetEnrollment(id: string | undefined): void {
    if (id === undefined) return this.#forgetAll();
    this.#changes += 1;
    for (const place of this.#placesByEnrollment.get(id) ?? []) this.#forgetPlace(place);
  }

  #forgetDomains(): void {
    this.#changes += 1;
    this.#domains.clear();
  }

  #forgetAll(): void {
    this.#forgetDomains();
    this.#links.clear();
    this.#placesByLink.clear();
    this.#placesByEnrollment.clear();
  }
}
