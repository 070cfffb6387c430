import { readFileSync } from "node:fs";
import type { Dub } from "dub";
import type { LinkSchema } from "dub/models/components";
import * as errors from "dub/models/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeClick } from "../tracking/stored-click.ts";
import { openSdk, type SdkWorld } from "./open-sdk.ts";
import { described, sdkOperations, sdkRequest, unknownOf, type ApiDescription } from "./sdk-operations.ts";

/** What the guide tells: by operation, each difference under a name of its own. */
const told = JSON.parse(readFileSync(new URL("../../../docs/guides/from-dub.json", import.meta.url), "utf8")) as Record<
  string,
  Record<string, string>
>;

let dub: SdkWorld;
let sdk: Dub;
let partnerId: string;
let api: ApiDescription;
beforeAll(async () => {
  dub = await openSdk();
  ({ sdk } = dub);
  partnerId = dub.world.active.partner.id;
  api = (await (await dub.world.fetch("https://app.test/api/openapi.json")).json()) as ApiDescription;
});
afterAll(() => dub.close());

const url = "https://acme.test/page";
const unique = (): string => dub.world.unique();
const refuses = async (call: Promise<unknown>, kind: abstract new (...args: never[]) => Error, words: string) => {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect((error as { error: { message: string } }).error.message).toContain(words);
};
const absent = (call: () => Promise<unknown>) => () => refuses(call(), errors.NotFound, "here");
const notParsed = (call: Promise<unknown>): Promise<void> => expect(call).rejects.toThrow("Response validation failed");
const findsNobody = async (call: Promise<AsyncIterable<{ result: unknown[] }>>): Promise<void> => {
  await dub.world.link();
  for await (const { result } of await call) expect(result).toEqual([]);
};
const keepsStats = async (link: Promise<{ publicStats?: boolean; shortLink: string }>): Promise<void> => {
  const { publicStats, shortLink } = await link;
  expect(publicStats).toBe(true);
  expect((await dub.world.fetch(`${shortLink}/stats`)).status).toBe(404);
};
const domain = async (link: Promise<{ domain: string }>): Promise<void> => expect((await link).domain).toBe("app.test");
const createOne = async (link: { url: string; publicStats?: boolean }): Promise<LinkSchema> =>
  (await sdk.links.createMany([link]))[0] as LinkSchema;
/** The SDK with the key of a workspace whose program is in euros. */
const inEuro = async (): Promise<Dub> => {
  const { apiKey } = await dub.world.createWorkspace();
  await dub.world.must("PATCH", "/program", { currency: "eur" }, apiKey);
  return dub.sdkWith(apiKey);
};
/** Publishes what proves a domain, and has it checked. */
const prove = async (slug: string): Promise<void> => {
  const rows = await dub.world.must<{ slug: string; txtRecord: { name: string; value: string } }[]>("GET", "/domains");
  const { name, value } = rows.find((row) => row.slug === slug)!.txtRecord;
  dub.world.dns.records.set(name, [value]);
  await dub.world.must("POST", `/domains/${slug}/verify`);
};
const kept = { placeholder: "https://a.test", logo: "https://a.test/logo.png", assetLinks: "[]" };
const keptOfDomain = { ...kept, appleAppSiteAssociation: "{}" };
const newLead = async (more: object = {}) => {
  const customerExternalId = unique();
  return sdk.track.lead({ clickId: await dub.world.click(), eventName: "Sign up", customerExternalId, ...more });
};
const namedNobody = { customer: expect.objectContaining({ name: null, avatar: null }) };
const byHand = () => ({ partnerId, customer: { externalId: unique(), country: "DE" } });
/** The commissions of a customer. */
const earnedBy = async (externalId: string) => {
  const { id: customerId } = await sdk.customers.get({ id: `ext_${externalId}` });
  return (await sdk.commissions.list({ customerId })).result;
};

