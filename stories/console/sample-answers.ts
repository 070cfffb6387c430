import type { Program } from "../../src/contract/records.ts";

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
  saleRewardId: index === 0 ? "rw_own" : "rw_sale",
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

const commissionOf = (index: number, own: object) => ({
  id: `cm_${index}`,
  type: "sale",
  amount: 9_900,
  earnings: 2_475,
  quantity: 1,
  description: null,
  unknownReason: null,
  currency: "usd",
  status: "pending",
  holdReason: null,
  signals: [],
  note: null,
  sourceId: null,
  createdAt: at,
  updatedAt: at,
  payableAt: "2026-12-02T09:30:00.000Z",
  paidAt: null,
  partner: personOf(0),
  customer: { id: "cus_1", name: "Felix Berg", email: "felix@mail.example", externalId: "u_1" },
  ...own,
});

/** An entry of the audit. */
const change = (id: string, operation: string, own: object) => ({
  id,
  at,
  actorType: "person",
  actorId: "per_ada",
  actorName: "Ada Lovelace",
  operation,
  subject: null,
  from: null,
  to: null,
  reason: null,
  changes: {},
  ...own,
});
const subjectOf = (name: string, own: object = {}) => ({
  name,
  partnerId: null,
  amount: null,
  currency: null,
  ...own,
});

const audit = [
  change("aud_3", "commission.update", {
    entity: "commission",
    entityId: "cm_3",
    subject: subjectOf("Ada Vermeer", { partnerId: "pn_0", amount: 2_475, currency: "usd" }),
    from: "pending",
    to: "hold",
    reason: "Four sales within a minute",
  }),
  change("aud_1", "approve", {
    entity: "enrollment",
    entityId: "en_2",
    subject: subjectOf("Amélie Fournier", { partnerId: "pn_2" }),
    from: "pending",
    to: "approved",
  }),
  change("aud_4", "update reward", {
    entity: "reward",
    entityId: "rw_sale",
    subject: subjectOf("sale 25%"),
    changes: { amount: { old: 20, new: 25 } },
  }),
  change("aud_5", "remove person", { entity: "person", entityId: "per_2", from: "manager" }),
  change("aud_2", "create key", {
    actorType: "api_key",
    actorName: null,
    entity: "api_key",
    entityId: "key_1",
    subject: subjectOf("Our shop's server, which reports the sales of both brands"),
  }),
];

const held = [0, 1, 2].map((index) =>
  commissionOf(index, {
    status: "hold",
    holdReason: index === 1 ? "self_referral" : "review",
    signals: index === 1 ? ["email", "address"] : [],
    note: index === 0 ? "Four sales within a minute" : null,
    partner: personOf(index),
  }),
);

/** A partner's commissions: of every kind that a balance tells apart. */
const earned = [
  commissionOf(3, { status: "hold", holdReason: "review", note: "Four sales within a minute" }),
  commissionOf(4, { createdAt: "2026-10-28T10:00:00.000Z", payableAt: "2099-01-01T00:00:00.000Z" }),
  commissionOf(5, { type: "custom", amount: 0, earnings: -1_000, description: "Paid twice in August", customer: null }),
  commissionOf(6, { status: "refunded", createdAt: "2026-10-12T10:00:00.000Z" }),
  commissionOf(7, { type: "lead", amount: 0, earnings: 500, createdAt: "2026-10-02T10:00:00.000Z" }),
  ...[8, 9].map((index) =>
    commissionOf(index, { status: "paid", createdAt: "2026-08-02T10:00:00.000Z", paidAt: "2026-10-01T08:00:00.000Z" }),
  ),
];

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

