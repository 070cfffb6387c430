import type { ClickRecord } from "../clicks/redirect/click-record.ts";
import type { Random } from "./random.ts";
import { present } from "../present.ts";

const countries = { US: 30, DE: 14, GB: 12, FR: 9, NL: 6, BR: 6, JP: 5, IN: 5, CA: 5, ES: 4, SE: 4 };
const regions: Record<string, [region: string, city: string]> = {
  US: ["US-CA", "San Francisco"],
  DE: ["DE-BE", "Berlin"],
  GB: ["GB-LND", "London"],
  FR: ["FR-IDF", "Paris"],
  NL: ["NL-NH", "Amsterdam"],
  BR: ["BR-SP", "São Paulo"],
  JP: ["JP-13", "Tokyo"],
  IN: ["IN-KA", "Bengaluru"],
  CA: ["CA-ON", "Toronto"],
  ES: ["ES-MD", "Madrid"],
  SE: ["SE-AB", "Stockholm"],
};
/** Browsers the demo's visitors use. */
export const agents = [
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1",
];
const pages = {
  "": 40,
  "https://www.youtube.com/": 20,
  "https://www.instagram.com/": 14,
  "https://news.ycombinator.com/item": 8,
  "https://freelancers.example/best-time-trackers": 12,
  "https://t.co/": 6,
};

/** The part of a click that says who visited and from where. */
export type DemoVisit = Pick<
  ClickRecord,
  "visitor" | "address" | "country" | "region" | "city" | "userAgent" | "referrer" | "trigger"
>;

/** A new visitor. */
export function demoVisit(random: Random, visitor: string): DemoVisit {
  const country = random.weighted(countries);
  const [region, city] = present(regions[country], "the country");
  const trigger = random.next() < 0.06 ? "qr" : "link";
  return {
    visitor,
    address: null,
    country,
    region,
    city,
    userAgent: random.pick(agents),
    referrer: random.weighted(pages),
    trigger,
  };
}

const firstNames = [
  "Ana",
  "Ben",
  "Chloé",
  "Daan",
  "Emi",
  "Felix",
  "Greta",
  "Hugo",
  "Ines",
  "Jack",
  "Kofi",
  "Lina",
  "Marco",
  "Noa",
];
const lastNames = [
  "Silva",
  "Meyer",
  "Dubois",
  "Visser",
  "Sato",
  "Novak",
  "Berg",
  "Romero",
  "Costa",
  "Miller",
  "Owusu",
  "Weber",
];

/** A customer of the demo: a name, and an address no mail ever reaches. */
export function demoCustomer(random: Random, number: number): { externalId: string; name: string; email: string } {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  const local = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z ]/g, "")
    .replace(" ", ".");
  return { externalId: `customer_${number}`, name, email: `${local}.${number}@example.org` };
}
