import type { OperationName } from "referrals-embed/contract";
import { dayMs } from "../harness.ts";
import {
  approved,
  at,
  body,
  discountCode,
  hook,
  lastOwner,
  madeBy,
  newPerson,
  ofPartner,
  payable,
  paypal,
  reject,
  reward,
  submission,
  tokenOf,
  values,
  type Setup,
} from "./calls.ts";
import type { World } from "./world.ts";

/** Operations whose only 409 is an `Idempotency-Key` used again with another body: the rules know no conflict of theirs. */
export const conflictByKeyOnly: readonly OperationName[] = [
  "track.lead",
  "track.leadClient",
  "track.saleClient",
  "folders.create",
  "folders.update",
  "webhooks.update",
  "integrations.update",
  "rewards.create",
  "discounts.create",
  "discounts.update",
  "exchangeRates.create",
  "embed.setPayoutMethod",
  "embed.setMilestonesTold",
];

const partner = (id: string, patch: object) => ({ params: { partnerId: id }, body: patch });
const link = (id: string, patch: object) => ({ params: { linkId: id }, body: patch });
const taken = async (w: World): Promise<string> => (await w.link()).key;
const tenantTwice: Setup = async (w) => {
  const { email } = await w.createPartner({ tenantId: w.unique() });
  return body({ tenantId: w.unique(), email, partner: { email } });
};
const usernameTwice: Setup = async (w) => {
  const { username } = await w.createPartner({ username: w.unique() });
  return body({ email: `${w.unique()}@mail.test`, username });
};
const partnerOff = (path: string, input: object): Setup => ofPartner(path, input);
const otherAmount: Setup = async (w) => body({ ...(await w.sale()), amount: 1 });
const ofStatus =
  (make: (w: World) => Promise<{ id: string }>): Setup =>
  async (w) => ({ body: {}, key: await tokenOf(w, await make(w)) });
const confirmed = async (w: World): Promise<{ payoutId: string; commissionId: string }> => {
  const partnerId = await payable(w);
  const { id } = await w.must("POST", "/payouts", { partnerId });
  const [row] = await w.must("GET", `/commissions?payoutId=${id}`);
  const method = { ...paypal, paypalEmail: `${w.unique()}@mail.test` };
  await w.must("PUT", "/embed/referrals/payout-method", method, await w.embedToken(partnerId));
  w.clock.advance(2 * dayMs);
  await w.must("PATCH", `/payouts/${id}`, { status: "processing" });
  return { payoutId: id, commissionId: row.id };
};
const locked = async (w: World): Promise<string> => (await confirmed(w)).commissionId;
const slug = async (w: World, path: "/domains" | "/groups"): Promise<string> => {
  const name = path === "/domains" ? `${w.unique()}.test` : w.unique();
  return (await w.must("POST", path, { name: "Gold", slug: name })).slug;
};

const provenDomain = async (w: World): Promise<string> => {
  const { slug, txtRecord } = await w.must("POST", "/domains", { slug: `${w.unique()}.test` });
  w.dns.records.set(txtRecord.name, [txtRecord.value]);
  return (await w.must("POST", `/domains/${slug}/verify`)).slug;
};

