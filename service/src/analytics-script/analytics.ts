/// <reference lib="dom" />
import { clearingTexts, cookieText, cookieValue, foreignCookies, isClickId, outboundLink } from "./click-id.ts";
import { drawBanner } from "./banner.ts";
import { fillOffer, hasPlaces, offerOf, type Discount, type Introduction, type Offer } from "./offer.ts";
import { readSettings } from "./settings.ts";

/** A call that a page queues before the script is loaded: method, then arguments. */
type Queued = ArrayLike<unknown>;
type Queue = ((...call: unknown[]) => void) & { q?: Queued[] } & Record<string, unknown>;
type Result = { partner: unknown; discount: Discount | null };
type Methods = Record<string, (input?: any) => unknown>;

declare global {
  interface Window {
    refAnalytics?: Queue;
    dubAnalytics?: Queue;
    DubAnalytics?: Result;
  }
}

const names = ["refAnalytics", "dubAnalytics"] as const;
/** Data in the page's storage: the offer of the cookie's click, and whether its banner was closed. */
const memory = "referrals-offer";
type Answer = { discount: Discount | null; introducedBy?: Introduction | null };
type Memory = Answer & { clickId: string; discount: Discount; isClosed?: boolean; at?: number };
const dayMs = 86_400_000;

/**
 * What runs in a page:
 * 1. a click id or link key in the address sets the cookie; otherwise a visit of the site does;
 * 2. the click id is added to links to the outbound domains;
 * 3. the page shows the offer of the visitor's click, also on later pages, until the cookie ends; an unknown offer is requested if the page
 *    has a place for it;
 * 4. queued calls run, then new ones at once. `ready` waits for 1. It never throws into the page and never sends the page's credentials.
 */
