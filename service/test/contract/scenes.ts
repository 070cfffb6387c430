import type { ErrorCode, OperationName } from "referrals-embed/contract";
import { dayMs } from "../harness.ts";
import type { Call, World } from "./world.ts";

type Setup = (w: World) => Call | Promise<Call>;

/** How an operation is made to succeed, and to fail where the general ways of the walk do not reach. */
export type Scene = { ok: Setup } & Partial<
  Record<Extract<ErrorCode, "not_found" | "conflict" | "invite_expired">, Setup>
>;

const body = (value: unknown): Call => ({ body: value });
const query = (value: Call["query"]): Call => ({ query: value });
const nothing = (): Call => ({});
const hook = (name: string) => ({ name, url: "https://203.0.114.9/hook", triggers: ["lead.created"] });
const reward = { event: "sale", type: "flat", amount: 500 };
const paypal = { method: "paypal", paypalEmail: "ada@mail.test" };
const discount = { type: "percentage", amount: 10 };
const at = (id: string, more: Call = {}): Call => ({ params: { id }, ...more });

const ofPartner =
  (path?: string, extra: object = {}): Setup =>
  async (w) => {
    const { id: partnerId } = await w.createPartner();
    if (path) await w.must("POST", `/partners/${path}`, { partnerId, reason: "spam" });
    return body({ partnerId, ...extra });
  };
const madeBy =
  (path: string, input: (w: World) => object, more: Call = {}): Setup =>
  async (w) =>
    at((await w.must("POST", path, input(w))).id, more);
const ofHook =
  (more: Call = {}): Setup =>
  async (w) =>
    at((await w.must("POST", "/webhooks", hook(w.unique()))).id, more);
const commission = async (w: World): Promise<string> => {
  const { invoiceId } = await w.sale();
  return (await w.must("GET", `/commissions?invoiceId=${invoiceId}`))[0].id;
};
const payable = async (w: World): Promise<string> => {
  const { id: partnerId } = await w.createPartner();
  await w.must("POST", "/commissions", { partnerId, amount: 50_000 });
  w.clock.advance(dayMs);
  return partnerId;
};
const delivery = async (w: World): Promise<Call> => {
  const { id } = await w.must("POST", "/webhooks", hook(w.unique()));
  const { id: deliveryId } = await w.must("POST", `/webhooks/${id}/test`);
  return { params: { id, deliveryId } };
};
const lead = async (w: World): Promise<Call> =>
  body({ clickId: await w.click(), eventName: "Sign up", customerExternalId: w.unique() });
const sale = async (w: World): Promise<Call> =>
  body({ clickId: await w.click(), customerExternalId: w.unique(), amount: 4900, invoiceId: w.unique() });
const unknownClick: Setup = (w) =>
  body({ clickId: "nothingnothing00", eventName: "A", customerExternalId: w.unique(), amount: 1 });
const unknownLink: Setup = () => query({ linkId: "link_unknown" });
const unknownTenant: Setup = () => query({ tenantId: "unknown" });
const unknownPartner =
  (extra: object = {}): Setup =>
  () =>
    body({ partnerId: "pn_unknown", ...extra });
const reject = { rejectionReason: "needsMoreDetail" };
const values = (w: World) => ({ values: { email: `${w.unique()}@mail.test`, country: "DE" } });
const tokenOf = async (w: World, partner: { id: string }): Promise<string> => w.embedToken(partner.id);
const approved = async (w: World): Promise<string> => tokenOf(w, await w.createPartner());

