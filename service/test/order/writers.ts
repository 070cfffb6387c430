import { operations, ReferralsError, type OperationName } from "referrals-embed/contract";
import { signCustomData } from "referrals-embed/server";
import { endTerms } from "../../src/domain/commissions/end-terms.ts";
import type { Context } from "../../src/domain/context.ts";
import { changeStatuses } from "../../src/domain/partners/change-statuses.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { releaseDestination } from "../../src/domain/payouts/release-destination.ts";
import { addRate } from "../../src/domain/tracking/add-rate.ts";
import { moveNextMoney } from "../../src/domain/payouts/move-money.ts";
import { moveNextLinks } from "../../src/domain/programs/move-default-links.ts";
import { passNextOffers } from "../../src/domain/programs/pass-on-offer.ts";
import { rebindCustomer } from "../../src/domain/tracking/rebind-customer.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { settleClickRewards } from "../../src/jobs/click-rewards.ts";
import { copyFigures, foldCounts, keepLeaderboards, sumAddressDays } from "../../src/jobs/keep-sums.ts";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { present } from "../../src/present.ts";
import { changeMoneyMove, findLiveEnrollment } from "../../src/store/queries/partners/enrollments.ts";
import { updateGroupRow } from "../../src/store/queries/programs/program-objects.ts";
import { findGroupById, findProgram, updateProgramRow } from "../../src/store/queries/programs/programs.ts";
import type { MoneyMove } from "../../src/store/schema/enrollments.ts";
import { endpoints } from "../../src/routes/all.ts";
import { ask } from "../contract/ask.ts";
import { scenes } from "../contract/scenes.ts";
import type { Call, World } from "../contract/world.ts";
import { dayMs } from "../harness.ts";
import { playedProviders } from "../integrations/played-providers.ts";
import type { Story } from "../integrations/story.ts";
import { deliverAll } from "../webhooks/deliver-all.ts";
import { batches, bothWays } from "./batches.ts";
import { widerCalls } from "./wider-calls.ts";

/** Runs on one of the replicas; answers the statuses it met, none where it is no call. */
export type Run = (fetch: World["fetch"]) => Promise<number[]>;

/** Somebody who writes: prepared before the others run, then run twice, the second time also as somebody in another order would. */
export interface Writer {
  name: string;
  prepare: (same: World) => Promise<[Run, Run]>;
}

const twice = (run: Run): [Run, Run] => [run, run];

const calling =
  (same: World, name: OperationName, call: Call): Run =>
  async (fetch) => [(await ask({ ...same, fetch }, operations[name], call)).status];

const served = new Set(endpoints.map(({ name }) => name));
/** Every operation that changes something. */
export const writing = (Object.keys(operations) as OperationName[]).filter(
  (name) => operations[name].method !== "GET" && served.has(name),
);

/** An operation as its scene calls it. */
const inScene = (name: OperationName): Writer => ({
  name,
  prepare: async (same) => twice(calling(same, name, await scenes[name].ok(same))),
});
const single = writing.map(inScene);

/** Every operation that changes nothing, in the same form. */
export const readers: Writer[] = (Object.keys(operations) as OperationName[])
  .filter((name) => operations[name].method === "GET" && served.has(name))
  .map(inScene);

const wider = widerCalls.map(({ name, operation, call }): Writer => ({
  name: `${operation} ${name}`,
  prepare: async (same) => twice(calling(same, operation, await call(same))),
}));

const many = (Object.keys(batches) as OperationName[]).flatMap((name): Writer[] => [
  {
    name: `${name} in both orders`,
    prepare: async (same) => {
      const [one, other] = await bothWays(same, name);
      return [calling(same, name, one), calling(same, name, other)];
    },
  },
  {
    name: `${name} in both orders, in one transaction`,
    prepare: async (same) => {
      const [one, other] = await bothWays(same, name);
      const keyed = (call: Call, key: string): Call => ({ ...call, headers: { "idempotency-key": key } });
      return [
        calling(same, name, keyed(one, `one-${same.unique()}`)),
        calling(same, name, keyed(other, `other-${same.unique()}`)),
      ];
    },
  },
]);

const told: Story = {
  own: true,
  byCode: false,
  amounts: [4900, 9900, 1900],
  refunds: [40, 20],
  disputed: 100,
  outcome: "lost",
};

/** Posts what a provider tells of the shared customer: the first time as it happened, the second backwards, so that much is parked. */
const providers = playedProviders.map((played): Writer => ({
  name: `events of ${played.provider}`,
  prepare: async (same) => {
    const who = same.unique();
    const signed = await signCustomData({
      apiKey: same.apiKey,
      clickId: same.active.clickId,
      customerExternalId: who,
      now: same.clock.now(),
    });
    const events = played.tell(told, { who, click: same.active.clickId, code: who, signed });
    const { provider, secret, sign } = played;
    const { id } = await same.must("POST", "/integrations", { provider, secret });
    const seconds = Math.floor(same.clock.now() / 1000);
    const posts = events.map((event) => {
      // Some providers' tellers give the customer another name.
      const body = JSON.stringify(event.body).replaceAll(`user_${who}`, who);
      const headers = sign(body, { id: event.id, secret, seconds });
      return calling(same, "integrations.receive", { params: { id }, body, headers });
    });
    const inTurn =
      (turn: readonly Run[]): Run =>
      async (fetch) => {
        const statuses: number[] = [];
        for (const post of turn) statuses.push(...(await post(fetch)));
        return statuses;
      };
    return [inTurn(posts), inTurn(posts.toReversed())];
  },
}));

