import { createHash } from "node:crypto";

/** An id in the service's format, the same each time. */
export function identifier(prefix: string): string {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const bytes = createHash("sha256").update(prefix).digest().subarray(0, 16);
  return `${prefix}01M6DSECV0${Array.from(bytes, (byte) => letters[byte % 32]).join("")}`;
}

/**
 * Examples by field name, for names with one meaning in all records; the first example that the field's type allows is used. If a name has
 * another meaning in a record, its schema has the example: `.meta({ examples: [...] })`.
 */
export const exampleValues: Readonly<Record<string, readonly unknown[]>> = {
  // People
  name: ["Ada Okafor"],
  email: ["ada@okafor.example"],
  image: ["https://acme.example/avatars/1042.png"],
  username: ["ada"],
  country: ["NG"],
  networkStatus: ["approved"],
  actions: [["leave"]],
  notice: [null],
  application: [null],
  referralFormData: [null],
  website: ["https://okafor.example"],
  youtube: ["adaokafor"],
  tenantId: ["user_1042"],
  externalId: ["user_2207"],
  customerExternalId: ["user_2207"],
  supportEmail: ["partners@acme.example"],
  timezone: ["Europe/Berlin"],
  locale: ["en"],

  // Ids; most field descriptions contain the prefix
  partnerId: [identifier("pn_")],
  programId: [identifier("prog_")],
  workspaceId: [identifier("ws_")],
  projectId: [identifier("")],
  linkId: [identifier("link_")],
  link_id: [identifier("link_")],
  groupId: [identifier("grp_")],
  linkIds: [null, identifier("link_")],
  folderIds: [null],
  userId: [null],
  user: [null],

  // Links and domains
  domain: ["go.example.com"],
  host: ["acme.example"],
  key: ["ada"],
  url: ["https://acme.example/pricing"],
  shortLink: ["https://go.example.com/ada"],
  shareUrl: ["https://go.example.com/ada"],
  qrCode: ["https://app.example.com/api/qr?url=https%3A%2F%2Fgo.example.com%2Fada%3Fqr%3D1"],
  slug: ["creators"],
  logo: ["https://acme.example/logo.svg"],
  defaultUrls: [["https://acme.example/pricing"]],
  allowedOrigins: [["https://app.acme.example"]],
  webhookIds: [[]],
  color: ["green"],
  geo: [null],
  testVariants: [null],
  trigger: ["link"],

  clickIdParams: [["ref_id"]],
  code: ["ADA15"],
  idOrCode: ["ADA15"],
  last4: ["4f2a"],
  expires: ["2026-11-02T11:00:00.000Z"],
  label: ["Company"],
  pattern: ["^.+$"],
  message: ["The commission was created."],

  // Clicks
  clickId: ["6Jum5d0SkkE00mIs"],
  click_id: ["6Jum5d0SkkE00mIs"],
  browser: ["Firefox"],
  device: ["Desktop"],
  os: ["Linux"],
  ua: ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  city: ["Lagos"],
  region: ["NG-LA"],
  continent: ["AF"],
  referer: ["news.example"],
  refererUrl: ["https://news.example/tools"],
  ip: [""],

  // Money
  currency: ["usd"],
  invoiceId: ["in_1001"],
  invoice_id: ["in_1001"],
  refundId: ["re_1001"],
  eventName: ["Sign up"],
  paymentProcessor: ["stripe"],
  payment_processor: ["stripe"],
  metadata: [{ plan: "pro" }],
  amount: [9900],
  earnings: [2475],
  quantity: [1],
  type: ["percentage", "sale"],
  event: ["sale"],
  method: ["paypal"],
  defaultPayoutMethod: ["paypal"],
  payoutMethods: [["paypal"]],
  mode: ["external"],
  minPayoutAmount: [1000],
  holdingPeriodDays: [30],
  attributionWindowDays: [90],
  status: ["approved", "verified", "pending"],
  maxDurationMonths: [12],
  maxDuration: [3],

  // Figures
  clicks: [128],
  uniqueClicks: [96],
  leads: [24],
  conversions: [9],
  sales: [12],
  saleAmount: [118_800],
  totalClicks: [128],
  totalLeads: [24],
  totalConversions: [9],
  totalSales: [12],
  totalSaleAmount: [118_800],
  totalCommissions: [29_700],
  netRevenue: [89_100],

  consecutiveFailures: [0],
  position: [0],
  durationMs: [180],
  responseStatus: [200],
  maxLength: [100],
  percentage: [50],

  // Settings that are off by default
  archived: [false],
  capped: [false],
  doIndex: [false],
  isMe: [false],
  leaderboardOptIn: [false],
  locked: [false],
  namedToFriends: [false],
  proxy: [false],
  publicStats: [false],
  qr: [false],
  rewrite: [false],
};
