import type { OperationName } from "referrals-embed/contract";
import { scenes } from "../contract/scenes.ts";
import type { Call, World } from "../contract/world.ts";

/** Calls beside those of the scenes, which write what those leave alone. */
interface WiderCall {
  name: string;
  operation: OperationName;
  call: (same: World) => Call | Promise<Call>;
}

/** A call that is one transaction, each time with another key. */
const keyed = (same: World, body: unknown): Call => ({
  body,
  headers: { "idempotency-key": `${same.unique()}-${(keys += 1)}` },
});
let keys = 0;

const payout = async (same: World): Promise<string> =>
  (await same.must("POST", "/payouts", { partnerId: same.active.partner.id })).id;

/** Payouts of the shared partner and of who brought them in. */
const payoutsOfBoth = async (same: World): Promise<string[]> => [
  await payout(same),
  (await same.must("POST", "/payouts", { partnerId: (await recruiter(same)).id })).id,
];

const commissionsOfBoth = async (same: World): Promise<string[]> =>
  (await same.must<{ id: string }[]>("GET", "/commissions")).map(({ id }) => id);

/** The partner who brought the shared one in. */
export const recruiter = (same: Pick<World, "must" | "unique">): Promise<{ id: string }> =>
  same.must("POST", "/partners", { email: `${same.unique()}@recruiter.test` });

/** The scenes name a customer who is known; these one whom nobody knows yet. */
const ofNewCustomer = (["customers.create", "track.lead", "track.sale"] as const).map((operation): WiderCall => ({
  name: "of a new customer",
  operation,
  call: (same) => scenes[operation].ok({ ...same, unique: () => `new-${same.unique()}` }),
}));

export const widerCalls: WiderCall[] = [
  ...ofNewCustomer,
  {
    name: "with a tenant, a tag and a network status",
    operation: "partners.update",
    call: async (same) => ({
      params: { partnerId: same.active.partner.id },
      body: {
        name: "Bo",
        tenantId: `tenant-${same.unique()}`,
        networkStatus: "submitted",
        tagIds: [(await same.must("POST", "/tags", { name: same.unique() })).id],
      },
    }),
  },
  {
    name: "to another group",
    operation: "partners.update",
    call: async (same) => ({
      params: { partnerId: same.active.partner.id },
      body: { groupId: (await same.must("POST", "/groups", { name: "Silver", slug: `silver-${same.unique()}` })).id },
    }),
  },
  {
    name: "with another reward for all its partners",
    operation: "groups.update",
    call: async (same) => ({
      params: { id: same.groupId },
      body: { saleRewardId: (await same.must("POST", "/rewards", { event: "sale", type: "flat", amount: 700 })).id },
    }),
  },
  {
    name: "with the tenant of a known partner",
    operation: "partners.create",
    call: (same) => ({ body: { email: same.active.partner.email, tenantId: `tenant-${same.unique()}` } }),
  },
  {
    name: "to another partner",
    operation: "links.update",
    call: async (same) => ({
      params: { linkId: same.active.linkId },
      body: { programId: same.programId, partnerId: (await recruiter(same)).id },
    }),
  },
  {
    name: "with a user name",
    operation: "embed.updateProfile",
    call: (same) => ({ body: { description: "Hello", username: `name-${same.unique()}` } }),
  },
  {
    name: "of both partners",
    operation: "commissions.updateMany",
    call: async (same) => ({ body: { commissionIds: await commissionsOfBoth(same), status: "fraud" } }),
  },
  {
    name: "of a payout",
    operation: "payouts.confirm",
    call: async (same) => ({ body: { payoutIds: [await payout(same)] } }),
  },
  {
    name: "of a payout",
    operation: "payouts.settle",
    call: async (same) => ({ body: { payouts: [{ id: await payout(same), reference: "T1" }] } }),
  },
  {
    name: "to completed",
    operation: "payouts.update",
    call: async (same) => ({ params: { id: await payout(same) }, body: { status: "completed" } }),
  },
  ...[false, true].flatMap((isReversed): WiderCall[] => {
    const name = `of both partners, in one transaction${isReversed ? ", the other way round" : ""}`;
    const ids = async (same: World) => {
      const both = await payoutsOfBoth(same);
      return isReversed ? both.toReversed() : both;
    };
    return [
      { name, operation: "payouts.confirm", call: async (same) => keyed(same, { payoutIds: await ids(same) }) },
      {
        name,
        operation: "payouts.settle",
        call: async (same) => keyed(same, { payouts: (await ids(same)).map((id) => ({ id, reference: "T1" })) }),
      },
    ];
  }),
  { name: "in one transaction", operation: "payouts.run", call: (same) => keyed(same, {}) },
  {
    name: "in one transaction",
    operation: "exchangeRates.create",
    call: (same) => keyed(same, { currency: "eur", rate: "1.07" }),
  },
  {
    name: "in a currency without a rate",
    operation: "track.sale",
    call: async (same) => ({
      body: {
        ...((await scenes["track.sale"].ok(same)).body as object),
        currency: "eur",
        invoiceId: `eur-${same.unique()}`,
      },
    }),
  },
  {
    name: "with a key",
    operation: "track.sale",
    call: async (same) => keyed(same, (await scenes["track.sale"].ok(same)).body),
  },
];
