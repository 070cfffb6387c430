import type { ErrorCode, OperationName } from "referrals-embed/contract";
import { dayMs } from "../harness.ts";
import * as call from "./calls.ts";
import { at, body, nothing, ofPartner, query, tokenOf, unknownPartner, type Setup } from "./calls.ts";

/** How an operation is made to succeed, and to fail where the general ways of the walk do not reach. */
export type Scene = { ok: Setup } & Partial<Record<Extract<ErrorCode, "not_found" | "invite_expired">, Setup>>;

/** One per operation of the contract: the compiler sees to it. */
export const scenes: Readonly<Record<OperationName, Scene>> = {
  "partners.list": { ok: nothing },
  "partners.create": { ok: (w) => body({ email: `${w.unique()}@mail.test`, name: "Ada" }) },
  "partners.createMany": {
    ok: (w) => body([{ email: `${w.unique()}@mail.test`, createdAt: "2024-05-04" }, { email: "none" }]),
  },
  "partners.get": { ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id } }) },
  "partners.update": {
    ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id }, body: { name: "Bo" } }),
  },
  "partners.count": { ok: nothing },
  "partners.retrieveLinks": {
    ok: (w) => query({ partnerId: w.active.partner.id }),
    not_found: call.unknownTenant,
  },
  "partners.createLink": { ok: ofPartner(undefined, { comments: "x" }), not_found: unknownPartner() },
  "partners.upsertLink": {
    ok: ofPartner(undefined, { url: "https://acme.test/up" }),
    not_found: unknownPartner({ url: "https://acme.test/up" }),
  },
  "partners.analytics": { ok: (w) => query({ partnerId: w.active.partner.id }), not_found: call.unknownTenant },
  "partners.ban": { ok: ofPartner(undefined, { reason: "spam" }), not_found: unknownPartner({ reason: "spam" }) },
  "partners.deactivate": { ok: ofPartner(), not_found: unknownPartner() },
  "partners.invite": { ok: (w) => body({ email: `${w.unique()}@mail.test` }) },
  "partners.unban": { ok: ofPartner("ban"), not_found: unknownPartner() },
  "partners.reactivate": { ok: ofPartner("deactivate"), not_found: unknownPartner() },
  "partners.archive": { ok: ofPartner(), not_found: unknownPartner() },
  "partners.unarchive": { ok: ofPartner("archive"), not_found: unknownPartner() },
  "partnerApplications.list": {
    ok: async (w) => {
      await w.pending();
      return {};
    },
  },
  "partnerApplications.approve": {
    ok: async (w) => body({ partnerId: (await w.pending()).id }),
    not_found: unknownPartner(),
  },
  "partnerApplications.reject": {
    ok: async (w) => body({ partnerId: (await w.pending()).id, ...call.reject }),
    not_found: unknownPartner(call.reject),
  },

  "embedTokens.referrals": {
    ok: (w) => body({ tenantId: w.unique(), partner: { email: `${w.unique()}@mail.test` } }),
    not_found: () => body({ tenantId: "unknown" }),
  },
  "embedTokens.revoke": {
    ok: async (w) => body({ partnerId: (await w.createPartner()).id }),
    not_found: unknownPartner(),
  },

  "links.create": {
    ok: (w) =>
      body({
        url: "https://acme.test",
        utm_source: "mail",
        tagNames: [],
        key: w.unique(),
        geo: { DE: "https://acme.test/de" },
        testVariants: [60, 40].map((percentage) => ({ url: `https://acme.test/${percentage}`, percentage })),
      }),
  },
  "links.upsert": { ok: (w) => body({ url: `https://acme.test/${w.unique()}` }) },
  "links.update": {
    ok: async (w) => ({ params: { linkId: (await w.link()).id }, body: { comments: "new" } }),
  },
  "links.info": { ok: (w) => query({ linkId: w.active.linkId }), not_found: call.unknownLink },
  "links.get": { ok: async (w) => ({ params: { linkId: (await w.link()).id } }) },
  "links.list": { ok: nothing },
  "links.count": { ok: nothing },
  "links.delete": { ok: async (w) => ({ params: { linkId: (await w.link()).id } }) },
  "links.createMany": { ok: () => body([{ url: "https://acme.test" }, { url: "javascript:alert(1)" }]) },
  "links.updateMany": {
    ok: async (w) => body({ linkIds: [(await w.link()).id, (await w.link()).id], data: { comments: "all" } }),
    not_found: async (w) => body({ linkIds: [(await w.link()).id, "link_unknown"], data: { comments: "all" } }),
  },
  "links.deleteMany": { ok: async (w) => query({ linkIds: (await w.link()).id }) },
  "qrCodes.get": { ok: () => query({ url: "https://app.test/a?qr=1" }) },

  "analytics.retrieve": { ok: nothing, not_found: call.unknownLink },
  "events.list": { ok: () => query({ event: "sales" }), not_found: call.unknownLink },

  "track.lead": { ok: call.lead, not_found: call.unknownClick },
  "track.sale": {
    ok: call.sale,
    not_found: call.unknownClick,
  },
  "track.leadClient": { ok: call.lead, not_found: call.unknownClick },
  "track.saleClient": {
    ok: call.sale,
    not_found: call.unknownClick,
  },
  "track.click": {
    ok: async (w) => {
      const { domain, key } = await w.link();
      return { body: { domain, key }, headers: { "user-agent": "Mozilla/5.0 (X11) Gecko Firefox/140.0" } };
    },
    not_found: () => body({ domain: "app.test", key: "unknown" }),
  },
  "track.offer": {
    ok: async (w) => {
      const { domain, key } = await w.link();
      return query({ domain, key });
    },
  },
  "track.refund": {
    ok: async (w) => body({ invoiceId: (await w.sale()).invoiceId, amount: 100 }),
    not_found: () => body({ invoiceId: "unknown" }),
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
  },
  "customers.createMany": {
    ok: (w) =>
      body([{ externalId: w.unique(), partnerId: w.active.partner.id, createdAt: "2024-05-04" }, { name: "nobody" }]),
  },
  "customers.update": {
    ok: async (w) => at(`ext_${(await w.sale()).customerExternalId}`, body({ name: "Bo" })),
  },
  "customers.delete": { ok: async (w) => at(`ext_${(await w.sale()).customerExternalId}`) },

  "commissions.list": { ok: nothing, not_found: call.unknownTenant },
  "commissions.count": { ok: nothing, not_found: call.unknownTenant },
  "commissions.create": {
    ok: ofPartner(undefined, { amount: 100 }),
    not_found: unknownPartner({ amount: 100 }),
  },
  "commissions.createMany": {
    ok: (w) => {
      const sale = { amount: 4900, earnings: 1470, date: "2024-05-04", partnerId: w.active.partner.id };
      const customer = { externalId: w.unique() };
      return body([
        { ...sale, customer, invoiceId: w.unique() },
        { ...sale, customer },
      ]);
    },
  },
  "commissions.update": {
    ok: async (w) => at(await call.commission(w), body({ status: "fraud" })),
  },
  "commissions.updateMany": {
    ok: async (w) => body({ commissionIds: [await call.commission(w)], status: "duplicate" }),
    not_found: () => body({ commissionIds: ["cm_unknown"], status: "duplicate" }),
  },

  "partners.invitation": { ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id } }) },
  "partners.note": { ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id } }) },
  "partners.setNote": {
    ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id }, body: { note: "Prefers mail" } }),
  },
  "partners.payoutMethod": { ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id } }) },
  "partners.sharedDestination": { ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id } }) },
  "partners.releaseDestination": {
    ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id }, body: { reason: "One household" } }),
  },
  "partners.setPayoutMethod": {
    ok: async (w) => ({ params: { partnerId: (await w.createPartner()).id }, ...body({ method: "manual" }) }),
  },
  "audit.list": { ok: nothing },
  "payouts.due": { ok: nothing },
  "payouts.list": { ok: nothing, not_found: call.unknownTenant },
  "payouts.create": {
    ok: async (w) => body({ partnerId: await call.payable(w) }),
    not_found: unknownPartner(),
  },
  "payouts.run": { ok: () => body({ cutoff: "2026-01-01" }) },
  "payouts.confirm": { ok: () => body({ payoutIds: ["po_unknown"] }) },
  "payouts.export": {
    ok: () => body({ format: "paypal" }),
    not_found: () => body({ payoutIds: ["po_unknown"] }),
  },
  "payouts.settle": { ok: () => body({ payouts: [{ id: "po_unknown", reference: "T1" }] }) },
  "payouts.statement": {
    ok: async (w) => at((await w.must("POST", "/payouts", { partnerId: await call.payable(w) })).id),
    not_found: () => at("po_unknown"),
  },
  "payouts.update": {
    ok: async (w) => {
      const { id } = await w.must("POST", "/payouts", { partnerId: await call.payable(w) });
      return at(id, body({ status: "canceled" }));
    },
  },

  "tags.list": { ok: nothing },
  "tags.create": {
    ok: (w) => body({ name: w.unique() }),
  },
  "tags.update": { ok: call.madeBy("/tags", (w) => ({ name: w.unique() }), body({ color: "red" })) },
  "tags.delete": { ok: call.madeBy("/tags", (w) => ({ name: w.unique() })) },
  "folders.list": { ok: nothing },
  "folders.create": { ok: (w) => body({ name: w.unique() }) },
  "folders.update": { ok: call.madeBy("/folders", (w) => ({ name: w.unique() }), body({ name: "Renamed" })) },
  "folders.delete": { ok: call.madeBy("/folders", (w) => ({ name: w.unique() })) },
  "domains.list": { ok: nothing },
  "domains.create": { ok: (w) => body({ slug: `${w.unique()}.test` }) },
  "domains.update": {
    ok: async (w) => ({
      params: { slug: (await w.must("POST", "/domains", { slug: `${w.unique()}.test` })).slug },
      body: { placeholder: "https://acme.test" },
    }),
  },
  "domains.verify": {
    ok: async (w) => ({ params: { slug: (await w.must("POST", "/domains", { slug: `${w.unique()}.test` })).slug } }),
  },
  "domains.delete": {
    ok: async (w) => ({ params: { slug: (await w.must("POST", "/domains", { slug: `${w.unique()}.test` })).slug } }),
  },

  "webhooks.list": { ok: nothing },
  "webhooks.create": {
    ok: async (w) => {
      await call.roomForHook(w);
      return body(call.hook(w.unique()));
    },
  },
  "webhooks.get": { ok: call.ofHook() },
  "webhooks.update": { ok: call.ofHook(body({ name: "Other" })) },
  "webhooks.delete": { ok: call.ofHook() },
  "webhooks.rotate": { ok: call.ofHook() },
  "webhooks.test": { ok: call.ofHook() },
  "webhooks.enable": { ok: call.ofHook() },
  "webhooks.deliveries": {
    ok: async (w) => {
      const { params } = await call.delivery(w);
      return at(params!["id"]!);
    },
  },
  "webhooks.replay": { ok: call.delivery },

  "integrations.list": { ok: nothing },
  "integrations.create": { ok: () => body({ provider: "stripe", secret: "whsec_scene" }) },
  "integrations.get": { ok: call.ofIntegration() },
  "integrations.update": { ok: call.ofIntegration(body({ name: "Shop" })) },
  "integrations.delete": { ok: call.ofIntegration() },
  "integrations.test": { ok: call.ofIntegration() },
  "integrations.deliveries": { ok: call.ofIntegration() },
  "integrations.replay": { ok: call.integrationDelivery },
  "integrations.receive": { ok: call.providerEvent },

  "program.get": { ok: nothing },
  "program.test": { ok: nothing },
  "program.previewMail": { ok: async () => ({ body: { kind: "approved" } }) },
  "program.update": {
    ok: () =>
      body({
        name: "Acme",
        embed: {
          sections: { live: true },
          leaderboard: { amounts: "bands", period: "all" },
          faq: [{ question: "Why?", answer: "So." }],
          resources: [{ type: "link", name: "Logo", value: "https://acme.test/logo.svg" }],
        },
      }),
  },
  "people.list": { ok: nothing },
  "people.create": { ok: (w) => body({ name: "Ada", email: `${w.unique()}@mail.test` }) },
  "people.update": { ok: call.madeBy("/people", call.newPerson, body({ role: "manager" })) },
  "people.link": { ok: call.madeBy("/people", call.newPerson) },
  "people.delete": { ok: call.madeBy("/people", call.newPerson) },
  "apiKeys.list": { ok: nothing },
  "apiKeys.create": { ok: () => body({ name: "CI", scopes: ["workspace.write"] }) },
  "apiKeys.delete": { ok: call.madeBy("/api-keys", () => ({ name: "Old" })) },
  "groups.list": { ok: nothing },
  "groups.create": {
    ok: (w) => body({ name: "Gold", slug: w.unique(), linkHosts: [{ host: "acme.test", mode: "host" }] }),
  },
  "groups.update": {
    ok: call.madeBy("/groups", (w) => ({ name: "Gold", slug: w.unique() }), body({ name: "Silver" })),
  },
  "rewards.list": { ok: nothing },
  "rewards.create": { ok: () => body(call.reward) },
  "rewards.update": {
    ok: call.madeBy("/rewards", () => call.reward, body({ amount: 600 })),
  },
  "discounts.list": { ok: nothing },
  "discounts.create": { ok: () => body(call.discount) },
  "discounts.update": { ok: call.madeBy("/discounts", () => call.discount, body({ amount: 20 })) },

  "exchangeRates.list": { ok: nothing },
  "exchangeRates.create": { ok: () => body({ currency: "eur", rate: "1.08" }) },

  "discountCodes.list": {
    ok: async (w) => {
      await call.discountCode(w);
      return {};
    },
  },
  "discountCodes.create": {
    ok: async (w) => {
      const { id: partnerId, links } = await w.createPartner({ name: "Code" });
      return body({ partnerId, linkId: links![0]!.id });
    },
    not_found: unknownPartner({ linkId: "link_unknown" }),
  },
  "discountCodes.createMany": {
    ok: async (w) => body([{ partnerId: (await w.createPartner()).id }, { partnerId: "pn_unknown" }]),
  },
  "discountCodes.delete": { ok: async (w) => ({ params: { idOrCode: (await call.discountCode(w)).code } }) },
  "referrals.list": {
    ok: async (w) => {
      await call.submission(w);
      return query({ status: "pending" });
    },
  },
  "referrals.get": { ok: async (w) => at(await call.submission(w)) },
  "referrals.update": { ok: async (w) => at(await call.submission(w), body({ status: "qualified" })) },

  "embed.bootstrap": { ok: nothing },
  "embed.token": { ok: nothing },
  "embed.analytics": { ok: nothing, not_found: call.unknownLink },
  "embed.earnings": { ok: nothing, not_found: call.unknownLink },
  "embed.earningsTimeseries": { ok: () => query({ groupBy: "type" }), not_found: call.unknownLink },
  "embed.payouts": { ok: nothing },
  "embed.statement": {
    ok: async (w) => query({ payoutId: await call.ownPayout(w) }),
    not_found: () => query({ payoutId: "po_unknown" }),
  },
  "embed.events": { ok: nothing, not_found: call.unknownLink },
  "embed.leaderboard": { ok: nothing },
  "embed.links": { ok: nothing },
  "embed.createLink": { ok: () => body({}) },
  "embed.updateLink": {
    ok: (w) => at(w.active.linkId, body({ key: w.unique() })),
  },
  "embed.referrals": { ok: nothing },
  "embed.createReferral": {
    ok: (w) => body(call.values(w)),
    not_found: async (w) => {
      const { id: groupId } = await w.must("POST", "/groups", { name: "No form", slug: w.unique() });
      return { ...body(call.values(w)), key: await tokenOf(w, await w.createPartner({ groupId })) };
    },
  },
  "embed.invitation": { ok: nothing },
  "embed.apply": {
    ok: async (w) => {
      const question = { key: "why", label: "Why?", type: "text", required: true, locked: false, position: 0 };
      await w.must("PATCH", "/program", { applicationForm: { fields: [question] } });
      const partner = await w.createPartner();
      await w.must("PATCH", "/program", { applicationForm: null });
      return { body: {}, key: await tokenOf(w, partner) };
    },
  },
  "embed.accept": {
    ok: async (w) => ({ body: {}, key: await tokenOf(w, await w.invited()) }),
    invite_expired: async (w) => {
      const partner = await w.invited();
      w.clock.advance(31 * dayMs);
      return { body: {}, key: await tokenOf(w, partner) };
    },
  },
  "embed.decline": {
    ok: async (w) => ({ body: {}, key: await tokenOf(w, await w.invited()) }),
  },
  "embed.leave": {
    ok: async (w) => ({ body: {}, key: await call.approved(w) }),
  },
  "embed.withdraw": {
    ok: async (w) => ({ body: {}, key: await tokenOf(w, await w.pending()) }),
  },
  "embed.reapply": {
    ok: async (w) => {
      const partner = await w.pending();
      const instant = { ...call.reject, reapplicationTimeframe: "instant" };
      await w.must("POST", "/partners/applications/reject", { partnerId: partner.id, ...instant });
      return { body: {}, key: await tokenOf(w, partner) };
    },
  },
  "embed.profile": { ok: nothing },
  "embed.updateProfile": {
    ok: () => body({ description: "Hello" }),
  },
  "embed.payoutMethod": { ok: nothing },
  "embed.setPayoutMethod": { ok: () => body(call.paypal) },
  "embed.setMilestonesTold": { ok: () => body({ milestones: [{ metric: "sales", value: 1 }] }) },
  "embed.export": { ok: nothing },
  "embed.stream": { ok: nothing },
};
