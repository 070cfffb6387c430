import { webhookTriggers, type Link, type Partner } from "referrals-embed/contract";
import { referralForm } from "../embed/active-partner.ts";
import { dayMs } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { subscribe } from "../webhooks/subscribe.ts";
import type { World } from "../contract/world.ts";
import { recruiter } from "./wider-calls.ts";

/**
 * A workspace of its own in which whatever a scene makes is made once: two scenes name one partner, link, click, sale, commission, payout,
 * tag and webhook, and one name that is still free. Its partner has earned what may be paid today,
 * and another one brought them in.
 */
export async function sameRows(world: World): Promise<World> {
  const { apiKey, publishableKey, workspaceId, programId, groupId } = await world.createWorkspace();
  const name = world.unique();
  const made = new Map<string, Promise<unknown>>();
  const once = <T>(what: unknown, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(what);
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as Promise<T>;
  };
  const must = async (method: string, path: string, body?: unknown, key = apiKey): Promise<any> => {
    const make = () => world.must(method, path, body, key);
    return method === "GET" ? make() : once([method, path, body, key], make);
  };
  const createPartner = (): Promise<Partner> =>
    must("POST", "/partners", { email: `${name}@partner.test`, name: "Ada" });
  const embedToken = async (partnerId: string): Promise<string> =>
    (await must("POST", "/tokens/embed/referrals", { partnerId })).publicToken;
  const ctx = () => world.ctx(workspaceId);

  await subscribe(ctx(), webhookTriggers);
  const { id: referral } = await must("POST", "/rewards", { event: "referral", type: "percentage", amount: 10 });
  await world.store.db
    .updateTable("groups")
    .set({ referral_form: JSON.stringify(referralForm), referral_reward_id: referral })
    .where("program_id", "=", programId)
    .execute();
  const { id: recruiterId } = await recruiter({ must, unique: () => name });
  const partner = await createPartner();
  await referred(world, { partnerId: partner.id, recruiterId });
  await must("PUT", `/partners/${partner.id}/payout-method`, { method: "manual" });
  const linkId = partner.links![0]!.id;
  const own: Link = await must("GET", `/links/${linkId}`);
  const clickId = await storeClick(world, linkId);
  for (const partnerId of [partner.id, recruiterId]) await must("POST", "/commissions", { partnerId, amount: 50_000 });
  const same: World = {
    ...world,
    apiKey,
    publishableKey,
    workspaceId,
    programId,
    groupId,
    must,
    createPartner,
    embedToken,
    ctx,
    // Tokens and what they were made for are of one moment.
    clock: { ...world.clock, advance: () => {} },
    active: { partner, linkId, clickId },
    token: () => embedToken(partner.id),
    unique: () => name,
    click: async () => clickId,
    link: (input) => (input ? once(input, () => rootLink(world, { apiKey, input })) : Promise.resolve(own)),
    async sale(input = {}) {
      const sale = { customerExternalId: name, invoiceId: `sale-${name}`, amount: 5000, ...input };
      await must("POST", "/track/sale", { clickId, ...sale });
      return sale;
    },
    invited: () => must("POST", "/partners/invite", { email: `${name}@invited.test` }),
    pending: () =>
      once("pending", async () => {
        await world.must("PATCH", "/program", { autoApprove: false }, apiKey);
        const pending = await must("POST", "/partners", { email: `${name}@pending.test` });
        await world.must("PATCH", "/program", { autoApprove: true }, apiKey);
        return pending;
      }),
  };
  await same.sale();
  // What was earned may be paid.
  world.clock.advance(dayMs);
  // Before anybody can end the partner: a token that is asked for afterwards is refused, which says nothing of those who meet.
  await same.token();
  return same;
}

/** Says who brought a partner in: no call says it. */
async function referred(world: World, { partnerId, recruiterId }: { partnerId: string; recruiterId: string }) {
  const { db } = world.store;
  await db
    .updateTable("enrollments")
    .set(({ selectFrom }) => ({
      referred_by_id: selectFrom("enrollments").select("id").where("partner_id", "=", recruiterId),
    }))
    .where("partner_id", "=", partnerId)
    .execute();
}

/** The link of a host itself, of which there is one: that of the workspace before gets another key. */
async function rootLink(world: World, { apiKey, input }: { apiKey: string; input: object }): Promise<Link> {
  const key = world.unique();
  await world.store.db.updateTable("links").set({ key, key_folded: key }).where("key", "=", "_root").execute();
  return world.must("POST", "/links", { url: "https://acme.test", ...input }, apiKey);
}
