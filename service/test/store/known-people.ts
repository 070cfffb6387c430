import { signIn } from "../../src/domain/doors/partner-session.ts";
import { queueMail } from "../../src/domain/mail/queue-mail.ts";
import { makeSignInLink } from "../../src/domain/proofs/sign-in-link.ts";
import { webhookTriggers } from "referrals-embed/contract";
import { endTerms } from "../../src/domain/commissions/end-terms.ts";
import { releaseDestination } from "../../src/domain/payouts/release-destination.ts";
import { reissuePayout } from "../../src/domain/payouts/reissue-payout.ts";
import { rebindCustomer } from "../../src/domain/tracking/rebind-customer.ts";
import { referralForm } from "../embed/active-partner.ts";
import { dayMs, type TestService } from "../harness.ts";
import { checkout, createStripe } from "../integrations/stripe.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { subscribe } from "../webhooks/subscribe.ts";

/** Words that stand in all that is told of the partner, and of the customer. */
export const marks = { partner: "zadaz", customer: "zbobz" } as const;

const { partner: ada, customer: bob } = marks;
const bobId = `${bob}-id`;
const bobAtStripe = `cus_${bob}`;
const bobsMail = `${bob}@mail.test`;
const bank = { country: "DE", holder: `Ms ${ada}`, iban: "DE89370400440532013000" };

/** Ids of a partner and of a buyer of theirs, of whom the service was told all it takes. */
export interface KnownPeople {
  partnerId: string;
  enrollmentId: string;
  linkId: string;
  clickId: string;
  customerId: string;
  /** The customer's id at Stripe. */
  stripeId: string;
  /** A payout of the partner's that is on its way. */
  payoutId: string;
  /** What rows of each are found by. */
  seeds: { partner: string[]; customer: string[] };
}

type Call = (method: string, path: string, body?: object, key?: string) => Promise<any>;

