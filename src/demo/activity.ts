import type { Continent, EventRow, MaskedCustomer, Trigger } from "../contract/index.ts";
import type { DemoEarning } from "./ledger.ts";
import { dayMs, demoNow, joinedAt } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import type { DemoLink } from "./links.ts";
import { createRandom, pick, pickRanked, type Random } from "./random.ts";
import type { DemoScene } from "./scene.ts";

/** Something that happened on a link; every figure of a demo is counted from these. */
export interface Fact {
  at: number;
  link: DemoLink;
  continent: Continent;
  region: string;
  /** First click of its visitor. */
  unique: boolean;
  /** Sales only, minor units. */
  amount: number;
  /** First sale of its customer. */
  first: boolean;
  /** Refunded in full: counts as a conversion, no longer as a sale. */
  refunded?: boolean;
  /** Sales only. */
  commission?: DemoEarning;
  /** What an event shows of it. */
  row: Omit<EventRow, "timestamp" | "eventName" | "link" | "sale" | "earnings">;
}

/** Continent, region, city. */
const places = rows(`NA,US-CA,San Francisco
EU,DE-BE,Berlin
EU,GB-LND,London
EU,FR-IDF,Paris
SA,BR-SP,São Paulo
AS,JP-13,Tokyo
AS,IN-KA,Bengaluru
EU,NL-NH,Amsterdam
NA,CA-ON,Toronto
OC,AU-NSW,Sydney
EU,PL-14,Warsaw
AF,ZA-WC,Cape Town`);
/** Device, browser, operating system. */
const machines = rows(`Desktop,Chrome,Mac OS
Mobile,Mobile Safari,iOS
Desktop,Chrome,Windows
Mobile,Chrome,Android
Desktop,Firefox,Linux
Desktop,Edge,Windows
Tablet,Mobile Safari,iOS`);
const referers = list("(direct),youtube.com,newsletter.example,google.com,t.co,reddit.com,blog.example");
const triggers = list("link,link,link,link,link,qr,pageview") as Trigger[];

/** A year of clicks, with their leads and sales, oldest first. */
export function createActivity(scene: DemoScene, links: readonly DemoLink[]): Fact[] {
  const { now } = scene;
  const random = createRandom(20_261_030);
  const facts: Fact[] = [];
  let sales = 0;
  for (let n = 0; n < scene.clickCount && links.length > 0; n++) {
    const click = createClick(random, pickRanked(random, links), { n, now });
    facts.push(click);
    if (random() > scene.leadRate) continue;
    const lead = follow(click, "lead", click.at + random() * 36e5);
    lead.row.customer = createCustomer(random, click);
    if (lead.at >= now) continue;
    facts.push(lead);
    if (random() > scene.customerRate) continue;
    const bought = createSales(random, lead, { amount: pick(random, scene.prices), now })
      .filter(({ at }) => scene.salesOfDays === null || at > now - scene.salesOfDays * dayMs)
      .slice(0, scene.maxCommissions - sales);
    sales += bought.length;
    facts.push(...bought);
  }
  return facts.sort((a, b) => a.at - b.at || (a.row.id < b.row.id ? -1 : 1));
}

function createClick(random: Random, link: DemoLink, { n, now }: { n: number; now: number }): Fact {
  const at = workingTime(random, now);
  const [device, browser, os] = pickRanked(random, machines) as [string, string, string];
  const [continent, region, city] = pickRanked(random, places) as [Continent, string, string];
  return {
    at,
    link,
    continent,
    region,
    row: {
      id: demoId("evt", at, n),
      event: "click",
      country: region.slice(0, 2),
      city,
      device,
      browser,
      os,
      referer: pickRanked(random, referers),
      trigger: pick(random, triggers),
      customer: null,
    },
    unique: random() < 0.82,
    amount: 0,
    first: false,
  };
}

/** Grows over the year; half of a weekend's clicks fall on the days after. */
function workingTime(random: Random, now: number): number {
  const start = joinedAt(now);
  const at = Math.floor(start + (now - start) * random() ** 0.6);
  // Weekends of one fixed calendar: on every day the figures of the last month are those, and grow.
  const weekend = new Date(at - now + demoNow).getUTCDay() % 6 === 0;
  const moved = weekend && random() < 0.5 ? at + Math.ceil(random() * 5) * dayMs : at;
  return moved < now ? moved : at;
}

function createCustomer(random: Random, click: Fact): MaskedCustomer {
  const letter = (): string => pick(random, [..."abcdefghijklmnoprstw"]);
  const label = `${letter()}***@${letter()}***.com`;
  return { id: demoId("cus", click.at, random() * 1e9), label, country: click.row.country };
}

/** Monthly invoices from the first to now, some customers leaving on the way; rewards last twelve months. */
function createSales(random: Random, lead: Fact, { amount, now }: { amount: number; now: number }): Fact[] {
  const sales: Fact[] = [];
  let at = Math.floor(lead.at + random() * 9 * dayMs);
  for (let month = 0; month < 12 && at < now; month++) {
    const sale = follow(lead, "sale", at);
    sales.push({ ...sale, amount, first: month === 0, refunded: random() < 0.03 });
    if (random() < 0.14) break;
    at += 30 * dayMs + Math.floor(random() * 36e5);
  }
  return sales;
}

function follow(before: Fact, event: EventRow["event"], time: number): Fact {
  const at = Math.floor(time);
  const row = { ...before.row, id: demoId("evt", at, before.at % 1e9), event };
  return { ...before, at, row, unique: false };
}

function list(text: string): string[] {
  return text.split(",");
}

function rows(text: string): string[][] {
  return text.split("\n").map(list);
}