// Of the contract's type: a screen that shows a further field must find it here.
const program: Omit<Program, "embed"> & { embed: Partial<Program["embed"]> } = {
  id: "prog_1",
  name: "Acme partners",
  logo: null,
  brandColor: "#0f766e",
  url: "https://acme.example",
  currency: "usd",
  timezone: "Europe/Amsterdam",
  minPayoutAmount: 5_000,
  holdingPeriodDays: 30,
  payoutDay: 1,
  attributionModel: "last",
  attributionWindowDays: 90,
  attributionPriority: "code",
  selfReferral: "hold",
  clickRewardsPerAddress: 10,
  joining: "invitation",
  autoApprove: true,
  onTenantMismatch: "reject",
  allowedOrigins: ["https://app.acme.example"],
  fallbackUrl: null,
  partnerInviteUrl: null,
  clickIdParams: ["ref_id"],
  payoutMethods: ["paypal", "bank"],
  payoutMethodDelayHours: 24,
  reviewRules: [],
  applicationForm: {
    fields: [
      { key: "site", label: "Where do you write?", type: "text", required: true, locked: false, position: 0 },
      {
        key: "readers",
        label: "Who reads you?",
        type: "select",
        required: false,
        locked: false,
        position: 1,
        options: [
          { value: "founders", label: "Founders" },
          { value: "designers", label: "Designers" },
        ],
      },
    ],
  },
  mails: { approved: { subject: "Welcome to {program}" } },
  embed: {
    termsUrl: "https://acme.example/terms",
    supportEmail: "partners@acme.example",
    faq: [{ question: "When am I paid?", answer: "On the first of each month." }],
  },
};
const reward = (event: string, type: string, amount: number) => ({
  id: `rw_${event}`,
  event,
  type,
  amount,
  maxDuration: event === "sale" ? 12 : null,
  maxAmount: null,
  conditions: [],
});
const invitation = {
  url: "https://app.acme.example/partners/sign-in?code=ref_sign_3v8pQ1sVb2mKc9xTz4Lr7hN0",
  expiresAt: "2026-12-02T09:30:00.000Z",
  mailed: false,
};
/** Of two periods that are compared the one that is over. */
const isBefore = (query: URLSearchParams): boolean => Date.parse(query.get("end") ?? "") < Date.now() - 86_400_000;
const metricsBefore = { clicks: 2410, leads: 262, sales: 206, saleAmount: 894_700 };
const metrics = { clicks: 2903, leads: 250, sales: 206, saleAmount: 1_018_400 };

const mailPreview = {
  subject: "You are invited to Acme partners",
  text: "Hi Eva Example,\n\nAcme partners invites you to become a partner: share your own link, and earn when people you refer become customers.\n\nAccept the invitation:\nhttps://app.acme.example/partners/sign-in?code=ref_sign_EXAMPLE0123456789abcdefghijklmnopqrstuvwxyzAB\n\nThe invitation is open for 30 days.\n\n-- \nAcme partners\nYou get this mail because somebody entered your address at Acme partners.\n",
  usual: {
    subject: "You are invited to {program}",
    body: "Hi {name},\n\n{program} invites you to become a partner: share your own link, and earn when people you refer become customers.\n\n{link}\n\nThe invitation is open for {valid}.",
  },
};
const trial = {
  amount: 10_000,
  currency: "usd",
  lead: { earnings: 500, holdReason: null },
  sale: { earnings: 2_500, holdReason: "review" },
  left: 0,
};
const commissionSums = [
  { status: "hold", count: 3, earnings: 7_425 },
  { status: "paid", count: 131, earnings: 165_800 },
  { status: "pending", count: 64, earnings: 84_260 },
  { status: "processed", count: 12, earnings: 21_300 },
];

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
  "/payouts": payouts,
  "/groups": [
    {
      id: "grp_1",
      name: "Creators",
      slug: "creators",
      saleRewardId: "rw_sale",
      leadRewardId: "rw_lead",
      discountId: "dis_1",
      joinPage: true,
      autoApprove: null,
      referralFormData: null,
    },
    {
      id: "grp_2",
      name: "Agencies",
      slug: "agencies",
      saleRewardId: "rw_sale",
      joinPage: false,
      autoApprove: null,
      referralFormData: null,
    },
  ],
  "/rewards": [
    reward("sale", "percentage", 25),
    reward("lead", "flat", 500),
    { ...reward("sale", "percentage", 40), id: "rw_own" },
  ],
  "/discounts": [
    { id: "dis_1", type: "percentage", amount: 20, maxDuration: 3, description: "20% off for three months" },
  ],
  "/tags": [{ id: "tag_1", name: "Newsletter", color: "blue" }],
  "/webhooks/wh_1/deliveries": [
    {
      id: "del_1",
      eventId: "evt_1",
      event: "sale.created",
      attempt: 4,
      status: "failed",
      responseStatus: 500,
      error: "The server answered 500.",
      durationMs: 80,
      createdAt: at,
      nextAttemptAt: "2026-11-02T10:30:00.000Z",
    },
    {
      id: "del_2",
      eventId: "evt_2",
      event: "partner.enrolled",
      attempt: 1,
      status: "succeeded",
      responseStatus: 200,
      error: null,
      durationMs: 41,
      createdAt: at,
      nextAttemptAt: null,
    },
  ],
  "/integrations/int_1/deliveries": [
    {
      id: "del_3",
      type: "invoice.paid",
      status: "failed",
      outcome: "The signature does not match the secret of this integration.",
      receivedAt: at,
    },
  ],
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
    {
      id: "per_ada",
      name: "Ada Lovelace",
      email: "ada@acme.example",
      role: "owner",
      mails: true,
      signedInAt: at,
      createdAt: at,
    },
    {
      id: "per_bo",
      name: "Bo",
      email: "bo@acme.example",
      role: "viewer",
      mails: true,
      signedInAt: null,
      createdAt: at,
    },
    { id: "per_owner", name: "Owner", email: null, role: "owner", mails: true, signedInAt: at, createdAt: at },
  ],
  "/referrals": [
    {
      id: "sub_1",
      status: "pending",
      values: { company: "Weitblick GmbH", interests: ["invoices", "reports"], note: "Wants a call." },
      createdAt: at,
      updatedAt: at,
      partnerId: "pn_0",
      note: null,
    },
    {
      id: "sub_2",
      status: "pending",
      values: { company: "Bergmann & Söhne", interests: ["payroll"], note: "Opens a second office in March." },
      createdAt: at,
      updatedAt: at,
      partnerId: "pn_1",
      note: "Called on Tuesday: Ms Bergmann decides with her brother.\nAsk again after the fair.",
    },
  ],
  "/audit": audit,
};

