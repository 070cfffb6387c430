import { embedScopes, type Partner } from "referrals-embed/contract";
import type { Context } from "../domain/context.ts";
import { defaultDomain } from "../domain/links/link-domain.ts";
import type { Parts } from "../serve.ts";
import { moveLinks, unservedLinkHosts } from "../store/queries/links/link-hosts.ts";
import { createRandom } from "./random.ts";
import { Activity } from "./seed-activity.ts";
import { partnerPlans, type Enrolled } from "./seed-partners.ts";
import { seedProgram } from "./seed-program.ts";
import { createSimulation } from "./simulation.ts";
import { setPayoutMethod } from "../domain/embed/payout-method.ts";
import { runPayouts } from "../domain/payouts/run-payouts.ts";
import { updatePayout } from "../domain/payouts/update-payout.ts";
import { findLiveEnrollment } from "../store/queries/partners/enrollments.ts";
import { hasWorkspace } from "../store/queries/programs/programs.ts";
import { emptyTables, readState, writeState } from "../store/queries/operation/service-state.ts";
import { present } from "../present.ts";

const dayMs = 86_400_000;
const days = 90;

/** Progress of seeding the demo. */
export interface SeedProgress {
  done: number;
  of: number;
}

/**
 * Plays ninety days of a partner program through the real operations: partners enter, are invited, rejected and banned, visitors click,
 * sign up, pay and are refunded, and partners are paid each month.
 */
export async function seedDemo(
  parts: Parts,
  apiKey: string,
  onProgress: (progress: SeedProgress) => void,
): Promise<void> {
  await writeState(parts.store.db, seedState, "begun");
  const endMs = parts.deps.clock.now();
  const startMs = Math.floor((endMs - (days - 1) * dayMs) / dayMs) * dayMs;
  const simulation = createSimulation(parts, startMs);
  const random = createRandom(20_261);
  const groups = await seedProgram(simulation, apiKey);
  const enrolled: Enrolled = new Map();
  const plans = partnerPlans(groups, enrolled, random);
  const settled = new Set<string>();
  const activity = new Activity(simulation, random, endMs);
  for (let day = 0; day < days; day += 1) {
    const dayStartMs = startMs + day * dayMs;
    simulation.at(dayStartMs);
    for (const plan of plans.filter((plan) => plan.day === day)) await plan.run(simulation.ctx);
    for (const partner of [...enrolled.values()].filter((partner) => !settled.has(partner.id))) {
      settled.add(partner.id);
      if (partner.status === "approved") await choosePayoutMethod(simulation.ctx, partner);
    }
    const date = new Date(dayStartMs).toISOString().slice(0, 10);
    if (date.endsWith("-01")) await payEveryone(simulation.ctx, date.slice(0, 7));
    await activity.play(day, dayStartMs, enrolled);
    onProgress({ done: day + 1, of: days });
  }
  await writeState(parts.store.db, seedState, "done");
}

/** Where the store notes how far its demo has come. */
const seedState = "demo_seed";

/** Moves the demo's links to the address of this start: `PORT` may be another one than last time. */
export async function followAddress({ db, config }: Context): Promise<void> {
  const { host, origin } = defaultDomain(config);
  const own = config.linkDomains.map((address) => new URL(address).host);
  for (const old of await unservedLinkHosts(db, own)) await moveLinks(db, old, { host, origin });
}

/**
 * Whether a store holds the complete demo. Seeding starts again after an interruption, or the demo would stay incomplete.
 * @throws Error on a PostgreSQL server, whose database may hold more than this demo
 */
export async function isSeeded({ db, store }: Context): Promise<boolean> {
  if ((await readState(db, seedState)) !== "begun") return hasWorkspace(db);
  if (store.engine === "postgres") {
    const half = "The demo in DATABASE_URL is half: its first start was cut off while it was seeded";
    throw new Error(`${half}. Make the database anew, or set DATABASE_URL to another one, and start again.`);
  }
  await emptyTables(db);
  return false;
}

/** A partner says how they are paid, as they would in the embed. */
async function choosePayoutMethod(ctx: Context, partner: Partner): Promise<void> {
  const enrollment = await findLiveEnrollment(ctx.db, partner.programId, { partnerId: partner.id });
  if (!enrollment) return;
  const session = {
    workspaceId: ctx.workspaceId,
    programId: partner.programId,
    enrollmentId: enrollment.id,
    partnerId: partner.id,
    status: enrollment.status,
    scopes: [...embedScopes],
    allowedOrigins: null,
    expiresAt: new Date(ctx.clock.now() + 3600000),
  };
  await setPayoutMethod(ctx, session, { method: "paypal", paypalEmail: present(partner.email, "email") });
}

/** The monthly run: what is payable is collected, confirmed, handed over, sent and completed. */
async function payEveryone(ctx: Context, month: string): Promise<void> {
  for (const id of await runPayouts(ctx)) {
    const reference = `transfer-${month}-${id.slice(-6).toLowerCase()}`;
    for (const status of ["processing", "processed", "sent", "completed"] as const) {
      await updatePayout(ctx, id, { status, reference });
    }
  }
}