/** Tells the service of both through the API, with an idempotency key, so that answers are kept. */
export async function knownPeople(service: TestService): Promise<KnownPeople> {
  let count = 0;
  const call: Call = async (method, path, body, key) => {
    const headers = { "idempotency-key": `key-${(count += 1)}` };
    const answer = await service.request(method, path, { body, headers, ...(key && { key }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await subscribe(service.ctx(), webhookTriggers);
  await service.store.db
    .updateTable("groups")
    .set({ referral_form: JSON.stringify(referralForm) })
    .execute();
  const partner = await tellPartner(service, call);
  const linkId = partner.links[0].id;
  const clickId = await storeClick(service, linkId);
  const enrollment = service.store.db.selectFrom("enrollments").select("id").where("partner_id", "=", partner.id);
  const { id: enrollmentId } = await enrollment.executeTakeFirstOrThrow();
  const key = await service.embedToken(partner.id);
  await signIn(service.ctx(), await codeOf(service, partner.id));
  await codeOf(service, partner.id);
  const mail = { smtpUrl: "smtp://127.0.0.1:1", from: "partners@acme.test" };
  const ctx = { ...service.ctx(), config: { ...service.ctx().config, mail } };
  const told = { url: "https://app.test/partners" };
  await queueMail(ctx, { kind: "approved", key: "approved:1", to: { partnerId: partner.id }, data: told });
  const values = { email: bobsMail, note: bob, country: "DE" };
  const { id: submissionId } = await call("POST", "/embed/referrals/referrals", { values }, key);
  const customerId = await tellCustomer(service, call, { partner, clickId });
  await call("PATCH", `/referrals/${submissionId}`, { status: "qualified", note: bob });
  await call("PATCH", `/referrals/${submissionId}`, { note: `${bob} again` });
  const payoutId = await pay(service, call, partner.id);
  return {
    partnerId: partner.id,
    enrollmentId,
    linkId,
    clickId,
    customerId,
    stripeId: bobAtStripe,
    payoutId,
    seeds: { partner: [partner.id], customer: [customerId, bobId, bobAtStripe, bobsMail, clickId] },
  };
}

/** A partner who applied, was refused once, and is enrolled with everything a profile and a link can say. */
async function tellPartner(service: TestService, call: Call): Promise<any> {
  await call("PATCH", "/program", { applicationForm: referralForm, autoApprove: false, payoutMethodDelayHours: 0 });
  const { id } = await call("POST", "/partners", {
    email: `${ada}@mail.test`,
    name: `Ms ${ada}`,
    username: ada,
    tenantId: `${ada}-tenant`,
    image: `https://mail.test/${ada}.png`,
    country: "DE",
    description: ada,
    values: { email: `${ada}@mail.test`, note: ada, country: "DE" },
  });
  const refusal = { rejectionNote: ada, flagForFraud: true, flagForFraudReason: ada };
  await call("POST", "/partners/applications/reject", { partnerId: id, reapplicationTimeframe: "instant", ...refusal });
  const key = await service.embedToken(id);
  await call("POST", "/embed/referrals/enrollment/reapply", { values: { email: ada, note: ada, country: "DE" } }, key);
  await call("POST", "/partners/applications/approve", { partnerId: id });
  const { id: tag } = await call("POST", "/tags", { name: "Friends" });
  const handles = Object.fromEntries(["youtube", "twitter", "linkedin", "instagram", "tiktok"].map((at) => [at, ada]));
  const site = { website: `https://${ada}.test`, companyName: ada };
  await call("PATCH", `/partners/${id}`, { ...handles, ...site, description: `${ada} again`, tagIds: [tag] });
  await call("PUT", `/partners/${id}/payout-method`, { method: "bank", bank });
  await call("PUT", `/partners/${id}/note`, { note: ada });
  await call("PUT", `/partners/${id}/note`, { note: `${ada} again` });
  await service.request("GET", "/embed/referrals", { key });
  await call("POST", "/partners/links", {
    partnerId: id,
    key: `${ada}-link`,
    comments: ada,
    linkProps: { tagIds: [tag] },
  });
  return call("GET", `/partners/${id}`);
}

/** A buyer with a lead, sales of every kind of origin, and what people decided of them. */
async function tellCustomer(
  service: TestService,
  call: Call,
  { partner, clickId }: { partner: any; clickId: string },
): Promise<string> {
  const person = { customerExternalId: bobId, customerName: bob, customerEmail: bobsMail };
  const told = { ...person, customerAvatar: `https://mail.test/${bob}.png`, metadata: { said: bob, productId: "p1" } };
  const { code } = await call("POST", "/discount-codes", { partnerId: partner.id, code: ada });
  await call("POST", "/track/lead", { ...told, clickId, eventName: "Sign up", discountCode: code });
  await call("POST", "/track/sale", { ...told, amount: 90_000, invoiceId: "in_first" });
  await call("POST", "/track/sale", { ...told, amount: 10_000, invoiceId: "in_back" });
  await call("POST", "/track/refund", { invoiceId: "in_back", amount: 100, reason: bob });
  const page = { customerExternalId: `${bob}-page`, clickId, amount: 500, invoiceId: "in_page" };
  await call("POST", "/track/sale/client", { ...told, ...page, customerExternalId: bobId }, service.publishableKey);
  const customerId = (await call("GET", `/customers/ext_${bobId}`)).id;
  await call("PATCH", `/customers/ext_${bobId}`, { stripeCustomerId: bobAtStripe, name: `${bob} again` });
  const stripe = await createStripe(service);
  const details = { email: bobsMail, name: bob, address: null, phone: null };
  await stripe.take("checkout.session.completed", checkout({ customer: bobAtStripe, customer_details: details }));
  await endTerms(service.ctx(), customerId, bob);
  await rebindCustomer(service.ctx(), `ext_${bobId}`, { linkId: partner.links[1].id, reason: bob });
  await rebindCustomer(service.ctx(), `ext_${bobId}`, { linkId: partner.links[0].id, reason: bob });
  const [sale] = await call("GET", "/commissions?type=sale&invoiceId=in_back");
  await call("PATCH", `/commissions/${sale.id}`, { status: "hold", note: `${ada} ${bob}` });
  await call("PATCH", `/commissions/${sale.id}`, { saleAmount: 8000, note: `${ada} ${bob}` });
  return customerId;
}

/** Payouts that were paid, paid again and failed, with the words people give to them. @returns one that is on its way */
async function pay(service: TestService, call: Call, partnerId: string): Promise<string> {
  await releaseDestination(service.ctx(), { partnerId }, { reason: ada });
  service.clock.advance(40 * dayMs);
  const begin = async (amount: number): Promise<string> => {
    await call("POST", "/commissions", { partnerId, amount, description: ada });
    const { id } = await call("POST", "/payouts", { partnerId });
    await call("PATCH", `/payouts/${id}`, { status: "processing" });
    return id;
  };
  const id = await begin(5000);
  await call("PATCH", `/payouts/${id}`, { status: "completed", reference: "transfer-1" });
  const again = await reissuePayout(service.ctx(), id, `${ada} was paid nothing`);
  await call("PATCH", `/payouts/${again.id}`, { status: "failed", failureReason: `no account of ${ada}` });
  return begin(7000);
}

/** The code of a new sign-in link. */
async function codeOf(service: TestService, partnerId: string): Promise<string> {
  const { url } = await makeSignInLink(service.ctx(), partnerId);
  return new URL(url).searchParams.get("code") ?? "";
}
