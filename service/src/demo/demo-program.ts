import type { Config } from "../config.ts";
import type { EmbedSettings, ReferralForm, RewardEvent } from "referrals-embed/contract";

/** The partner the demo host is signed in as. */
export const demoUser = {
  id: "user_ada",
  name: "Ada Vermeer",
  email: "ada@vermeer.example",
  code: "ADA20",
  /** Links she made besides the first, and on which day. */
  links: [
    { day: 6, key: "ada-newsletter", url: "https://northlight.example/pricing" },
    { day: 21, key: "ada-youtube", url: "https://northlight.example/invoices" },
  ],
} as const;

/** Where the demo host has the program's logo. */
export const demoLogo = "/demo/logo.svg";

/** Its address. */
export function logoOf({ appUrl }: Pick<Config, "appUrl">): string {
  return `${appUrl}${demoLogo}`;
}

/** The program of the demo: a made-up app for time and invoices. */
export const demoProgram = {
  slug: "northlight",
  name: "Northlight",
  url: "https://northlight.example",
  currency: "usd",
  timezone: "UTC",
  brandColor: "#2867e4",
  minPayoutAmount: 5_000,
  holdingPeriodDays: 30,
  payoutDay: 1,
  joining: "open",
} as const;

/** What the demo program shows in the embed besides figures. */
export const demoEmbed: Partial<EmbedSettings> = {
  milestones: [
    { metric: "sales", value: 1 },
    { metric: "earnings", value: 50_000 },
    { metric: "sales", value: 100 },
    { metric: "earnings", value: 250_000 },
  ],
  faq: [
    {
      question: "When am I paid?",
      answer: "On the first of each month, for every sale whose 30 days are over, once you reach $50.",
    },
    {
      question: "How long does a click count?",
      answer: "90 days. Whoever signs up within 90 days of following your link is your customer for good.",
    },
    {
      question: "May I advertise with my link?",
      answer: "Yes, but not on our brand name. Ask us first if you are unsure.",
    },
  ],
  resources: [
    { type: "file", name: "Press kit", value: "https://northlight.example/press-kit.zip" },
    { type: "logo", name: "Logo", value: "https://northlight.example/logo.svg" },
    { type: "color", name: "Northlight blue", value: "#2867e4" },
    { type: "color", name: "Night", value: "#0b1020" },
    { type: "link", name: "Partner handbook", value: "https://northlight.example/handbook" },
  ],
  termsUrl: "https://northlight.example/partner-terms",
  supportEmail: "partners@northlight.example",
};

/** The form partners refer a team with: one field of each type. */
export const demoReferralForm: ReferralForm = {
  fields: [
    {
      key: "company",
      label: "Company",
      type: "text",
      required: true,
      locked: false,
      position: 0,
      constraints: { maxLength: 120 },
    },
    {
      key: "email",
      label: "Contact e-mail",
      type: "text",
      required: true,
      locked: false,
      position: 1,
      constraints: { maxLength: 190 },
    },
    { key: "phone", label: "Contact phone", type: "phone", required: false, locked: false, position: 2 },
    { key: "country", label: "Country", type: "country", required: true, locked: false, position: 3 },
    { key: "people", label: "People in the team", type: "number", required: false, locked: false, position: 4 },
    {
      key: "plan",
      label: "Plan they look at",
      type: "select",
      required: true,
      locked: false,
      position: 5,
      options: [
        { label: "Team", value: "team" },
        { label: "Company", value: "company" },
      ],
    },
    {
      key: "needs",
      label: "What they need",
      type: "multiSelect",
      required: false,
      locked: false,
      position: 6,
      options: [
        { label: "Time tracking", value: "time" },
        { label: "Invoices", value: "invoices" },
        { label: "Single sign-on", value: "sso" },
      ],
    },
    { key: "start", label: "When they want to start", type: "date", required: false, locked: false, position: 7 },
    {
      key: "note",
      label: "Anything else",
      type: "textarea",
      required: false,
      locked: false,
      position: 8,
      constraints: { maxLength: 1000 },
    },
  ],
};

/** What the demo's applicants were asked, and what each of them answered. */
export const demoQuestions: ReferralForm = {
  fields: [
    { key: "site", label: "Where do you write?", type: "text", required: true, locked: false, position: 0 },
    {
      key: "readers",
      label: "Who reads you?",
      type: "select",
      required: true,
      locked: false,
      position: 1,
      options: [
        { label: "Fewer than 1,000 people", value: "small" },
        { label: "More than 1,000 people", value: "large" },
      ],
    },
    { key: "why", label: "Why us?", type: "textarea", required: false, locked: false, position: 2 },
  ],
};

/** A reward of a demo group; money in cents, rates in per cent. */
export interface DemoReward {
  event: RewardEvent;
  type: "flat" | "percentage";
  amount: number;
  maxDurationMonths: number | null;
  maxAmount: number | null;
}

/** A group of the demo. */
export interface DemoGroup {
  name: string;
  slug: string;
  color: string;
  rewards: DemoReward[];
  discount: { type: "percentage" | "flat"; amount: number; maxDuration: number | null } | null;
}

