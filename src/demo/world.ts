import type {
  Earning,
  EmbedProgram,
  EnrollmentStatus,
  Metrics,
  PayoutMethod,
  PayoutRow,
  Profile,
  Referral,
} from "../contract/index.ts";
import { createActivity, type Fact } from "./activity.ts";
import { dayMs, demoNow, demoStart, iso } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { createLedger, holdingPeriodDays, minPayoutAmount } from "./ledger.ts";
import { createLinks, landingPage, type DemoLink } from "./links.ts";
import { count, noMetrics } from "./metrics.ts";
import type { DemoScene } from "./scene.ts";

/** Everything one demo knows; writes change it, a reload makes a new one. */
export interface World {
  scene: DemoScene;
  status: EnrollmentStatus;
  /** The partner withdrew: there is no enrollment any more. */
  removed: boolean;
  program: EmbedProgram;
  profile: Profile;
  links: DemoLink[];
  facts: Fact[];
  /** Lifetime figures by link id. */
  metrics: Map<string, Metrics>;
  earnings: Earning[];
  payouts: PayoutRow[];
  payoutMethod: PayoutMethod;
  referrals: Referral[];
}

/** The world of a scene, the same for the same scene. */
export function createWorld(scene: DemoScene): World {
  const links = createLinks(scene);
  const byId = new Map(links.map((link) => [link.ref.id, link]));
  const facts = createActivity(scene, [...byId.keys()]);
  const ledger = createLedger(scene, facts, byId);
  const metrics = new Map(links.map((link) => [link.ref.id, noMetrics()]));
  for (const fact of facts) count(metrics.get(fact.linkId)!, fact);
  return {
    scene,
    status: scene.status,
    removed: false,
    program: createProgram(scene),
    profile: createProfile(scene),
    links,
    facts,
    metrics,
    ...ledger,
    payoutMethod: {
      method: scene.payoutMethod,
      destination: scene.payoutMethod && "a***@v***.com",
      available: ["paypal", "stablecoin"],
      payoutsEnabledAt: scene.payoutMethod && iso(demoStart + dayMs),
      effectiveAt: null,
    },
    referrals: scene.clickCount > 0 && scene.referralForm ? sampleReferrals() : [],
  };
}

function createProgram(scene: DemoScene): EmbedProgram {
  return {
    id: demoId("prog", demoStart - 400 * dayMs, 1),
    name: scene.programName,
    logo: null,
    brandColor: "#2867e4",
    url: landingPage,
    currency: scene.currency,
    timezone: "UTC",
    minPayoutAmount,
    holdingPeriodDays,
    termsUrl: `${landingPage}partner-terms`,
    supportEmail: "partners@northlight.example",
    payoutMethods: ["paypal", "stablecoin"],
    poweredBy: false,
  };
}

function createProfile(scene: DemoScene): Profile {
  return {
    id: demoId("pn", demoStart, 1),
    name: scene.partnerName,
    email: "ada@vermeer.example",
    image: null,
    username: "ada",
    description: "Writes about small studios.",
    country: "NL",
    companyName: "Studio Vermeer",
    website: "https://vermeer.example",
    youtube: "adavermeer",
    twitter: null,
    linkedin: "ada-vermeer",
    instagram: null,
    tiktok: null,
    leaderboardOptIn: true,
    leaderboardName: "Ada V.",
    locale: null,
    timezone: null,
  };
}

function sampleReferrals(): Referral[] {
  const sent = (n: number, daysAgo: number, status: Referral["status"], name: string, company: string): Referral => {
    const createdAt = iso(demoNow - daysAgo * dayMs);
    const email = `${name.split(" ")[0]!.toLowerCase()}@${company.split(" ")[0]!.toLowerCase()}.example`;
    const values = { name, email, company, country: "NL", size: "small", interests: ["invoices"], notes: null };
    return { id: demoId("sub", demoNow - daysAgo * dayMs, n), status, values, createdAt, updatedAt: createdAt };
  };
  return [
    sent(1, 3, "pending", "Noor Jansen", "Tulip Cycles"),
    sent(2, 19, "meeting", "Ines Okafor", "Harbour Legal"),
    sent(3, 64, "closedWon", "Milo Brandt", "Kiosk Studio"),
  ];
}
