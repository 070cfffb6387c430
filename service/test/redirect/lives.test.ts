import fc from "fast-check";
import { expect, it } from "vitest";
import type { Config } from "../../src/config.ts";
import { casesWithin } from "../property-runs.ts";
import { browser, openRedirect, type TestRedirect } from "./open-redirect.ts";

const HOUR = 3_600_000;

type Settings = Pick<Config, "clickCounting" | "clickDurability" | "botFilter" | "redirectCookies">;
type Agent = "browser" | "curl" | "bot";
type Step =
  /** `isLoaded`: its click is in the tables before the next step. */
  | { do: "visit"; link: number; visitor: number; agent: Agent; isLoaded: boolean }
  | { do: "restart" }
  | { do: "wait"; minutes: number };

const agents: Record<Agent, string> = {
  browser,
  curl: "curl/8.5.0",
  bot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};
/** Whose visits are clicks. */
const counted: Record<Settings["botFilter"], readonly Agent[]> = {
  off: ["browser", "curl", "bot"],
  default: ["browser", "curl"],
  strict: ["browser"],
};

const settings: fc.Arbitrary<Settings> = fc.record({
  clickCounting: fc.constantFrom("all", "unique"),
  clickDurability: fc.constantFrom("commit", "async"),
  botFilter: fc.constantFrom("off", "default", "strict"),
  redirectCookies: fc.boolean(),
});
const visit: fc.Arbitrary<Step> = fc.record({
  do: fc.constant("visit"),
  link: fc.nat(1),
  visitor: fc.nat(1),
  agent: fc.constantFrom<Agent>("browser", "browser", "browser", "curl", "bot"),
  isLoaded: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: visit },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "restart" }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.integer({ min: 1, max: 70 }) }) },
);

/** What is to be stored of a link. */
class LinkModel {
  events = 0;
  unique = 0;
  readonly #openedAt = new Map<string, number>();

  click(visitor: string, now: number): void {
    this.events += 1;
    if (now - (this.#openedAt.get(visitor) ?? Number.NEGATIVE_INFINITY) < HOUR) return;
    this.unique += 1;
    this.#openedAt.set(visitor, now);
  }
}

async function storedOf({ store }: TestRedirect, id: string): Promise<object> {
  const link = await store.db
    .selectFrom("links")
    .select(["clicks", "unique_clicks"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const events = await store.db.selectFrom("click_events").select("is_unique").where("link_id", "=", id).execute();
  const hours = await store.db.selectFrom("link_hours").select("clicks").where("link_id", "=", id).execute();
  return {
    events: events.length,
    unique: events.filter(({ is_unique }) => is_unique).length,
    clicks: link.clicks,
    uniqueClicks: link.unique_clicks,
    inHours: hours.reduce((sum, { clicks }) => sum + clicks, 0),
  };
}

it("every answered click is stored and counted as the settings say, whenever it is loaded (I2)", async () => {
  const life = fc.asyncProperty(settings, fc.array(step, { minLength: 8, maxLength: 20 }), async (chosen, steps) => {
    const redirect = await openRedirect(chosen);
    try {
      const links = [await redirect.link(), await redirect.link()].map((link) => ({ ...link, model: new LinkModel() }));
      const doStep = async (each: Step): Promise<void> => {
        if (each.do === "restart") await redirect.restart();
        if (each.do === "wait") redirect.clock.advance(each.minutes * 60_000);
        if (each.do !== "visit") return;
        const { path, model } = links[each.link]!;
        const ua = agents[each.agent];
        expect((await redirect.visit(path, { ip: `203.0.113.${each.visitor}`, ua })).status).toBe(302);
        if (counted[chosen.botFilter].includes(each.agent)) model.click(`${each.visitor} ${ua}`, redirect.clock.now());
      };
      for (const each of steps) await doStep(each);
      await redirect.running.clicks.loaded();
      expect(redirect.errors).toEqual([]);
      for (const { id, model } of links) {
        const clicks = chosen.clickCounting === "unique" ? model.unique : model.events;
        expect(await storedOf(redirect, id)).toEqual({
          events: model.events,
          unique: model.unique,
          clicks,
          uniqueClicks: model.unique,
          inHours: clicks,
        });
      }
    } finally {
      await redirect.close();
    }
  });
  // A failure is made smaller for as long as this, and told before the test's own limit.
  await fc.assert(life, casesWithin(8, 90_000));
});