/** A call that shows each difference. */
const shown: Record<string, Record<string, () => Promise<unknown>>> = {
  "every operation": {
    async currency() {
      const euro = await inEuro();
      const { id } = await euro.partners.create({ email: "euro@sdk.test" });
      await euro.commissions.create({ type: "custom", partnerId: id, amount: 500 });
      expect((await euro.commissions.list({})).result).toMatchObject([{ earnings: 500, currency: "eur" }]);
    },
    errors: async () => {
      const error = await sdk.links.delete("link_unknown").catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(errors.NotFound);
      expect(error).toMatchObject({ error: { code: "not_found", docUrl: "https://app.test/docs/errors#not_found" } });
    },
    async user() {
      const [link, commissions] = await Promise.all([sdk.links.create({ url }), sdk.commissions.list({ pageSize: 1 })]);
      expect([link, commissions.result[0]]).toMatchObject([{ userId: null }, { userId: null }]);
    },
    ids: () => refuses(sdk.links.delete("clv3o9p9q000au1h0mc7r6l63"), errors.NotFound, "There is no link"),
  },
  "analytics.retrieve": {
    interval: async () => {
      const groupBy = "timeseries";
      expect(await sdk.analytics.retrieve({ groupBy })).toEqual(
        await sdk.analytics.retrieve({ groupBy, interval: "30d" }),
      );
    },
    // Each of them is tried in operations.test.ts.
    async groupBy() {
      await dub.world.must("PATCH", `/links/${dub.world.active.linkId}`, { utm_source: "mail" });
      await dub.world.click();
      await notParsed(sdk.analytics.retrieve({ groupBy: "utm_sources" }));
    },
  },
  "bounties.approveSubmission": {
    absent: absent(() => sdk.bounties.approveSubmission({ bountyId: "b", submissionId: "s" })),
  },
  "bounties.listSubmissions": { absent: absent(() => sdk.bounties.listSubmissions({ bountyId: "b" })) },
  "bounties.rejectSubmission": {
    absent: absent(() => sdk.bounties.rejectSubmission({ bountyId: "b", submissionId: "s" })),
  },
  "commissions.create": {
    async done() {
      await sdk.commissions.create({ type: "custom", partnerId, amount: 123 });
      expect((await sdk.commissions.list({ partnerId, type: "custom" })).result).toMatchObject([{ earnings: 123 }]);
    },
    async linkId() {
      const { id, links } = await dub.world.createPartner();
      const second = await sdk.partners.createLink({ partnerId: id, url });
      await dub.world.must("POST", "/commissions", {
        type: "sale",
        partnerId: id,
        linkId: second.id,
        sale: { amount: 9000 },
        customer: { externalId: unique() },
      });
      await sdk.commissions.create({ type: "sale", ...byHand(), partnerId: id, sale: { amount: 100 } });
      const sold = await sdk.partners.retrieveLinks({ partnerId: id });
      expect(sold.find((link) => link.id === links![0]!.id)).toMatchObject({ sales: 1, saleAmount: 100 });
    },
    async date() {
      const past = { ...byHand(), date: "2024-01-01T00:00:00Z" };
      const words = "go to POST /commissions/bulk";
      await refuses(sdk.commissions.create({ type: "lead", ...past }), errors.UnprocessableEntity, words);
      const sale = { amount: 900 };
      await refuses(sdk.commissions.create({ type: "sale", ...past, sale }), errors.UnprocessableEntity, words);
    },
    importStripeInvoices: () =>
      refuses(
        sdk.commissions.create({ type: "sale", ...byHand(), importStripeInvoices: true }),
        errors.UnprocessableEntity,
        "sale: required",
      ),
    async deprecated() {
      const sale = { saleEventDate: "2024-01-01T00:00:00Z", saleAmount: 5, invoiceId: unique(), productId: "p" };
      const hand = byHand();
      const warned = await dub.warningOf(() =>
        sdk.commissions.create({ type: "sale", ...hand, ...sale, sale: { amount: 900 } }),
      );
      expect(Object.keys(sale).filter((name) => !warned.includes(name))).toEqual([]);
      expect(await earnedBy(hand.customer.externalId)).toMatchObject([{ amount: 900, invoiceId: null }]);
      const lead = { leadEventDate: "2024-01-01T00:00:00Z", leadEventName: "Call" };
      const ofLead = await dub.warningOf(() => sdk.commissions.create({ type: "lead", ...byHand(), ...lead }));
      expect(Object.keys(lead).filter((name) => !ofLead.includes(name))).toEqual([]);
    },
    async stripeCustomerId() {
      const { customer } = byHand();
      const lead = { type: "lead", partnerId, customer: { ...customer, stripeCustomerId: "cus_1" } } as const;
      expect(await dub.warningOf(() => sdk.commissions.create(lead))).toContain("stripeCustomerId");
      const id = `ext_${customer.externalId}`;
      expect((await sdk.customers.get({ id })).stripeCustomerId).toBeNull();
      await sdk.customers.update({ id, requestBody: { stripeCustomerId: "cus_1" } });
      expect((await sdk.customers.get({ id })).stripeCustomerId).toBe("cus_1");
    },
    async name() {
      const { customer } = byHand();
      await sdk.commissions.create({ type: "lead", partnerId, customer });
      expect(await sdk.customers.get({ id: `ext_${customer.externalId}` })).toMatchObject({ name: null, avatar: null });
    },
  },
  "commissions.update": {
    async currency() {
      const euro = await inEuro();
      const { id } = await euro.partners.create({ email: "euro@update.test" });
      const sale = { amount: 900, currency: "eur" };
      await euro.commissions.create({ type: "sale", ...byHand(), partnerId: id, sale });
      const [made] = (await euro.commissions.list({})).result;
      const update = (currency?: string) =>
        euro.commissions.update({ id: made!.id, requestBody: { saleAmount: 500, currency } });
      await refuses(update(), errors.Conflict, "no rate for usd");
      expect(await update("eur")).toMatchObject({ amount: 500, currency: "eur" });
    },
  },
  "customers.get": {
    async coupon() {
      const discount = await dub.world.must("POST", "/discounts", { type: "percentage", amount: 10 });
      const group = await dub.world.must("POST", "/groups", { name: "Saves", slug: unique(), discountId: discount.id });
      const { links } = await dub.world.createPartner({ groupId: group.id });
      const customerExternalId = unique();
      const clickId = await storeClick(dub.world, links![0]!.id);
      await sdk.track.lead({ clickId, eventName: "Sign up", customerExternalId });
      const asked = { id: `ext_${customerExternalId}`, includeExpandedFields: true };
      expect((await sdk.customers.get(asked)).discount).toMatchObject({ amount: 10, couponId: null });
    },
    async name() {
      const { customer } = await newLead();
      expect(await sdk.customers.get({ id: `ext_${customer!.externalId}` })).toMatchObject({
        name: null,
        avatar: null,
      });
    },
  },
  "customers.list": {
    async email() {
      await newLead({ customerEmail: "Letter.Case@sdk.test" });
      expect((await sdk.customers.list({ email: "letter.case@sdk.test" })).result).toHaveLength(1);
    },
    async name() {
      const { customer } = await newLead();
      const { result } = await sdk.customers.list({ externalId: customer!.externalId! });
      expect(result).toMatchObject([{ name: null, avatar: null }]);
    },
  },
  "discountCodes.create": {
    coupon: () => newCode().then(({ event }) => expect(event("discount_code.created")).resolves.toBe(1)),
    discount: () => newCode().then(({ code }) => expect(code.discountId).toBeNull()),
    code: () => newCode().then(({ code }) => expect(code.code).toMatch(/^[0-9A-Z]{8}$/)),
  },
  "discountCodes.delete": {
    async coupon() {
      const { code, event } = await newCode();
      await sdk.discountCodes.delete(code.id);
      expect(await event("discount_code.deleted")).toBe(1);
    },
  },
  "domains.checkStatus": { absent: absent(() => sdk.domains.checkStatus({ domains: "a.link" })) },
  "domains.create": {
    async verify() {
      const { slug, verified } = await sdk.domains.create({ slug: "new.sdk.test" });
      expect(verified).toBe(false);
      await refuses(sdk.links.create({ url, domain: slug }), errors.Forbidden, `POST /domains/${slug}/verify`);
    },
    async kept() {
      expect(await sdk.domains.create({ slug: "kept.sdk.test", ...keptOfDomain })).toMatchObject(keptOfDomain);
      const served = await dub.world.fetch("https://kept.sdk.test/.well-known/assetlinks.json");
      expect(served.status).toBe(404);
    },
  },
  "domains.delete": {
    async links() {
      await sdk.domains.create({ slug: "full.sdk.test" });
      await prove("full.sdk.test");
      await sdk.links.create({ url, domain: "full.sdk.test" });
      await refuses(sdk.domains.delete("full.sdk.test"), errors.Conflict, "link");
    },
  },
  "domains.list": {
    async registered() {
      await sdk.domains.create({ slug: "listed.sdk.test" });
      const { result } = await sdk.domains.list({ search: "listed.sdk.test" });
      expect(result).toMatchObject([{ registeredDomain: null }]);
    },
  },
  "domains.register": { absent: absent(() => sdk.domains.register({ domain: "a.link" })) },
  "domains.update": {
    async kept() {
      await sdk.domains.create({ slug: "change.sdk.test" });
      expect(await sdk.domains.update("change.sdk.test", keptOfDomain)).toMatchObject(keptOfDomain);
    },
    async verify() {
      await sdk.domains.create({ slug: "moves.sdk.test" });
      await prove("moves.sdk.test");
      expect(await sdk.domains.update("moves.sdk.test", { slug: "moved.sdk.test" })).toMatchObject({ verified: false });
    },
  },
  "embedTokens.referrals": {
    tenant: () => otherTenant(({ email, tenantId }) => sdk.embedTokens.referrals({ tenantId, partner: { email } })),
  },
  "events.list": {
    async interval() {
      await dub.world.sale();
      dub.world.clock.advance(29 * 86_400_000);
      expect((await sdk.events.list({ event: "sales" })).length).toBeGreaterThan(0);
      dub.world.clock.advance(2 * 86_400_000);
      expect(await sdk.events.list({ event: "sales" })).toEqual([]);
    },
    async ip() {
      await dub.world.click();
      expect(await sdk.events.list({ event: "clicks", limit: 1 })).toMatchObject([{ click: { ip: "" } }]);
    },
  },
  "folders.create": {
    async accessLevel() {
      const { id: folderId, accessLevel } = await sdk.folders.create({ name: unique(), accessLevel: "read" });
      expect(accessLevel).toBe("read");
      expect(await sdk.links.create({ url, folderId })).toMatchObject({ folderId });
    },
  },
  "folders.update": {
    async accessLevel() {
      const { id: folderId } = await sdk.folders.create({ name: unique() });
      expect(await sdk.folders.update(folderId, { accessLevel: null })).toMatchObject({ accessLevel: null });
      expect(await sdk.links.create({ url, folderId })).toMatchObject({ folderId });
    },
  },
  "links.count": {
    async userId() {
      await dub.world.link();
      expect(await sdk.links.count({ userId: "user_1" })).toBe(0);
    },
    async groupBy() {
      await dub.world.link();
      await notParsed(sdk.links.count({ groupBy: "domain" }));
    },
  },
  "links.create": {
    domain: () => domain(sdk.links.create({ url })),
    publicStats: () => keepsStats(sdk.links.create({ url, publicStats: true })),
  },
  "links.createMany": {
    domain: () => domain(createOne({ url })),
    publicStats: () => keepsStats(createOne({ url, publicStats: true })),
  },
  "links.list": { userId: () => findsNobody(sdk.links.list({ userId: "user_1" })) },
  "links.update": {
    publicStats: async () => keepsStats(sdk.links.update((await dub.world.link()).id, { publicStats: true })),
  },
  "links.updateMany": {
    async publicStats() {
      const { id } = await dub.world.link();
      await keepsStats(sdk.links.updateMany({ linkIds: [id], data: { publicStats: true } }).then(([link]) => link!));
    },
  },
  "links.upsert": {
    async partner() {
      const page = `${url}/${unique()}`;
      const theirs = await sdk.links.create({ url: page, partnerId });
      expect((await sdk.links.upsert({ url: page })).id).not.toBe(theirs.id);
      expect((await sdk.links.upsert({ url: page, partnerId })).id).toBe(theirs.id);
    },
    domain: () => domain(sdk.links.upsert({ url: `${url}/${unique()}` })),
    publicStats: () => keepsStats(sdk.links.upsert({ url: `${url}/${unique()}`, publicStats: true })),
  },
  "partnerApplications.reject": {
    async flagForFraud() {
      const { id } = await dub.world.pending();
      const reject = { partnerId: id, flagForFraud: true, reapplicationTimeframe: "instant" } as const;
      expect(await sdk.partnerApplications.reject(reject)).toEqual({ partnerId: id });
      const rows = await dub.world.store.db.selectFrom("applications").selectAll().execute();
      expect(rows.filter((row) => row.flagged_for_fraud)).toMatchObject([{ flag_reason: null }]);
    },
  },
  "partners.analytics": {
    interval: async () => {
      const asked = { partnerId, groupBy: "timeseries" } as const;
      expect(await sdk.partners.analytics(asked)).toEqual(await sdk.partners.analytics({ ...asked, interval: "all" }));
    },
  },
  "partners.create": {
    tenant: () => otherTenant((partner) => sdk.partners.create(partner)),
    name: () => sdk.partners.create({ email: "ada@sdk.test" }).then(({ name }) => expect(name).toBe("ada")),
    image: () => sdk.partners.create({ email: "no-image@sdk.test" }).then(({ image }) => expect(image).toBeNull()),
  },
  "payouts.list": {
    async money() {
      const { id } = await dub.world.createPartner();
      await sdk.commissions.create({ type: "custom", partnerId: id, amount: 50_000 });
      dub.world.clock.advance(86_400_000);
      expect(await sdk.payouts.list({ partnerId: id })).toEqual([]);
      await dub.world.must("POST", "/payouts", { partnerId: id });
      const pending = { amount: 50_000, status: "pending", mode: null, method: null, user: null };
      expect(await sdk.payouts.list({ partnerId: id })).toMatchObject([pending]);
    },
    async method() {
      const { id } = await dub.world.createPartner();
      await dub.world.must("PUT", `/partners/${id}/payout-method`, { method: "manual" });
      await sdk.commissions.create({ type: "custom", partnerId: id, amount: 50_000 });
      dub.world.clock.advance(86_400_000);
      const payout = await dub.world.must<{ id: string }>("POST", "/payouts", { partnerId: id });
      await dub.world.must("PATCH", `/payouts/${payout.id}`, { status: "processing" });
      await expect(sdk.payouts.list({ partnerId: id })).rejects.toThrow("Response validation failed");
    },
  },
  "qrCodes.get": {
    async logo() {
      const logo = { logo: "https://acme.test/logo.png", hideLogo: true };
      expect(await sdk.qrCodes.get({ url, ...logo })).toBe(await sdk.qrCodes.get({ url }));
    },
    async includeMargin() {
      const code = await sdk.qrCodes.get({ url });
      expect(await sdk.qrCodes.get({ url, includeMargin: false })).toBe(code);
      expect(await sdk.qrCodes.get({ url, margin: 0 })).not.toBe(code);
    },
    async size() {
      await refuses(sdk.qrCodes.get({ url, size: 2049 }), errors.UnprocessableEntity, "size: must be at most 2048");
      await refuses(sdk.qrCodes.get({ url, size: 31 }), errors.UnprocessableEntity, "size: must be at least 32");
      await refuses(sdk.qrCodes.get({ url, margin: 21 }), errors.UnprocessableEntity, "margin: must be at most 20");
    },
  },
  "tags.create": { color: () => sdk.tags.create({ name: unique() }).then(({ color }) => expect(color).toBe("blue")) },
  "track.lead": {
    async mode() {
      const { customer } = await newLead({ mode: "async" });
      expect((await sdk.customers.get({ id: `ext_${customer!.externalId}` })).externalId).toBe(customer!.externalId);
    },
    eventQuantity: () =>
      refuses(newLead({ eventQuantity: 101 }), errors.UnprocessableEntity, "eventQuantity: must be at most 100"),
    name: () => newLead().then((lead) => expect(lead).toMatchObject(namedNobody)),
  },
  "track.sale": {
    async currency() {
      const sale = await newSale();
      await sdk.track.sale({ ...sale, currency: "eur" });
      expect(await earnedBy(sale.customerExternalId)).toMatchObject([{ status: "hold" }]);
    },
    async invoiceId() {
      const sale = { ...(await newSale()), invoiceId: unique() };
      await sdk.track.sale(sale);
      await refuses(sdk.track.sale({ ...sale, amount: 901 }), errors.Conflict, "with another amount");
    },
    name: async () => expect(await sdk.track.sale(await newSale())).toMatchObject(namedNobody),
  },
};