/** Jobs, each at a time at which it finds work. */
const jobs: Record<string, { run: (ctx: Context) => Promise<unknown>; aheadMs?: number }> = {
  "click rewards": { run: settleClickRewards, aheadMs: 2 * dayMs },
  "partner order": { run: copyFigures },
  leaderboards: { run: keepLeaderboards },
  addresses: { run: sumAddressDays, aheadMs: 2 * dayMs },
  "link counts": { run: foldCounts },
  "parked events": { run: retryParkedEvents, aheadMs: dayMs / 24 },
  webhooks: { run: (ctx) => deliverAll(ctx, async () => ({ status: 204, retryAfter: null, error: null })) },
  // Tokens go a month after their end, a day later.
  forgetting: { run: forgetExpired, aheadMs: 30.5 * dayMs },
};

const working = Object.entries(jobs).map(([name, { run, aheadMs = 0 }]): Writer => ({
  name: `the job of ${name}`,
  prepare: async (same) => {
    const ctx = { ...same.ctx(""), clock: { now: () => same.clock.now() + aheadMs } };
    return twice(() => run(ctx).then(() => []));
  },
}));

const invoiceOf = (same: World): string => `sale-${same.unique()}`;
/** What operators do on the command line. */
const commands: Record<string, (same: World, ctx: Context) => Promise<unknown>> = {
  dispute: (same, ctx) =>
    trackDispute(ctx, { disputeId: "dp", invoiceId: invoiceOf(same), status: "opened", amount: 100 }),
  "lost dispute": (same, ctx) => trackDispute(ctx, { disputeId: "dp", invoiceId: invoiceOf(same), status: "lost" }),
  rate: (_, ctx) => addRate(ctx, { currency: "eur", rate: "1.09" }),
  rebind: (same, ctx) => rebindCustomer(ctx, `ext_${same.unique()}`, { linkId: same.active.linkId, reason: "by hand" }),
  "end-terms": (same, ctx) => endTerms(ctx, `ext_${same.unique()}`, "by hand"),
  erase: (same, ctx) => erasePartner(ctx, { partnerId: same.active.partner.id }, { forfeit: true }),
  "payouts release": (same, ctx) =>
    releaseDestination(ctx, { partnerId: same.active.partner.id }, { reason: "by hand" }),
  "partners archive": (same, ctx) => changeStatuses(ctx, [same.active.partner.id], { name: "archive" }),
};

const operating = Object.entries(commands).map(([name, run]): Writer => ({
  name: `the command ${name}`,
  prepare: async (same) => {
    // Only those are erased who have no more part in the program.
    if (name === "erase")
      await same.must("POST", "/partners/ban", { partnerId: same.active.partner.id, reason: "spam" });
    return twice(() => run(same, same.ctx()).then(() => [200], statusOf));
  },
}));

/** A refusal is an answer. */
const statusOf = (error: unknown): number[] => {
  if (error instanceof ReferralsError) return [error.status];
  throw error;
};

/** Visitors of the shared link, until their clicks are in the tables. */
const visits: Writer = {
  name: "the loader of clicks",
  prepare: async (same) => {
    const call = await scenes["track.click"].ok(same);
    return twice(async (fetch) => {
      const statuses = await Promise.all([1, 2, 3].map(() => calling(same, "track.click", call)(fetch)));
      await same.settled();
      return statuses.flat();
    });
  },
};

/** The shared link leads to the service itself, and its program's links are to be moved, again with each run. */
const firstAddress: Writer = {
  name: "the job of first addresses",
  prepare: async (same) => {
    const ctx = same.ctx("");
    const { url } = await findProgram(ctx.db, same.programId);
    const toItself = { url: ctx.config.appUrl, is_default: true };
    await ctx.db.updateTable("links").set(toItself).where("id", "=", same.active.linkId).execute();
    return twice(async () => {
      await updateProgramRow(ctx.db, same.programId, { links_move: JSON.stringify({ to: url }) });
      await moveNextLinks(ctx);
      return [];
    });
  },
};

/** The members of the shared partner's group have still to follow a change of it, to another id and back with each run. */
const groupOffers: Writer = {
  name: "the job of offers to pass on",
  prepare: async (same) => {
    const ctx = same.ctx("");
    const partner = { partnerId: same.active.partner.id };
    const { group_id: id } = present(await findLiveEnrollment(ctx.db, same.programId, partner), "the enrollment");
    const { sale_reward_id: reward } = await findGroupById(ctx.db, id);
    return twice(async () => {
      const offers = [
        { before: reward, after: null },
        { before: null, after: reward },
      ].map((change) => ({ changes: [{ column: "sale_reward_id", ...change }], passed: "" }));
      await updateGroupRow(ctx.db, id, { offer_moves: JSON.stringify(offers) });
      while ((await passNextOffers(ctx)) > 0);
      return [];
    });
  },
};

/** The shared partner's commissions have still to follow: the status in one run, a payout in the other. */
const moneyMoves: Writer = {
  name: "the job of commissions to move",
  prepare: async (same) => {
    const ctx = same.ctx("");
    const { id } = present(
      await findLiveEnrollment(ctx.db, same.programId, { partnerId: same.active.partner.id }),
      "it",
    );
    const cutoff = new Date(same.clock.now()).toISOString();
    const run = (move: MoneyMove) => async (): Promise<number[]> => {
      await changeMoneyMove(ctx.db, id, move);
      await moveNextMoney(ctx);
      return [];
    };
    return [run({ lifted: ["aud_none"] }), run({ cutoff })];
  },
};

/** Everybody who writes. */
export const writers: Writer[] = [
  ...single,
  ...wider,
  ...many,
  ...providers,
  ...working,
  ...operating,
  firstAddress,
  groupOffers,
  moneyMoves,
  visits,
];