/** Three groups that earn differently; the first is the default. */
export const demoGroups: DemoGroup[] = [
  {
    name: "Creators",
    slug: "creators",
    color: "blue",
    rewards: [
      { event: "sale", type: "percentage", amount: 25, maxDurationMonths: 12, maxAmount: null },
      { event: "referral", type: "percentage", amount: 10, maxDurationMonths: 12, maxAmount: null },
    ],
    discount: { type: "percentage", amount: 20, maxDuration: 3 },
  },
  {
    name: "Ambassadors",
    slug: "ambassadors",
    color: "purple",
    rewards: [
      { event: "sale", type: "percentage", amount: 30, maxDurationMonths: null, maxAmount: null },
      { event: "lead", type: "flat", amount: 150, maxDurationMonths: null, maxAmount: null },
    ],
    discount: { type: "percentage", amount: 20, maxDuration: 12 },
  },
  {
    name: "Agencies",
    slug: "agencies",
    color: "green",
    rewards: [{ event: "sale", type: "flat", amount: 4_000, maxDurationMonths: 0, maxAmount: null }],
    discount: null,
  },
];

/** A partner of the demo: where they are in the program, and how much traffic they bring a day. */
export interface DemoPartner {
  tenantId: string;
  name: string;
  country: string;
  group: "creators" | "ambassadors" | "agencies";
  status: "approved" | "archived" | "pending" | "invited" | "rejected" | "declined" | "deactivated" | "banned";
  clicksPerDay: number;
  /** The tenant of the inviting partner. */
  invitedBy?: string;
}

const partner = (
  tenantId: string,
  name: string,
  {
    country,
    group,
    clicksPerDay,
    status = "approved",
    ...more
  }: Pick<DemoPartner, "country" | "group" | "clicksPerDay" | "invitedBy"> & { status?: DemoPartner["status"] },
): DemoPartner => ({ tenantId, name, country, group, status, clicksPerDay, ...more });

/** 25 partners, every enrollment status among them; the first is the one the demo host is signed in as. */
export const demoPartners: DemoPartner[] = [
  partner(demoUser.id, demoUser.name, { country: "NL", group: "creators", clicksPerDay: 32 }),
  partner("user_jonas", "Jonas Lindqvist", {
    country: "SE",
    group: "creators",
    clicksPerDay: 7,
    invitedBy: demoUser.id,
  }),
  partner("user_amelie", "Amélie Fournier", { country: "FR", group: "ambassadors", clicksPerDay: 8 }),
  partner("user_kenji", "Kenji Watanabe", { country: "JP", group: "creators", clicksPerDay: 4 }),
  partner("user_priya", "Priya Raman", { country: "IN", group: "ambassadors", clicksPerDay: 6 }),
  partner("user_tomas", "Tomás Herrera", { country: "MX", group: "creators", clicksPerDay: 3 }),
  partner("user_studio", "Studio Nordlicht", { country: "DE", group: "agencies", clicksPerDay: 5 }),
  partner("user_lea", "Lea Baumann", { country: "CH", group: "creators", clicksPerDay: 2 }),
  partner("user_omar", "Omar Haddad", { country: "LB", group: "creators", clicksPerDay: 2 }),
  partner("user_sofia", "Sofia Rossi", { country: "IT", group: "ambassadors", clicksPerDay: 3 }),
  partner("user_grace", "Grace Mensah", { country: "GH", group: "creators", clicksPerDay: 1 }),
  partner("user_kestrel", "Kestrel Media", { country: "GB", group: "agencies", clicksPerDay: 4 }),
  partner("user_nils", "Nils Andersen", {
    country: "DK",
    group: "creators",
    clicksPerDay: 1,
    invitedBy: demoUser.id,
  }),
  partner("user_maya", "Maya Cohen", { country: "IL", group: "creators", clicksPerDay: 1 }),
  partner("user_archive", "Paper Trail Blog", {
    country: "US",
    group: "creators",
    clicksPerDay: 1,
    status: "archived",
  }),
  partner("user_pending1", "Hana Kim", {
    country: "KR",
    group: "creators",
    clicksPerDay: 0,
    status: "pending",
    invitedBy: demoUser.id,
  }),
  partner("user_pending2", "Lucas Moreau", { country: "BE", group: "creators", clicksPerDay: 0, status: "pending" }),
  partner("user_invited1", "Elena Petrova", {
    country: "BG",
    group: "ambassadors",
    clicksPerDay: 1,
    status: "invited",
  }),
  partner("user_invited2", "Diego Alvarez", { country: "AR", group: "creators", clicksPerDay: 0, status: "invited" }),
  partner("user_rejected", "Quick Deals Now", {
    country: "US",
    group: "creators",
    clicksPerDay: 0,
    status: "rejected",
  }),
  partner("user_declined", "Fatima Zahra", { country: "MA", group: "creators", clicksPerDay: 0, status: "declined" }),
  partner("user_left1", "Ben Carter", { country: "AU", group: "creators", clicksPerDay: 2, status: "deactivated" }),
  partner("user_left2", "Agentur Weitblick", {
    country: "AT",
    group: "agencies",
    clicksPerDay: 1,
    status: "deactivated",
  }),
  partner("user_banned1", "CouponKing", { country: "US", group: "creators", clicksPerDay: 5, status: "banned" }),
  partner("user_banned2", "Traffic Farm", { country: "US", group: "creators", clicksPerDay: 6, status: "banned" }),
];
