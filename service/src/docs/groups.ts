import type { OperationName } from "referrals-embed/contract";

type GroupName = OperationName extends infer N ? (N extends `${infer G}.${string}` ? G : never) : never;

/** A group of operations, with the name used in contents and viewers. */
export interface Group {
  title: string;
  /** The subject of its operations. */
  text: string;
  /** Guides for tasks that need several operations. */
  guide?: { path: string; title: string };
}

/** The groups of operations, in the order a reader meets them. */
export const groups: Readonly<Record<GroupName, Group>> = {
  partners: {
    title: "Partners",
    text: "People and companies who bring you customers, and where they stand in your program. Calls about one partner take their id or your own, the `tenantId`.",
  },
  partnerApplications: {
    title: "Applications",
    text: "What people sent who want to become partners, when the program reviews them.",
  },
  embedTokens: {
    title: "Embed tokens",
    text: "Short-lived tokens by which a partner's browser reads that partner's own data.",
    guide: { path: "/docs/tokens", title: "Tokens and identity" },
  },
  links: { title: "Links", text: "Short links that count clicks, and by partners' links what follows from them." },
  qrCodes: { title: "QR codes", text: "Pictures of links." },
  analytics: { title: "Analytics", text: "Clicks, leads, sales and revenue over a period, in sums and in groups." },
  events: { title: "Events", text: "The same one by one." },
  track: {
    title: "Tracking",
    text: "Tells what visitors did after the click: became a lead, paid, got their money back.",
    guide: { path: "/docs/tracking", title: "Tracking" },
  },
  customers: {
    title: "Customers",
    text: "Who partners brought.",
    guide: { path: "/docs/moving-in", title: "Moving in from another product" },
  },
  commissions: {
    title: "Commissions",
    text: "What partners earn, entry by entry.",
    guide: { path: "/docs/moving-in", title: "Moving in from another product" },
  },
  payouts: {
    title: "Payouts",
    text: "What partners are paid: commissions collected, and where the money is.",
    guide: { path: "/docs/payouts", title: "Paying partners" },
  },
  tags: { title: "Tags", text: "Labels of links and partners." },
  folders: { title: "Folders", text: "Places to keep links in." },
  domains: { title: "Domains", text: "Hosts of your own for short links." },
  webhooks: {
    title: "Webhooks",
    text: "Events posted to a server of yours. `verifyWebhook` of `referrals-embed/server` checks their signatures.",
    guide: { path: "/docs/webhooks", title: "Webhooks" },
  },
  integrations: {
    title: "Integrations",
    text: "Payment providers (Stripe, Paddle, Polar, Lemon Squeezy) whose events become sales, refunds and disputes by themselves.",
    guide: { path: "/docs/integrations", title: "Payment providers" },
  },
  program: {
    title: "Program",
    text: "The rules of your program and the look of its dashboard.",
    guide: { path: "/docs/program-file", title: "Program file" },
  },
  audit: { title: "Audit", text: "Who changed what, and when: keys, partners, commands and the service itself." },
  people: {
    title: "People",
    text: "Who runs the program in the console: owners, managers, and those who only look.",
    guide: { path: "/docs/console", title: "The console" },
  },
  apiKeys: { title: "API keys", text: "Keys for servers and pages." },
  groups: { title: "Groups", text: "Partners with the same rewards and rules." },
  rewards: { title: "Rewards", text: "What partners get for a click, a lead, a sale or another partner." },
  discounts: { title: "Discounts", text: "What customers save who come through a partner." },
  exchangeRates: {
    title: "Exchange rates",
    text: "What sales in other currencies are worth in the program's. A sale without a rate waits on hold.",
  },
  discountCodes: { title: "Discount codes", text: "Codes by which buyers get a partner's discount." },
  referrals: { title: "Referrals", text: "Companies and people partners named through the referral form." },
  embed: {
    title: "Embed data",
    text: "What the embedded dashboard reads and writes, with an embed token: always the data of the token's own partner. Use it for a dashboard of your own.",
  },
};