/** One per operation of the contract: the compiler sees to it. */
export const scenes: Readonly<Record<OperationName, Scene>> = {
  "partners.list": { ok: nothing },
  "partners.create": { ok: (w) => body({ email: `${w.unique()}@mail.test`, name: "Ada" }) },
  "partners.get": { ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id } }) },
  "partners.update": {
    ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id }, body: { name: "Bo" } }),
    conflict: async (w) => ({
      params: { partnerId: (await w.createPartner()).id },
      body: { networkStatus: "trusted" },
    }),
  },
  "partners.count": { ok: nothing },
  "partners.retrieveLinks": {
    ok: (w) => query({ partnerId: w.active.partner.id }),
    not_found: unknownTenant,
  },
  "partners.createLink": { ok: ofPartner(undefined, { comments: "x" }), not_found: unknownPartner() },
  "partners.upsertLink": {
    ok: ofPartner(undefined, { url: "https://acme.test/up" }),
    not_found: unknownPartner({ url: "https://acme.test/up" }),
  },
  "partners.analytics": { ok: (w) => query({ partnerId: w.active.partner.id }), not_found: unknownTenant },
  "partners.ban": { ok: ofPartner(undefined, { reason: "spam" }), not_found: unknownPartner({ reason: "spam" }) },
  "partners.deactivate": { ok: ofPartner(), not_found: unknownPartner(), conflict: ofPartner("ban") },
  "partners.invite": { ok: (w) => body({ email: `${w.unique()}@mail.test` }) },
  "partners.unban": { ok: ofPartner("ban"), not_found: unknownPartner(), conflict: ofPartner("archive") },
  "partners.reactivate": { ok: ofPartner("deactivate"), not_found: unknownPartner(), conflict: ofPartner("ban") },
  "partners.archive": { ok: ofPartner(), not_found: unknownPartner(), conflict: ofPartner("ban") },
  "partners.unarchive": { ok: ofPartner("archive"), not_found: unknownPartner(), conflict: ofPartner("ban") },
  "partnerApplications.list": {
    ok: async (w) => {
      await w.pending();
      return {};
    },
  },
  "partnerApplications.approve": {
    ok: async (w) => body({ partnerId: (await w.pending()).id }),
    not_found: unknownPartner(),
    conflict: ofPartner("ban"),
  },
  "partnerApplications.reject": {
    ok: async (w) => body({ partnerId: (await w.pending()).id, ...reject }),
    not_found: unknownPartner(reject),
    conflict: ofPartner(undefined, reject),
  },

  "embedTokens.referrals": {
    ok: (w) => body({ tenantId: w.unique(), partner: { email: `${w.unique()}@mail.test` } }),
    not_found: () => body({ tenantId: "unknown" }),
    conflict: async (w) => {
      const { email } = await w.createPartner({ tenantId: w.unique() });
      return body({ tenantId: w.unique(), partner: { email } });
    },
  },
  "embedTokens.revoke": {
    ok: async (w) => body({ partnerId: (await w.createPartner()).id }),
    not_found: unknownPartner(),
  },

  "links.create": {
    ok: (w) => body({ url: "https://acme.test", utm_source: "mail", tagNames: [], key: w.unique() }),
    conflict: async (w) => body({ url: "https://acme.test", key: (await w.link()).key }),
  },
  "links.upsert": { ok: (w) => body({ url: `https://acme.test/${w.unique()}` }) },
  "links.update": {
    ok: async (w) => ({ params: { linkId: (await w.link()).id }, body: { comments: "new" } }),
    conflict: async (w) => ({ params: { linkId: (await w.link()).id }, body: { key: (await w.link()).key } }),
  },
  "links.info": { ok: (w) => query({ linkId: w.active.linkId }), not_found: unknownLink },
  "links.get": { ok: async (w) => ({ params: { linkId: (await w.link()).id } }) },
  "links.list": { ok: nothing },
  "links.count": { ok: nothing },
  "links.delete": { ok: async (w) => ({ params: { linkId: (await w.link()).id } }) },
  "links.createMany": { ok: () => body([{ url: "https://acme.test" }, { url: "javascript:alert(1)" }]) },
  "links.updateMany": {
    ok: async (w) => body({ linkIds: [(await w.link()).id, "link_unknown"], data: { comments: "all" } }),
  },
  "links.deleteMany": { ok: async (w) => query({ linkIds: (await w.link()).id }) },
  "qrCodes.get": { ok: () => query({ url: "https://app.test/a?qr=1" }) },

  "analytics.retrieve": { ok: nothing, not_found: unknownLink },
  "events.list": { ok: () => query({ event: "sales" }), not_found: unknownLink },

  "track.lead": { ok: lead, not_found: unknownClick },
  "track.sale": {
    ok: sale,
    not_found: unknownClick,
    conflict: async (w) => body({ ...(await w.sale()), amount: 1 }),
  },
  "track.leadClient": { ok: lead, not_found: unknownClick },
  "track.saleClient": {
    ok: sale,
    not_found: unknownClick,
    conflict: async (w) => body({ ...(await w.sale()), amount: 1 }),
  },
  "track.click": {
    ok: async (w) => {
      const { domain, key } = await w.link();
      return { body: { domain, key }, headers: { "user-agent": "Mozilla/5.0 (X11) Gecko Firefox/140.0" } };
    },
    not_found: () => body({ domain: "app.test", key: "unknown" }),
  },
  "track.refund": {
    ok: async (w) => body({ invoiceId: (await w.sale()).invoiceId, amount: 100 }),
    not_found: () => body({ invoiceId: "unknown" }),
    conflict: async (w) => {
      const [one, two] = [await w.sale(), await w.sale()];
      const refundId = w.unique();
      await w.must("POST", "/track/refund", { invoiceId: one.invoiceId, refundId });
      return body({ invoiceId: two.invoiceId, refundId });
    },
  },
  "track.open": {
    ok: async (w) => ({
      ...body({ deepLink: (await w.link()).shortLink }),
      headers: { "user-agent": "Firefox/140.0" },
    }),
  },
  "track.visit": {
    ok: async (w) => {
      if (!(await w.must("GET", "/links?search=_root")).length) await w.link({ key: "_root" });
      return body({ domain: "app.test", url: "https://acme.test/page" });
    },
    not_found: () => body({ domain: "elsewhere.test", url: "https://acme.test/page" }),
  },

  "customers.list": { ok: () => query({ includeExpandedFields: true }) },
  "customers.get": {
    ok: async (w) => at(`ext_${(await w.sale()).customerExternalId}`, query({ includeExpandedFields: true })),
  },
  "customers.create": {
    ok: (w) => body({ externalId: w.unique() }),
    conflict: async (w) => body({ externalId: (await w.sale()).customerExternalId }),
  },
  "customers.update": {
    ok: async (w) => at(`ext_${(await w.sale()).customerExternalId}`, body({ name: "Bo" })),
    conflict: async (w) =>
      at(`ext_${(await w.sale()).customerExternalId}`, body({ externalId: (await w.sale()).customerExternalId })),
  },
  "customers.delete": { ok: async (w) => at(`ext_${(await w.sale()).customerExternalId}`) },

  "commissions.list": { ok: nothing, not_found: unknownTenant },
  "commissions.create": {
    ok: ofPartner(undefined, { amount: 100 }),
    not_found: unknownPartner({ amount: 100 }),
    conflict: ofPartner("ban", { amount: 100 }),
  },
  "commissions.update": {
    ok: async (w) => at(await commission(w), body({ status: "fraud" })),
    conflict: async (w) => {
      const partnerId = await payable(w);
      const { id } = await w.must("POST", "/payouts", { partnerId });
      const [row] = await w.must("GET", `/commissions?payoutId=${id}`);
      await w.must("PUT", "/embed/referrals/payout-method", paypal, await w.embedToken(partnerId));
      w.clock.advance(2 * dayMs);
      await w.must("PATCH", `/payouts/${id}`, { status: "processing" });
      return at(row.id, body({ status: "fraud" }));
    },
  },
  "commissions.updateMany": {
    ok: async (w) => body({ commissionIds: [await commission(w)], status: "duplicate" }),
    not_found: () => body({ commissionIds: ["cm_unknown"], status: "duplicate" }),
  },

  "payouts.list": { ok: nothing, not_found: unknownTenant },
  "payouts.create": {
    ok: async (w) => body({ partnerId: await payable(w) }),
    not_found: unknownPartner(),
    conflict: ofPartner(),
  },
  "payouts.update": {
    ok: async (w) => {
      const { id } = await w.must("POST", "/payouts", { partnerId: await payable(w) });
      return at(id, body({ status: "canceled" }));
    },
    conflict: async (w) => {
      const { id } = await w.must("POST", "/payouts", { partnerId: await payable(w) });
      return at(id, body({ status: "completed" }));
    },
  },

  "tags.list": { ok: nothing },
  "tags.create": {
    ok: (w) => body({ name: w.unique() }),
    conflict: async (w) => body({ name: (await w.must("POST", "/tags", { name: w.unique() })).name }),
  },
  "tags.update": { ok: madeBy("/tags", (w) => ({ name: w.unique() }), body({ color: "red" })) },
  "tags.delete": { ok: madeBy("/tags", (w) => ({ name: w.unique() })) },
  "folders.list": { ok: nothing },
  "folders.create": { ok: (w) => body({ name: w.unique() }) },
  "folders.update": { ok: madeBy("/folders", (w) => ({ name: w.unique() }), body({ name: "Renamed" })) },
  "folders.delete": { ok: madeBy("/folders", (w) => ({ name: w.unique() })) },
  "domains.list": { ok: nothing },
  "domains.create": { ok: (w) => body({ slug: `${w.unique()}.test` }) },
  "domains.update": {
    ok: async (w) => ({
      params: { slug: (await w.must("POST", "/domains", { slug: `${w.unique()}.test` })).slug },
      body: { placeholder: "https://acme.test" },
    }),
  },
  "domains.delete": {
    ok: async (w) => ({ params: { slug: (await w.must("POST", "/domains", { slug: `${w.unique()}.test` })).slug } }),
    conflict: async (w) => {
      const { slug } = await w.must("POST", "/domains", { slug: `${w.unique()}.test` });
      await w.link({ domain: slug });
      return { params: { slug } };
    },
  },

  "webhooks.list": { ok: nothing },
  "webhooks.create": { ok: (w) => body(hook(w.unique())) },
  "webhooks.get": { ok: ofHook() },
  "webhooks.update": { ok: ofHook(body({ name: "Other" })) },
  "webhooks.delete": { ok: ofHook() },
  "webhooks.rotate": { ok: ofHook() },
  "webhooks.test": { ok: ofHook() },
  "webhooks.enable": { ok: ofHook() },
  "webhooks.deliveries": {
    ok: async (w) => {
      const { params } = await delivery(w);
      return at(params!["id"]!);
    },
  },
  "webhooks.replay": { ok: delivery },

  "program.get": { ok: nothing },
  "program.update": { ok: () => body({ name: "Acme" }), conflict: () => body({ currency: "eur" }) },
  "apiKeys.list": { ok: nothing },
  "apiKeys.create": { ok: () => body({ name: "CI", scopes: ["links.read"] }) },
  "apiKeys.delete": { ok: madeBy("/api-keys", () => ({ name: "Old" })) },
  "groups.list": { ok: nothing },
  "groups.create": { ok: (w) => body({ name: "Gold", slug: w.unique() }) },
  "groups.update": { ok: madeBy("/groups", (w) => ({ name: "Gold", slug: w.unique() }), body({ name: "Silver" })) },
  "rewards.list": { ok: nothing },
  "rewards.create": { ok: () => body(reward) },
  "rewards.update": {
    ok: madeBy("/rewards", () => reward, body({ amount: 600 })),
    conflict: madeBy("/rewards", () => reward, body({ event: "lead" })),
  },
  "discounts.list": { ok: nothing },
  "discounts.create": { ok: () => body(discount) },
  "discounts.update": { ok: madeBy("/discounts", () => discount, body({ amount: 20 })) },

  "embed.bootstrap": { ok: nothing },
  "embed.token": { ok: nothing },
  "embed.analytics": { ok: nothing, not_found: unknownLink },
  "embed.earnings": { ok: nothing, not_found: unknownLink },
  "embed.earningsTimeseries": { ok: () => query({ groupBy: "type" }), not_found: unknownLink },
  "embed.payouts": { ok: nothing },
  "embed.events": { ok: nothing, not_found: unknownLink },
  "embed.leaderboard": { ok: nothing },
  "embed.links": { ok: nothing },
  "embed.createLink": { ok: () => body({}), conflict: async (w) => body({ key: (await w.link()).key }) },
  "embed.updateLink": {
    ok: (w) => at(w.active.linkId, body({ key: w.unique() })),
    conflict: (w) => at(w.active.linkId, body({ archived: true })),
  },
  "embed.referrals": { ok: nothing },
  "embed.createReferral": {
    ok: (w) => body(values(w)),
    not_found: async (w) => {
      const { id: groupId } = await w.must("POST", "/groups", { name: "No form", slug: w.unique() });
      return { ...body(values(w)), key: await tokenOf(w, await w.createPartner({ groupId })) };
    },
    conflict: async (w) => {
      const given = values(w);
      await w.must("POST", "/embed/referrals/referrals", given, await w.token());
      return body(given);
    },
  },
  "embed.accept": {
    ok: async (w) => ({ body: {}, key: await tokenOf(w, await w.invited()) }),
    conflict: async (w) => ({ body: {}, key: await tokenOf(w, await w.pending()) }),
    invite_expired: async (w) => {
      const partner = await w.invited();
      w.clock.advance(31 * dayMs);
      return { body: {}, key: await tokenOf(w, partner) };
    },
  },
  "embed.decline": {
    ok: async (w) => ({ body: {}, key: await tokenOf(w, await w.invited()) }),
    conflict: async (w) => ({ body: {}, key: await tokenOf(w, await w.pending()) }),
  },
  "embed.leave": {
    ok: async (w) => ({ body: {}, key: await approved(w) }),
    conflict: async (w) => ({ body: {}, key: await tokenOf(w, await w.pending()) }),
  },
  "embed.withdraw": {
    ok: async (w) => ({ body: {}, key: await tokenOf(w, await w.pending()) }),
    conflict: async (w) => ({ body: {}, key: await approved(w) }),
  },
  "embed.reapply": {
    ok: async (w) => {
      const partner = await w.pending();
      const instant = { ...reject, reapplicationTimeframe: "instant" };
      await w.must("POST", "/partners/applications/reject", { partnerId: partner.id, ...instant });
      return { body: {}, key: await tokenOf(w, partner) };
    },
    conflict: async (w) => ({ body: {}, key: await approved(w) }),
  },
  "embed.profile": { ok: nothing },
  "embed.updateProfile": {
    ok: () => body({ description: "Hello" }),
    conflict: async (w) => body({ username: (await w.createPartner({ username: w.unique() })).username }),
  },
  "embed.payoutMethod": { ok: nothing },
  "embed.setPayoutMethod": { ok: () => body(paypal) },
  "embed.export": { ok: nothing },
  "embed.stream": { ok: nothing },
};