function start(script: HTMLScriptElement): void {
  const settings = readSettings((name) => script.getAttribute(`data-${name}`), script.src);
  const params = [settings.clickIdParam, "ref_id", "dub_id"];

  const clickId = (): string | null => params.map((name) => cookieValue(document.cookie, name)).find(Boolean) ?? null;

  function keep(value: string, name = settings.clickIdParam): void {
    if (!isClickId(value) || (settings.firstClick && clickId())) return;
    document.cookie = cookieText(name, value, { hostname: location.hostname, options: settings.cookie });
    passOn();
  }

  async function ask(path: string): Promise<any> {
    const response = await fetch(settings.apiUrl + path, { credentials: "omit" });
    return response.ok ? response.json() : undefined;
  }

  async function post(path: string, body: object, keyed = false): Promise<any> {
    const response = await fetch(settings.apiUrl + path, {
      method: "POST",
      credentials: "omit",
      keepalive: true,
      headers: {
        "Content-Type": "application/json",
        ...(keyed && settings.publishableKey && { Authorization: `Bearer ${settings.publishableKey}` }),
      },
      body: JSON.stringify(body),
    });
    return response.ok ? response.json() : undefined;
  }

  const page = (): object => ({ url: location.href, ...(document.referrer && { referrer: document.referrer }) });

  async function trackClick(link: object): Promise<Result | undefined> {
    const answer = await post("/track/click", { ...page(), ...link });
    if (!answer) return undefined;
    keep(answer.clickId);
    remember(answer.clickId, answer);
    return (window.DubAnalytics = { partner: answer.partner, discount: answer.discount });
  }

  /** Only for this visitor's click: with first-click attribution the offer of a later link is not valid. */
  function recall(): Memory | undefined {
    try {
      const known = JSON.parse(localStorage.getItem(memory) ?? "null") as Memory | null;
      return known?.clickId === clickId() ? (known ?? undefined) : undefined;
    } catch {
      return undefined;
    }
  }

  function remember(clickId: string, { discount, introducedBy }: Answer): void {
    const isClosed = recall()?.isClosed;
    if (discount && isClickId(clickId)) store({ clickId, discount, introducedBy, isClosed, at: Date.now() });
    else if (recall()) store(null);
  }

  function store(known: Memory | null): void {
    try {
      if (known === null) localStorage.removeItem(memory);
      else if (known.clickId === clickId()) localStorage.setItem(memory, JSON.stringify(known));
    } catch {
      // A page without storage shows no offer; its click counts all the same.
    }
  }

  function offer(): Offer | null {
    const known = recall();
    const language = document.documentElement.lang || navigator.language;
    return known ? offerOf(known.discount, known.introducedBy ?? null, language) : null;
  }

  let asked: Promise<void> | undefined;
  /** Requests the offer of a click that came without its link's key, e.g. by a short link; once a day, since consent may end. */
  function learn(): Promise<void> {
    return (asked ??= (async () => {
      const id = clickId();
      const known = recall();
      if (!id || (known?.at && Date.now() - known.at < dayMs)) return;
      const answer = await ask(`/track/offer?clickId=${encodeURIComponent(id)}`);
      if (answer) remember(id, answer);
    })().catch(ignore));
  }

  let told: Offer | null = null;
  /** Shows the offer once; a repeated call fills new places. */
  async function tellOffer(): Promise<void> {
    if (!told && (settings.banner || hasPlaces())) await learn();
    if (told) return fillOffer(told);
    const known = recall();
    told = offer();
    if (!known || !told) return;
    fillOffer(told);
    if (settings.banner && !known.isClosed)
      drawBanner(told, settings.banner, () => store({ ...known, isClosed: true }));
    document.dispatchEvent(new CustomEvent("referrals-offer", { detail: told }));
  }

  async function arrive(): Promise<void> {
    // An earlier version stored any value from the address.
    for (const name of foreignCookies(document.cookie, params))
      for (const text of clearingTexts(name, { hostname: location.hostname, options: settings.cookie }))
        document.cookie = text;
    const query = new URLSearchParams(location.search);
    for (const name of params) {
      const value = query.get(name);
      if (isClickId(value)) {
        keep(value, name);
        break;
      }
    }
    const key = settings.keyParams.map((name) => query.get(name)).find(Boolean);
    if (key && settings.refer) await trackClick({ domain: settings.refer, key });
    else if (settings.site && !clickId()) {
      const answer = await post("/track/visit", { ...page(), domain: settings.site });
      if (answer) keep(answer.clickId);
    }
  }

  /** Idempotent, so any change of the page may call it. */
  function passOn(): void {
    const id = clickId();
    if (!id || settings.outbound.length === 0) return;
    for (const anchor of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
      const href = outboundLink(anchor.href, id, { param: settings.clickIdParam, domains: settings.outbound });
      if (href) anchor.href = href;
    }
  }

  const arrived = arrive().catch(ignore).then(tellOffer).catch(ignore);
  const methods: Methods = {
    trackClick: (input) => trackClick(input),
    trackLead: (input) => post("/track/lead/client", { clickId: clickId() ?? "", ...input }, true),
    trackSale: (input) => post("/track/sale/client", { ...(clickId() && { clickId: clickId() }), ...input }, true),
    offer: async (callback) => {
      await arrived;
      await learn();
      const known = offer();
      callback?.(known);
      return known;
    },
    ready: async (callback) => {
      await arrived;
      callback?.(window.DubAnalytics);
    },
  };
  for (const name of names) window[name] = replaced(window[name], methods);

  // Frameworks add links and places at any time, and change pages without a load.
  const follow = (): void => {
    passOn();
    if (clickId() && hasPlaces()) void arrived.then(tellOffer).catch(ignore);
  };
  const hrefs = settings.outbound.length > 0 && { attributes: true, attributeFilter: ["href"] };
  new MutationObserver(follow).observe(document.documentElement, { childList: true, subtree: true, ...hrefs });
  passOn();
}

/** The function that replaces the queue after running its calls. */
function replaced(waiting: Queue | undefined, methods: Methods): Queue {
  const run = (name: unknown, ...input: unknown[]): Promise<unknown> =>
    Promise.resolve()
      .then(() => methods[String(name)]?.(...(input as [])))
      .catch(ignore);
  const queue = ((...call: [unknown, ...unknown[]]) => void run(...call)) as unknown as Queue;
  for (const name of Object.keys(methods)) queue[name] = (...input: unknown[]) => run(name, ...input);
  for (const call of waiting?.q ?? []) void run(...(Array.from(call) as [unknown, ...unknown[]]));
  return queue;
}

/** A failure must not reach the page: its own code continues. */
function ignore(): void {}

const script = document.currentScript ?? document.querySelector("script[src*='/assets/analytics.js']");
try {
  if (script instanceof HTMLScriptElement) start(script);
} catch {
  // As `ignore`.
}
