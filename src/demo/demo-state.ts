import type {
  EmbedProgram,
  EnrollmentStatus,
  FormValues,
  Milestone,
  PayoutMethod,
  PayoutRow,
  Profile,
  Referral,
} from "../contract/index.ts";
import { createActivity, type Fact } from "./activity.ts";
import { brandColours } from "../rules/brand-colours.ts";
import { dayMs, iso, joinedAt } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { createLedger, holdingPeriodDays, type DemoEarning } from "./ledger.ts";
import { createLinks, landingPage, programHost, type DemoLink } from "./links.ts";
import { count } from "./metrics.ts";
import type { DemoScene } from "./scene.ts";

/** State of one demo; writes change it, a reload starts again. */
export interface DemoState {
  scene: DemoScene;
  status: EnrollmentStatus;
  /** When the invitation expires, declining is final or a new application is possible. */
  statusEnds: number;
  /** The partner withdrew: there is no enrollment any more. */
  removed: boolean;
  /** Whether the partner has applied, and what was answered last. */
  hasApplied: boolean;
  answers: FormValues;
  program: EmbedProgram;
  profile: Profile;
  links: DemoLink[];
  facts: Fact[];
  earnings: DemoEarning[];
  payouts: PayoutRow[];
  payoutMethod: PayoutMethod;
  /** Milestones announced to the partner. */
  told: Milestone[];
  referrals: Referral[];
}

/** The state of a scene, the same for the same scene. */
export function createDemoState(scene: DemoScene): DemoState {
  const { now, payoutMethod } = scene;
  const links = createLinks(scene);
  const facts = createActivity(scene, links);
  const ledger = createLedger(scene, facts);
  for (const fact of facts) count(fact.link.metrics, fact);
  return {
    scene,
    status: scene.status,
    statusEnds: now + (scene.overdue ? -1 : 15) * dayMs,
    removed: false,
    hasApplied: scene.hasApplied,
    answers: scene.applicationForm && scene.hasApplied ? { site: "https://vermeer.example", audience: "medium" } : {},
    program: createProgram(scene),
    profile: createProfile(scene),
    links,
    facts,
    ...ledger,
    payoutMethod: {
      method: payoutMethod,
      destination: payoutMethod && "a***@v***.com",
      available: ["paypal", "stablecoin"],
      payoutsEnabledAt: payoutMethod && iso(joinedAt(now) + dayMs),
      effectiveAt: null,
    },
    told: [],
    referrals: scene.clickCount > 0 && scene.referralForm ? sampleReferrals(now) : [],
  };
}

function createProgram(scene: DemoScene): EmbedProgram {
  const { programName, logo, brandColor, currency, minPayoutAmount, payoutDay, shareMessages, namePartners } = scene;
  return {
    id: demoId("prog", joinedAt(scene.now) - 400 * dayMs, 1),
    name: programName,
    logo,
    brandColor,
    brandColors: brandColours(brandColor),
    url: landingPage,
    currency,
    timezone: "UTC",
    minPayoutAmount,
    holdingPeriodDays,
    payoutDay,
    termsUrl: `${landingPage}partner-terms`,
    supportEmail: `partners@${programHost}`,
    payoutMethods: ["paypal", "stablecoin"],
    poweredBy: false,
    shareMessages,
    namePartners,
  };
}

function createProfile({ now, partnerName }: DemoScene): Profile {
  return {
    id: demoId("pn", joinedAt(now), 1),
    name: partnerName,
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
    namedToFriends: false,
    locale: null,
    timezone: null,
  };
}

function sampleReferrals(now: number): Referral[] {
  const sent = [
    ["pending", 3, "Noor Jansen", "Tulip Cycles"],
    ["meeting", 19, "Ines Okafor", "Harbour Legal"],
    ["closedWon", 64, "Milo Brandt", "Kiosk Studio"],
  ] as const;
  return sent.map(([status, daysAgo, name, company], n) => {
    const email = `${name.split(" ")[0]}@${company.split(" ")[0]}.example`.toLowerCase();
    const values = { name, email, company, country: "NL", size: "small", interests: ["invoices"], notes: null };
    return referralAt(now - daysAgo * dayMs, n + 1, status, values);
  });
}

/** A referral as it was sent. */
export function referralAt(at: number, n: number, status: Referral["status"], values: FormValues): Referral {
  return { id: demoId("sub", at, n), status, values, createdAt: iso(at), updatedAt: iso(at) };
}
