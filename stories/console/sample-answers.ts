const at = "2026-11-02T09:30:00.000Z";
const names = [
  "Ada Vermeer",
  "Jonas Lindqvist",
  "Amélie Fournier",
  "Kenji Watanabe",
  "Studio Nordlicht",
  "Kestrel Media",
];
const statuses = ["approved", "pending", "approved", "invited", "banned", "deactivated"];

const partners = names.map((name, index) => ({
  id: `pn_${index}`,
  name,
  email: `partner${index}@mail.example`,
  status: statuses[index],
  groupId: "grp_1",
  country: "NL",
  tenantId: null,
  companyName: null,
  website: null,
  description: "Writes about working for oneself.",
  tags: [{ id: "tag_1", name: "Newsletter" }],
  createdAt: at,
  bannedReason: null,
  links: [{ id: `link_${index}`, shortLink: `https://acme.link/p${index}`, clicks: 120 * index }],
  totalClicks: 2661 - 400 * index,
  totalLeads: 248 - 40 * index,
  totalSales: 179 - 28 * index,
  totalSaleAmount: 873_100 - 140_000 * index,
  totalCommissions: 37_171 - 6_000 * index,
}));
const personOf = (index: number) => ({
  id: `pn_${index}`,
  name: names[index],
  email: null,
  tenantId: null,
  status: "approved",
});

const commissions = [0, 1, 2].map((index) => ({
  id: `cm_${index}`,
  type: "sale",
  amount: 9_900,
  earnings: 2_475,
  unknownReason: null,
  currency: "usd",
  status: "hold",
  holdReason: index === 1 ? "self_referral" : "review",
  signals: index === 1 ? ["email", "address"] : [],
  note: index === 0 ? "Four sales within a minute" : null,
  createdAt: at,
  partner: personOf(index),
  customer: { id: "cus_1", name: "Felix Berg", email: "felix@mail.example", externalId: "u_1" },
}));

const payouts = ["pending", "processing", "completed", "failed"].map((status, index) => ({
  id: `po_${index}`,
  number: status === "pending" ? null : `00000${index}`,
  amount: 12_450 + 1_000 * index,
  currency: "usd",
  status,
  method: "paypal",
  traceId: null,
  failureReason: status === "failed" ? "The account does not exist." : null,
  paidAt: status === "completed" ? at : null,
  createdAt: at,
  partner: personOf(index),
}));

const program = {
  id: "prog_1",
  name: "Acme partners",
  logo: null,
  brandColor: "#0f766e",
  url: "https://acme.example",
  currency: "usd",
  minPayoutAmount: 5_000,
  holdingPeriodDays: 30,
  payoutDay: 1,
  joining: "invitation",
  autoApprove: true,
  allowedOrigins: ["https://app.acme.example"],
};
const reward = (event: string, type: string, amount: number) => ({
  id: `rw_${event}`,
  event,
  type,
  amount,
  maxDuration: event === "sale" ? 12 : null,
  maxAmount: null,
});
const metrics = { clicks: 2903, leads: 250, sales: 206, saleAmount: 1_018_400 };

const lists: Readonly<Record<string, readonly object[]>> = {
  "/partners": partners,
  "/partners/applications": [
    {
      id: "app_1",
      createdAt: at,
      partner: { id: "pn_1" },
      referredBy: null,
      applicationFormData: [
        { label: "Where do you write?", value: "https://journal.example" },
        { label: "Who reads you?", value: null },
      ],
    },
  ],
  "/commissions": commissions,
  "/payouts": payouts,
  "/groups": [
    {
      id: "grp_1",
      name: "Creators",
      slug: "creators",
      saleRewardId: "rw_sale",
      leadRewardId: "rw_lead",
      referralFormData: null,
    },
    { id: "grp_2", name: "Agencies", slug: "agencies", saleRewardId: "rw_sale", referralFormData: null },
  ],
  "/rewards": [reward("sale", "percentage", 25), reward("lead", "flat", 500)],
  "/discounts": [],
  "/webhooks": [
    { id: "wh_1", name: "CRM", url: "https://crm.acme.example/hook", disabledAt: null, consecutiveFailures: 4 },
    { id: "wh_2", name: "Slack", url: "https://hooks.example/1", disabledAt: null, consecutiveFailures: 0 },
  ],
  "/integrations": [{ id: "int_1", name: "Stripe", provider: "stripe", hasSecret: true, lastEventAt: null }],
  "/api-keys": [
    { id: "key_1", name: "Server", kind: "secret", revokedAt: null, createdAt: at },
    {
      id: "key_2",
      name: "Publishable key",
      kind: "publishable",
      key: "ref_pub_sample",
      revokedAt: null,
      createdAt: at,
    },
  ],
  "/people": [
    { id: "per_ada", name: "Ada Lovelace", email: "ada@acme.example", role: "owner", mails: true, createdAt: at },
    { id: "per_bo", name: "Bo", email: "bo@acme.example", role: "viewer", mails: true, createdAt: at },
    { id: "per_owner", name: "Owner", email: null, role: "owner", mails: true, createdAt: at },
  ],
  "/referrals": [
    {
      id: "sub_1",
      status: "pending",
      values: { company: "Weitblick GmbH", interests: ["invoices", "reports"], note: "Wants a call." },
      createdAt: at,
      updatedAt: at,
      partnerId: "pn_0",
    },
  ],
  "/audit": [
    {
      id: "aud_1",
      at,
      actorType: "person",
      actorId: "per_ada",
      actorName: "Ada Lovelace",
      operation: "approve",
      changes: {},
    },
    { id: "aud_2", at, actorType: "api_key", actorId: "key_1", actorName: null, operation: "create", changes: {} },
  ],
};

/** What a call of the console is answered in a story. */
export function sampleAnswers(route: string, query: URLSearchParams, isEmpty: boolean): unknown {
  if (route === "/program") return program;
  if (route === "/partners/count") return isEmpty ? 0 : partners.length;
  if (route.endsWith("/payout-method")) return { method: "paypal", destination: "a***@v***.example", available: [] };
  if (route === "/analytics") {
    if (query.get("groupBy") === "count") return isEmpty ? { clicks: 0, leads: 0, sales: 0, saleAmount: 0 } : metrics;
    return isEmpty
      ? []
      : [0, 1, 2].map((index) => ({ ...metrics, partner: personOf(index), partnerId: `pn_${index}` }));
  }
  const list = lists[route];
  if (list) return isEmpty ? [] : list;
  const [, id] = /^\/partners\/(\w+)$/.exec(route) ?? [];
  return partners.find((partner) => partner.id === id) ?? {};
}
