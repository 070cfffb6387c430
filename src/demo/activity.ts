import type { Continent, MaskedCustomer, Trigger } from "../contract/index.ts";
import { dayMs, demoNow, demoStart } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { createRandom, pick, pickRanked, type Random } from "./random.ts";
import type { DemoScene } from "./scene.ts";

/** Something that happened on a link; every figure of a demo is counted from these. */
export interface Fact {
  id: string;
  event: "click" | "lead" | "sale";
  at: number;
  linkId: string;
  place: Place;
  device: string;
  browser: string;
  os: string;
  referer: string;
  trigger: Trigger;
  /** First click of its visitor. */
  unique: boolean;
  customer: MaskedCustomer | null;
  /** Sales only, minor units. */
  amount: number;
  /** First sale of its customer. */
  first: boolean;
  /** Refunded in full: counts as a conversion, no longer as a sale (domain-rules V1, V7). */
  refunded: boolean;
}

type Place = readonly [country: string, continent: Continent, region: string, city: string];

const places: readonly Place[] = [
  ["US", "NA", "US-CA", "San Francisco"],
  ["DE", "EU", "DE-BE", "Berlin"],
  ["GB", "EU", "GB-LND", "London"],
  ["FR", "EU", "FR-IDF", "Paris"],
  ["BR", "SA", "BR-SP", "São Paulo"],
  ["JP", "AS", "JP-13", "Tokyo"],
  ["IN", "AS", "IN-KA", "Bengaluru"],
  ["NL", "EU", "NL-NH", "Amsterdam"],
  ["CA", "NA", "CA-ON", "Toronto"],
  ["AU", "OC", "AU-NSW", "Sydney"],
  ["PL", "EU", "PL-14", "Warsaw"],
  ["ZA", "AF", "ZA-WC", "Cape Town"],
];
const machines = [
  ["Desktop", "Chrome", "Mac OS"],
  ["Mobile", "Mobile Safari", "iOS"],
  ["Desktop", "Chrome", "Windows"],
  ["Mobile", "Chrome", "Android"],
  ["Desktop", "Firefox", "Linux"],
  ["Desktop", "Edge", "Windows"],
  ["Tablet", "Mobile Safari", "iOS"],
] as const;
const referers = ["(direct)", "youtube.com", "newsletter.example", "google.com", "t.co", "reddit.com", "blog.example"];
const triggers: readonly Trigger[] = ["link", "link", "link", "link", "link", "qr", "pageview"];
const letters = "abcdefghijklmnoprstw";

/** A year of clicks, the leads among them and what they bought, oldest first. */
export function createActivity(scene: DemoScene, linkIds: readonly string[]): Fact[] {
  const random = createRandom(20_261_030);
  const facts: Fact[] = [];
  let sales = 0;
  for (let n = 0; n < scene.clickCount && linkIds.length > 0; n++) {
    const click = createClick(random, pickRanked(random, linkIds), n);
    facts.push(click);
    if (random() > scene.leadRate) continue;
    const lead = follow(click, "lead", click.at + random() * 36e5);
    lead.customer = createCustomer(random, click);
    if (lead.at >= demoNow) continue;
    facts.push(lead);
    if (random() > scene.customerRate) continue;
    const bought = createSales(random, lead, pick(random, scene.prices)).slice(0, scene.maxCommissions - sales);
    sales += bought.length;
    facts.push(...bought);
  }
  return facts.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function createClick(random: Random, linkId: string, n: number): Fact {
  const at = workingTime(random);
  const [device, browser, os] = pickRanked(random, machines);
  return {
    id: demoId("evt", at, n),
    event: "click",
    at,
    linkId,
    place: pickRanked(random, places),
    device,
    browser,
    os,
    referer: pickRanked(random, referers),
    trigger: pick(random, triggers),
    unique: random() < 0.82,
    customer: null,
    amount: 0,
    first: false,
    refunded: false,
  };
}

/** Grows over the year; half of a weekend's clicks fall on the days after. */
function workingTime(random: Random): number {
  const at = Math.floor(demoStart + (demoNow - demoStart) * random() ** 0.6);
  const weekend = new Date(at).getUTCDay() % 6 === 0;
  const moved = weekend && random() < 0.5 ? at + Math.ceil(random() * 5) * dayMs : at;
  return moved < demoNow ? moved : at;
}

function createCustomer(random: Random, click: Fact): MaskedCustomer {
  const label = `${pick(random, [...letters])}***@${pick(random, [...letters])}***.com`;
  return { id: demoId("cus", click.at, random() * 1e9), label, country: click.place[0] };
}

/** Monthly invoices from the first to now, some customers leaving on the way; rewards last twelve months. */
function createSales(random: Random, lead: Fact, amount: number): Fact[] {
  const sales: Fact[] = [];
  let at = Math.floor(lead.at + random() * 9 * dayMs);
  for (let month = 0; month < 12 && at < demoNow; month++) {
    const sale = follow(lead, "sale", at);
    sales.push({ ...sale, amount, first: month === 0, refunded: random() < 0.03 });
    if (random() < 0.14) break;
    at += 30 * dayMs + Math.floor(random() * 36e5);
  }
  return sales;
}

function follow(before: Fact, event: Fact["event"], time: number): Fact {
  const at = Math.floor(time);
  return { ...before, id: demoId("evt", at, before.at % 1e9), event, at, unique: false };
}