/** What the rules refuse with 409, by operation and by why. */
export const conflicts: Readonly<Partial<Record<OperationName, Record<string, Setup>>>> = {
  "partners.create": { "an email enrolled under another tenantId": tenantTwice, "a taken username": usernameTwice },
  "partners.update": {
    "a network status that cannot follow": async (w) =>
      partner((await w.createPartner()).id, { networkStatus: "trusted" }),
    "rewards of an applicant (G3)": async (w) => partner((await w.pending()).id, { saleRewardId: null }),
    "another partner's tenantId": async (w) => {
      const { tenantId } = await w.createPartner({ tenantId: w.unique() });
      return partner((await w.createPartner()).id, { tenantId });
    },
  },
  "partners.setNote": {
    "a note that was changed since it was read": async (w) => ({
      ...partner((await w.createPartner()).id, { note: "Prefers mail" }),
      headers: { "if-match": '"never"' },
    }),
  },
  "partners.releaseDestination": {
    "a destination that was changed since it was looked at": async (w) => ({
      ...partner((await w.createPartner()).id, { reason: "One household" }),
      headers: { "if-match": '"never"' },
    }),
  },
  "partners.createLink": {
    "a taken key": async (w) => body({ partnerId: (await w.createPartner()).id, key: await taken(w) }),
    "L2: a partner who cannot earn": partnerOff("ban", {}),
  },
  "partners.upsertLink": {
    "a taken key": async (w) =>
      body({ partnerId: (await w.createPartner()).id, url: "https://acme.test/taken", key: await taken(w) }),
    "L2: a partner who cannot earn": partnerOff("deactivate", { url: "https://acme.test/off" }),
  },
  "partners.ban": {
    "E22: a pending partner": async (w) => body({ partnerId: (await w.pending()).id, reason: "spam" }),
  },
  "partners.deactivate": { "E22: a banned partner": ofPartner("ban") },
  "partners.invite": {
    "an approved partner": async (w) => body({ email: (await w.createPartner()).email }),
    "another partner's tenantId": async (w) => {
      const { tenantId } = await w.createPartner({ tenantId: w.unique() });
      return body({ email: `${w.unique()}@mail.test`, tenantId });
    },
    "a taken username": usernameTwice,
  },
  "partners.unban": { "E22: an archived partner": ofPartner("archive") },
  "partners.reactivate": { "E22: a banned partner": ofPartner("ban") },
  "partners.archive": { "E22: a banned partner": ofPartner("ban") },
  "partners.unarchive": { "E22: a banned partner": ofPartner("ban") },
  "partnerApplications.approve": { "E22: a banned partner": ofPartner("ban") },
  "partnerApplications.reject": { "E22: an approved partner": ofPartner(undefined, reject) },
  "embedTokens.referrals": {
    "K6: an email enrolled under another tenantId": tenantTwice,
    "K6: a partner enrolled under another tenantId": async (w) => {
      const { id } = await w.createPartner({ tenantId: w.unique() });
      return body({ partnerId: id, tenantId: w.unique() });
    },
    "a taken username": async (w) => {
      const { username } = await w.createPartner({ username: w.unique() });
      return body({ tenantId: w.unique(), partner: { email: `${w.unique()}@mail.test`, username } });
    },
  },
  "links.create": {
    "a taken key": async (w) => body({ url: "https://acme.test", key: await taken(w) }),
    "a key that differs in letter case": async (w) =>
      body({ url: "https://acme.test", key: (await taken(w)).toUpperCase() }),
    "a reserved key": () => body({ url: "https://acme.test", key: "API" }),
    "a taken externalId": async (w) =>
      body({ url: "https://acme.test", externalId: `ext_${(await w.link({ externalId: w.unique() })).externalId}` }),
    "a taken identifier": async (w) =>
      body({ url: "https://acme.test", identifier: (await w.link({ identifier: w.unique() })).identifier }),
    "L10: a key that had a click": async (w) => {
      const { id, domain, key } = await w.link();
      await w.must("POST", "/track/click", { domain, key }, w.publishableKey);
      await w.must("DELETE", `/links/${id}`);
      return body({ url: "https://acme.test", key });
    },
  },
  "webhooks.create": {
    "as many as a workspace may have": async (w) => {
      const made = () => w.request("POST", "/webhooks", { body: hook(w.unique()) });
      while ((await made()).status === 201);
      return body(hook(w.unique()));
    },
  },
  "links.upsert": {
    "a taken key": async (w) => body({ url: `https://acme.test/${w.unique()}`, key: await taken(w) }),
  },
  "links.update": {
    "a taken key": async (w) => link((await w.link()).id, { key: await taken(w) }),
    "a taken externalId": async (w) =>
      link((await w.link()).id, { externalId: (await w.link({ externalId: w.unique() })).externalId }),
    "A14: another owner of a link with events": async (w) =>
      link(w.active.linkId, { partnerId: (await w.createPartner()).id }),
    "A14: an owner who cannot earn": async (w) => {
      const { id: partnerId } = await w.createPartner();
      await w.must("POST", "/partners/ban", { partnerId, reason: "spam" });
      return link((await w.link()).id, { partnerId });
    },
  },
  "links.updateMany": {
    "A14: another owner of a link with events": async (w) =>
      body({ linkIds: [w.active.linkId], data: { partnerId: (await w.createPartner()).id } }),
  },
  "track.sale": { "V5: the same invoice with another amount": otherAmount },
  "track.refund": {
    "V10: the same refundId for another sale": async (w) => {
      const [one, two] = [await w.sale(), await w.sale()];
      const refundId = w.unique();
      await w.must("POST", "/track/refund", { invoiceId: one.invoiceId, refundId });
      return body({ invoiceId: two.invoiceId, refundId });
    },
  },
  "customers.create": {
    "a taken externalId": async (w) => body({ externalId: (await w.sale()).customerExternalId }),
  },
  "customers.update": {
    "a taken externalId": async (w) =>
      at(`ext_${(await w.sale()).customerExternalId}`, body({ externalId: (await w.sale()).customerExternalId })),
  },
  "commissions.create": { "a banned partner": ofPartner("ban", { amount: 100 }) },
  "commissions.update": {
    "C1: a commission in a payout past pending": async (w) => at(await locked(w), body({ status: "fraud" })),
  },
  "commissions.updateMany": {
    "C1: a commission in a payout past pending": async (w) =>
      body({ commissionIds: [await locked(w)], status: "duplicate" }),
  },
  "payouts.create": { "nothing to be paid": ofPartner() },
  "payouts.export": {
    "a payout that is not confirmed": async (w) => {
      const { id } = await w.must("POST", "/payouts", { partnerId: await payable(w) });
      return body({ payoutIds: [id] });
    },
    "a payout that stands in a file": async (w) => {
      const { payoutId } = await confirmed(w);
      await w.must("POST", "/payouts/export", { payoutIds: [payoutId] });
      return body({ payoutIds: [payoutId], again: false });
    },
  },
  "payouts.update": {
    "a status that does not lie ahead": async (w) => {
      const { id } = await w.must("POST", "/payouts", { partnerId: await payable(w) });
      return at(id, body({ status: "failed" }));
    },
    "P9: no payout method": async (w) => {
      const { id } = await w.must("POST", "/payouts", { partnerId: await payable(w) });
      return at(id, body({ status: "processing" }));
    },
  },
  "people.create": {
    "a taken address": async (w) => {
      const { email } = await w.must("POST", "/people", newPerson(w));
      return body({ name: "Bo", email: email.toUpperCase() });
    },
  },
  "people.update": { "the last owner": async (w) => at(await lastOwner(w), body({ role: "viewer" })) },
  "people.link": {
    "somebody who has signed in": async (w) => {
      const { id } = await w.must("POST", "/people", newPerson(w));
      await w.store.db.updateTable("people").set({ signed_in_at: new Date() }).where("id", "=", id).execute();
      return at(id);
    },
  },
  "people.delete": { "the last owner": async (w) => at(await lastOwner(w)) },
  "tags.create": {
    "a taken name, in any letter case": async (w) =>
      body({ name: (await w.must("POST", "/tags", { name: w.unique() })).name.toUpperCase() }),
  },
  "tags.update": {
    "a taken name": async (w) =>
      at(
        (await w.must("POST", "/tags", { name: w.unique() })).id,
        body({ name: (await w.must("POST", "/tags", { name: w.unique() })).name }),
      ),
  },
  "domains.create": { "a taken host": async (w) => body({ slug: await slug(w, "/domains") }) },
  "domains.update": {
    "a taken host": async (w) => ({
      params: { slug: await slug(w, "/domains") },
      body: { slug: await slug(w, "/domains") },
    }),
    "another host for a domain with links": async (w) => {
      const used = await provenDomain(w);
      await w.link({ domain: used });
      return { params: { slug: used }, body: { slug: `${w.unique()}.test` } };
    },
  },
  "domains.verify": {
    "a host that another workspace has proven": async (w) => {
      const { apiKey } = await w.createWorkspace();
      const host = await provenDomain(w);
      const { id } = await w.must("POST", "/domains", { slug: host }, apiKey);
      w.dns.records.set(`_ref-verify.${host}`, [id]);
      return { params: { slug: host }, key: apiKey };
    },
  },
  "domains.delete": {
    "a domain with links": async (w) => {
      const used = await provenDomain(w);
      await w.link({ domain: used });
      return { params: { slug: used } };
    },
  },
  "program.update": { "G2: another currency once money exists": () => body({ currency: "eur" }) },
  "groups.create": { "a taken slug": async (w) => body({ name: "Gold", slug: await slug(w, "/groups") }) },
  "groups.update": {
    "a taken slug": async (w) =>
      at(
        (await w.must("POST", "/groups", { name: "Gold", slug: w.unique() })).id,
        body({ slug: await slug(w, "/groups") }),
      ),
  },
  "rewards.update": { "another event": madeBy("/rewards", () => reward, body({ event: "lead" })) },
  "discountCodes.create": {
    "a taken code, in any letter case": async (w) => {
      const { code } = await discountCode(w);
      const { id: partnerId, links } = await w.createPartner();
      return body({ partnerId, linkId: links![0]!.id, code: code.toUpperCase() });
    },
    "a link that has a code": async (w) => {
      const { partnerId, linkId } = await discountCode(w);
      return body({ partnerId, linkId });
    },
    "a banned partner": ofPartner("ban", { linkId: "link_unknown" }),
  },
  "referrals.update": {
    "F7: a way back": async (w) => {
      const id = await submission(w);
      await w.must("PATCH", `/referrals/${id}`, { status: "meeting" });
      return at(id, body({ status: "qualified" }));
    },
    "If-Match of a version that is no more": async (w) => ({
      ...at(await submission(w), body({ note: "Called" })),
      headers: { "If-Match": '"0123456789abcdef"' },
    }),
  },
  "embed.createLink": {
    "a taken key": async (w) => body({ key: await taken(w) }),
    "L2: as many links as the program allows": async (w) => {
      const { id: groupId } = await w.must("POST", "/groups", { name: "One", slug: w.unique(), maxPartnerLinks: 1 });
      return { ...body({}), key: await tokenOf(w, await w.createPartner({ groupId })) };
    },
  },
  "embed.updateLink": {
    "L9: another address of a default link": (w) => at(w.active.linkId, body({ archived: true })),
    "a taken key": async (w) => at(w.active.linkId, body({ key: await taken(w) })),
  },
  "embed.createReferral": {
    "F7: the same values again": async (w) => {
      const given = values(w);
      await w.must("POST", "/embed/referrals/referrals", given, await w.token());
      return body(given);
    },
  },
  "integrations.test": {
    "an integration without a secret": madeBy("/integrations", () => ({ provider: "stripe" })),
  },
  "embed.apply": {
    "F10: a partner who was approved without questions": async (w) => ({ body: {}, key: await approved(w) }),
  },
  "embed.accept": { "E22: a pending partner": ofStatus((w) => w.pending()) },
  "embed.decline": { "E22: a pending partner": ofStatus((w) => w.pending()) },
  "embed.leave": { "E22: a pending partner": ofStatus((w) => w.pending()) },
  "embed.withdraw": { "E22: an approved partner": async (w) => ({ body: {}, key: await approved(w) }) },
  "embed.reapply": {
    "E22: an approved partner": async (w) => ({ body: {}, key: await approved(w) }),
    "E7: before the re-apply date": async (w) => {
      const pending = await w.pending();
      await w.must("POST", "/partners/applications/reject", { partnerId: pending.id, ...reject });
      return { body: {}, key: await tokenOf(w, pending) };
    },
  },
  "embed.updateProfile": {
    "a taken username": async (w) => body({ username: (await w.createPartner({ username: w.unique() })).username }),
  },
};
