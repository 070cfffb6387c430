import { Stripe } from "stripe";
import { dayMs } from "../harness.ts";
import { invoice, stripeEvent } from "../integrations/stripe.ts";
import type { Call, World } from "./world.ts";

/** Makes a call, and what it needs before it. */
export type Setup = (w: World) => Call | Promise<Call>;

export const body = (value: unknown): Call => ({ body: value });
export const query = (value: Call["query"]): Call => ({ query: value });
export const nothing = (): Call => ({});
export const hook = (name: string) => ({ name, url: "https://203.0.114.9/hook", triggers: ["lead.created"] });
export const reward = { event: "sale", type: "flat", amount: 500 };
export const paypal = { method: "paypal", paypalEmail: "ada@mail.test" };
export const discount = { type: "percentage", amount: 10 };
export const at = (id: string, more: Call = {}): Call => ({ params: { id }, ...more });

export const ofPartner =
  (path?: string, extra: object = {}): Setup =>
  async (w) => {
    const { id: partnerId } = await w.createPartner();
    if (path) await w.must("POST", `/partners/${path}`, { partnerId, ...(path === "ban" && { reason: "spam" }) });
    return body({ partnerId, ...extra });
  };
export const madeBy =
  (path: string, input: (w: World) => object, more: Call = {}): Setup =>
  async (w) =>
    at((await w.must("POST", path, input(w))).id, more);
export const newPerson = (w: World): object => ({ name: "Ada", email: `${w.unique()}@mail.test` });
/** The only owner among a workspace's people. */
export const lastOwner = async (w: World): Promise<string> => {
  const people: { id: string; role: string }[] = await w.must("GET", "/people");
  const owner = people.find(({ role }) => role === "owner");
  return owner ? owner.id : (await w.must("POST", "/people", { ...newPerson(w), role: "owner" })).id;
};
/** Deletes the oldest webhooks where a workspace has as many as it may, so that it may have another. */
export const roomForHook = async (w: World): Promise<void> => {
  const hooks: { id: string }[] = await w.must("GET", "/webhooks");
  for (const { id } of hooks.slice(0, -19)) await w.must("DELETE", `/webhooks/${id}`);
};
const makeHook = async (w: World): Promise<string> => {
  await roomForHook(w);
  return (await w.must("POST", "/webhooks", hook(w.unique()))).id;
};
export const ofHook =
  (more: Call = {}): Setup =>
  async (w) =>
    at(await makeHook(w), more);
export const commission = async (w: World): Promise<string> => {
  const { invoiceId } = await w.sale();
  return (await w.must("GET", `/commissions?invoiceId=${invoiceId}`))[0].id;
};
export const payable = async (w: World): Promise<string> => {
  const { id: partnerId } = await w.createPartner();
  await w.must("POST", "/commissions", { partnerId, amount: 50_000 });
  w.clock.advance(dayMs);
  return partnerId;
};
/** A payout of whoever has the active link, also in a status in which none is made. */
export const ownPayout = async (w: World): Promise<string> => {
  const { db } = w.store;
  const { workspace_id, program_id, enrollment_id, partner_id } = await db
    .selectFrom("links")
    .selectAll()
    .where("id", "=", w.active.linkId)
    .executeTakeFirstOrThrow();
  const owner = { workspace_id, program_id: program_id!, enrollment_id: enrollment_id!, partner_id: partner_id! };
  const at = new Date(w.clock.now());
  const id = w.deps.ids.next("po");
  const money = { status: "canceled" as const, amount: 50_000, currency: "usd", created_at: at, updated_at: at };
  await db
    .insertInto("payouts")
    .values({ id, ...owner, ...money })
    .execute();
  return id;
};
export const delivery = async (w: World): Promise<Call> => {
  const id = await makeHook(w);
  const { id: deliveryId } = await w.must("POST", `/webhooks/${id}/test`);
  return { params: { id, deliveryId } };
};
const integrationOf = async (w: World): Promise<string> =>
  (await w.must("POST", "/integrations", { provider: "stripe", secret: "whsec_scene" })).id;
export const ofIntegration =
  (more: Call = {}): Setup =>
  async (w) =>
    at(await integrationOf(w), more);
export const integrationDelivery = async (w: World): Promise<Call> => {
  const id = await integrationOf(w);
  const { id: deliveryId } = await w.must("POST", `/integrations/${id}/test`);
  return { params: { id, deliveryId } };
};
/** An event that Stripe has signed, whose customer nobody knows. */
export const providerEvent = async (w: World): Promise<Call> => {
  const payload = JSON.stringify(stripeEvent("invoice.paid", invoice(), w.unique()));
  const timestamp = Math.floor(w.clock.now() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_scene", timestamp });
  return at(await integrationOf(w), { body: payload, headers: { "stripe-signature": signature } });
};
export const lead = async (w: World): Promise<Call> =>
  body({ clickId: await w.click(), eventName: "Sign up", customerExternalId: w.unique() });
export const sale = async (w: World): Promise<Call> =>
  body({ clickId: await w.click(), customerExternalId: w.unique(), amount: 4900, invoiceId: w.unique() });
export const unknownClick: Setup = (w) =>
  body({ clickId: "nothingnothing00", eventName: "A", customerExternalId: w.unique(), amount: 1 });
export const unknownLink: Setup = () => query({ linkId: "link_unknown" });
export const unknownTenant: Setup = () => query({ tenantId: "unknown" });
export const unknownPartner =
  (extra: object = {}): Setup =>
  () =>
    body({ partnerId: "pn_unknown", ...extra });
export const reject = { rejectionReason: "needsMoreDetail" };
export const values = (w: World) => ({ values: { email: `${w.unique()}@mail.test`, country: "DE" } });
export const tokenOf = async (w: World, partner: { id: string }): Promise<string> => w.embedToken(partner.id);
export const approved = async (w: World): Promise<string> => tokenOf(w, await w.createPartner());

export const discountCode = async (w: World) => {
  const { id: partnerId, links } = await w.createPartner();
  return w.must("POST", "/discount-codes", { partnerId, linkId: links![0]!.id, code: w.unique() });
};
export const submission = async (w: World): Promise<string> =>
  (await w.must("POST", "/embed/referrals/referrals", values(w), await w.token())).id;