/** Who else is paid where the first partner is. */
const shared = {
  partnerId: "pn_0",
  partners: [2, 5].map((index) => ({ ...partners[index], status: statuses[index] })),
  releasedAt: null,
};
const firstLink = {
  url: "https://app.acme.example/console/sign-in?code=ref_cons_3v8pQ1sVb2mKc9xTz4Lr7hN0",
  expiresAt: "2026-11-03T09:30:00.000Z",
};
const note =
  "Prefers to be called before nine.\n\nWants to talk about a rate of her own in spring; said so to Bo.\nHer list: https://journal.example/list";

/** What a call of the console is answered in a story. */
export function sampleAnswers(route: string, query: URLSearchParams, isEmpty: boolean): unknown {
  if (route === "/program") return program;
  if (route === "/partners/count") return isEmpty ? 0 : partners.length;
  if (route.endsWith("/payout-method")) return { method: "paypal", destination: "a***@v***.example", available: [] };
  if (route.endsWith("/shared-destination/release")) return { ...shared, releasedAt: at };
  if (route.endsWith("/shared-destination"))
    return isEmpty || !route.includes("/pn_0/") ? { ...shared, partners: [] } : shared;
  if (/^\/people\/\w+\/link$/.test(route)) return firstLink;
  if (route.endsWith("/note")) return { partnerId: "pn_1", note: isEmpty ? null : note };
  if (route === "/analytics") {
    if (query.get("groupBy") === "count")
      return isEmpty ? { clicks: 0, leads: 0, sales: 0, saleAmount: 0 } : isBefore(query) ? metricsBefore : metrics;
    return isEmpty
      ? []
      : [0, 1, 2].map((index) => ({
          sales: 84 - 31 * index,
          saleAmount: 415_300 - 153_200 * index,
          partner: personOf(index),
        }));
  }
  if (route === "/commissions/count")
    return isEmpty ? [] : isBefore(query) ? commissionSums.slice(1) : commissionSums.slice(0, 3);
  if (route === "/program/test") return trial;
  if (route === "/program/mails/preview") return mailPreview;
  if (route === "/events") return isEmpty ? [] : [{ timestamp: at }];
  if (route === "/commissions") return isEmpty ? [] : query.has("partnerId") ? earned : held;
  if (route === "/partners/invite") return { ...partners[3], invitation };
  // Whose dashboard the settings show: nobody's, since Storybook has no page to put into the frame.
  if (route === "/partners" && query.get("pageSize") === "1") return [];
  if (route === "/payouts/due")
    return { amount: isEmpty ? 0 : 128_450, payouts: isEmpty ? 0 : 9, currency: "usd", asOf: at };
  if (route === "/payouts" && query.has("status"))
    return isEmpty ? [] : payouts.filter(({ status }) => status === query.get("status"));
  const list = lists[route];
  if (list) return isEmpty ? [] : list;
  const [, id] = /^\/partners\/(\w+)$/.exec(route) ?? [];
  return partners.find((partner) => partner.id === id) ?? {};
}
