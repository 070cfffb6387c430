import { embedScopes, type Partner } from "referrals-embed/contract";
import type { Context } from "../domain/context.ts";
import { createDiscountCode } from "../domain/links/discount-codes.ts";
import { defaultDomain } from "../domain/links/link-domain.ts";
import { createPartnerLink } from "../domain/links/partner-links.ts";
import { defaultProgram } from "../domain/programs/default-program.ts";
import { updateProgram } from "../domain/programs/update-program.ts";
import type { Parts } from "../serve.ts";
import type { Db } from "../store/schema.ts";
import { moveLinks, unservedLinkHosts } from "../store/queries/links/link-hosts.ts";
import { linksOfEnrollment } from "../store/queries/links/partner-links.ts";
import { lastClickAt } from "../store/queries/tracking/tracking.ts";
import { logoOf, demoLogo, demoPartners, demoProgram, demoUser } from "./demo-program.ts";
import { createRandom } from "./random.ts";
import { Activity, type LinkIds } from "./seed-activity.ts";
import { partnerPlans, type Enrolled } from "./seed-partners.ts";
import { seedProgram } from "./seed-program.ts";
import { createSimulation } from "./simulation.ts";
import { updateOwnProfile } from "../domain/embed/own-profile.ts";
import { setPayoutMethod } from "../domain/embed/payout-method.ts";
import { runPayouts } from "../domain/payouts/run-payouts.ts";
import { updatePayout } from "../domain/payouts/update-payout.ts";
import { findLiveEnrollment } from "../store/queries/partners/enrollments.ts";
import { hasWorkspace } from "../store/queries/programs/programs.ts";
import { listWorkspaces } from "../store/queries/programs/workspaces.ts";
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
  const startMs = startOfDay(endMs - (days - 1) * dayMs);
  const simulation = createSimulation(parts, startMs);
  const random = createRandom(20_261);
  const groups = await seedProgram(simulation, apiKey);
  const enrolled: Enrolled = new Map();
  const plans = partnerPlans(groups, enrolled, random);
  const links: LinkIds = new Map();
  const activity = new Activity(simulation, random, { fromMs: startMs, endMs, firstCustomer: 1 });
  for (let day = 0; day < days; day += 1) {
    const dayStartMs = startMs + day * dayMs;
    simulation.at(dayStartMs);
    for (const plan of plans.filter((plan) => plan.day === day)) await plan.run(simulation.ctx);
    for (const [tenantId, partner] of enrolled) {
      if (links.has(tenantId)) continue;
      links.set(tenantId, partner.links?.map((link) => link.id) ?? []);
      if (partner.status === "approved") await settle(simulation.ctx, partner);
    }
    for (const { day: madeOn, key, url } of demoUser.links) {
      if (madeOn !== day) continue;
      const made = await createPartnerLink(simulation.ctx, { tenantId: demoUser.id, key, url });
      links.get(demoUser.id)?.push(made.id);
    }
    await payOn(simulation.ctx, dayStartMs);
    await activity.play(day, dayStartMs, links);
    onProgress({ done: day + 1, of: days });
  }
  await writeState(parts.store.db, seedState, "done");
}

/** Plays what a store that was seeded earlier has missed: its figures would end with the day it was made. */
export async function continueDemo(parts: Parts, onProgress: (progress: SeedProgress) => void): Promise<void> {
  const { db } = parts.store;
  const workspaceId = await demoWorkspace(db);
  const endMs = parts.deps.clock.now();
  const lastMs = workspaceId && (await lastClickAt(db, workspaceId))?.getTime();
  if (!workspaceId || !lastMs || endMs - lastMs < pauseMs) return;
  const fromMs = Math.max(lastMs, endMs - days * dayMs);
  const simulation = createSimulation(parts, fromMs);
  simulation.enter(workspaceId);
  const links: LinkIds = new Map();
  for (const { tenantId } of demoPartners) links.set(tenantId, await linksOf(simulation.ctx, tenantId));
  const span = { fromMs, endMs, firstCustomer: fromMs };
  const activity = new Activity(simulation, createRandom(fromMs), span);
  const first = startOfDay(fromMs);
  const of = Math.ceil((endMs - first) / dayMs);
  for (let day = 0; day < of; day += 1) {
    const dayStartMs = first + day * dayMs;
    simulation.at(dayStartMs);
    if (dayStartMs > fromMs) await payOn(simulation.ctx, dayStartMs);
    await activity.play(dayStartMs / dayMs, dayStartMs, links);
    onProgress({ done: day + 1, of });
  }
}

const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs;
/** A demo that nobody visited for so long has stood still. */
const pauseMs = dayMs / 4;

/** Of a partner who was removed since there are none. */
async function linksOf(ctx: Context, tenantId: string): Promise<string[]> {
  const { id } = await defaultProgram(ctx);
  const enrollment = await findLiveEnrollment(ctx.db, id, { tenantId });
  return enrollment ? (await linksOfEnrollment(ctx.db, enrollment.id)).map((link) => link.id) : [];
}

/** Where the store notes how far its demo has come. */
const seedState = "demo_seed";

/** Moves the demo's links and logo to the address of this start: `PORT` may be another one than last time. */
export async function followAddress(parts: Parts): Promise<void> {
  const { db, config } = parts.systemContext();
  const { host, origin } = defaultDomain(config);
  const own = config.linkDomains.map((address) => new URL(address).host);
  for (const old of await unservedLinkHosts(db, own)) await moveLinks(db, old, { host, origin });
  const id = await demoWorkspace(db);
  if (!id) return;
  const ctx = parts.systemContext(id);
  if ((await defaultProgram(ctx)).logo?.endsWith(demoLogo)) await updateProgram(ctx, { logo: logoOf(config) });
}

/** The workspace of the demo, unless it was given another slug since. */
async function demoWorkspace(db: Db): Promise<string | undefined> {
  return (await listWorkspaces(db)).find(({ slug }) => slug === demoProgram.slug)?.id;
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

/** What partners set in the embed, and what the program gives the one the demo host is signed in as. */
async function settle(ctx: Context, partner: Partner): Promise<void> {
  const { workspaceId } = ctx;
  const { id: partnerId, programId, tenantId } = partner;
  const enrollment = await findLiveEnrollment(ctx.db, programId, { partnerId });
  if (!enrollment) return;
  const session = {
    workspaceId,
    programId,
    enrollmentId: enrollment.id,
    partnerId,
    status: enrollment.status,
    scopes: [...embedScopes],
    allowedOrigins: null,
    expiresAt: new Date(ctx.clock.now() + 3600000),
  };
  await setPayoutMethod(ctx, session, { method: "paypal", paypalEmail: present(partner.email, "email") });
  await updateOwnProfile(ctx, session, { leaderboardOptIn: true });
  if (tenantId === demoUser.id) await createDiscountCode(ctx, { partnerId, code: demoUser.code });
}

/** The monthly run on the program's payout day: what is payable is collected, confirmed, handed over, sent and completed. */
async function payOn(ctx: Context, dayStartMs: number): Promise<void> {
  const date = new Date(dayStartMs);
  if (date.getUTCDate() !== demoProgram.payoutDay) return;
  const month = date.toISOString().slice(0, 7);
  for (const id of await runPayouts(ctx)) {
    const reference = `transfer-${month}-${id.slice(-6).toLowerCase()}`;
    for (const status of ["processing", "processed", "sent", "completed"] as const) {
      await updatePayout(ctx, id, { status, reference });
    }
  }
}
