import type { EmbedSection } from "../contract/index.ts";
import type { DemoScene } from "./scene.ts";

/** What is hidden along with a section, by the names it has in answers. */
const owners: Record<string, EmbedSection> = {
  partner: "profile",
  links: "links",
  linksTotal: "links",
  linkRules: "links",
  timeseries: "analytics",
  previous: "analytics",
  earnings: "earnings",
  recentEarnings: "earnings",
  band: "earnings",
  nextPayout: "payouts",
  saleAmount: "revenue",
  productId: "revenue",
  referralForm: "referrals",
  resources: "resources",
  faq: "faq",
};

/** An answer as JSON, `null` for all that the program hides, wherever it stands. */
export function toJson({ hidden }: DemoScene, answer: unknown): string {
  const isHidden = (name: string): boolean => hidden.includes(owners[name]!);
  // The map of sections says `false` by itself.
  return JSON.stringify(answer, (name, value) => (value !== false && isHidden(name) ? null : value));
}