async function newSale() {
  return { clickId: await dub.world.click(), customerExternalId: unique(), amount: 900 };
}

async function newCode() {
  const { id, links } = await dub.world.createPartner();
  const code = await sdk.discountCodes.create({ partnerId: id, linkId: links![0]!.id });
  const event = async (name: string): Promise<number> => {
    const rows = await dub.world.store.db.selectFrom("outbox_events").select(["event", "data"]).execute();
    return rows.filter((row) => row.event === name && JSON.stringify(row.data).includes(code.id)).length;
  };
  return { code, event };
}

/** A call with the address of a partner who has another tenant. */
async function otherTenant(call: (partner: { email: string; tenantId: string }) => Promise<unknown>): Promise<void> {
  const email = `${unique()}@sdk.test`;
  await sdk.partners.create({ email, tenantId: unique() });
  await refuses(call({ email, tenantId: unique() }), errors.Conflict, "onTenantMismatch to relink");
}

it("the guide has a row for each operation of the SDK, and for no other", () => {
  expect(Object.keys(told).slice(1).sort()).toEqual(sdkOperations().sort());
});

it("every property and value that the SDK sends is known here, or named in the guide", () => {
  const unnamed = sdkOperations().flatMap((operation) => {
    const request = sdkRequest(operation);
    const known = described(api, request);
    if (!known) return told[operation]!.absent ? [] : [`${operation} is not offered`];
    const words = Object.values(told[operation]!).join(" ");
    return unknownOf(request.sent, known)
      .filter((name) => !words.includes(`${name.split(".").at(-1)}\``))
      .map((name) => `${operation}: ${name}`);
  });
  expect(unnamed).toEqual([]);
});

describe.each(Object.entries(told).filter(([, differences]) => Object.keys(differences).length > 0))(
  "%s",
  (operation, differences) => {
    it.each(Object.entries(differences).map(([name, words]) => ({ name, words })))("$words", async ({ name }) => {
      expect(shown[operation]).toHaveProperty(name);
      await shown[operation]![name]!();
    });
  },
);

it("shows no difference that the guide does not tell", () => {
  const untold = Object.entries(shown).flatMap(([operation, calls]) =>
    Object.keys(calls)
      .filter((name) => !told[operation]?.[name])
      .map((name) => `${operation}: ${name}`),
  );
  expect(untold).toEqual([]);
});
