import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePartner, erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import { partner as partnerSchema } from "../../src/schemas/partner.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { subscribe } from "../webhooks/subscribe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

let count = 0;
const post = async (path: string, body: object, key?: string) => {
  const answer = await service.request("POST", path, { body, key });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** A partner everything is known of, with a sale that is not paid yet. */
async function knownPartner() {
  const tenantId = `known-${(count += 1)}`;
  const email = `${tenantId}@secret.test`;
  const partner = await service.createPartner({
    tenantId,
    email,
    username: tenantId,
    name: `Ada Secret-${tenantId}`,
    country: "DE",
    description: "Secret words",
    image: "https://secret.test/a.png",
  });
  const token = await service.embedToken(partner.id);
  const put = { method: "paypal", paypalEmail: email };
  const headers = { "idempotency-key": `key-${count}` };
  await service.request("PUT", "/embed/referrals/payout-method", { key: token, body: put, headers });
  await service.request("PATCH", `/partners/${partner.id}`, { body: { companyName: "Secret company" }, headers });
  const clickId = await storeClick(service, partner.links![0]!.id);
  await post("/track/sale", { clickId, customerExternalId: `cus-${tenantId}`, amount: 10_000, invoiceId: tenantId });
  await post("/links", { url: "https://acme.test/unused", partnerId: partner.id });
  return { ...partner, token, tenantId, email };
}

const patch = async (path: string, body: object): Promise<void> => {
  const answer = await service.request("PATCH", path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
};

const commissionsOf = async (partnerId: string) => {
  const text = "select id, earnings, status from commissions where partner_id = $1 order by id";
  return (await service.store.pool.query(text, [partnerId])).rows;
};

const amountsOf = async (partnerId: string): Promise<string[]> =>
  (await commissionsOf(partnerId)).map(({ earnings, status }) => `${earnings} ${status}`);

/** A payout of a partner that is on its way. */
const paidOut = async (partnerId: string): Promise<string> => {
  const { id } = await post("/payouts", { partnerId });
  await patch(`/payouts/${id}`, { status: "processing" });
  return id;
};

const deactivate = (partnerId: string) => post("/partners/deactivate", { partnerId });
const rowsWith = async (secret: string): Promise<string[]> => {
  const tables = ["partners", "partner_profiles", "enrollments", "links", "applications", "referral_submissions"];
  const found: string[] = [];
  for (const table of [...tables, "audit_rows", "payouts", "embed_visitors", "outbox_events", "idempotency_keys"]) {
    const { rows } = await service.store.pool.query(`select 1 from ${table} t where t::text ilike $1`, [`%${secret}%`]);
    if (rows.length > 0) found.push(table);
  }
  return found;
};

describe("erasing a partner", () => {
  it("is refused for an unpaid balance, and from a status other than banned or deactivated (E21)", async () => {
    const { id } = await knownPartner();
    await expect(erasePartner(service.ctx(), { partnerId: id })).rejects.toThrow("erase");
    await deactivate(id);
    await expect(erasePartner(service.ctx(), { partnerId: id })).rejects.toThrow("unpaid balance");
    await expect(erasePartner(service.ctx(), { partnerId: "pn_none" })).rejects.toThrow("pn_none");
  });

  it("forfeits what is unpaid, takes what is personal, keeps counters, sums and ids (E21, Y6)", async () => {
    const partner = await knownPartner();
    await deactivate(partner.id);
    await service.store.db.updateTable("outbox_events").set({ dispatched_at: new Date() }).execute();
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });

    expect((await service.request("GET", `/partners/${partner.id}`)).status).toBe(404);
    expect((await service.request("GET", "/embed/referrals/token", { key: partner.token })).status).toBe(401);
    expect(await rowsWith(`Ada Secret-${partner.tenantId}`)).toEqual([]);
    expect(await rowsWith(partner.email)).toEqual([]);

    const { rows } = await service.store.pool.query(
      `select p.email, p.username, f.name, f.country, f.paypal_email, s.total_sales, s.total_sale_amount, c.status, c.earnings,
        (select count(*) from links l where l.enrollment_id = e.id) as links
      from enrollments e join partners p on p.id = e.partner_id join partner_profiles f on f.partner_id = p.id
      join enrollment_stats s on s.enrollment_id = e.id join commissions c on c.enrollment_id = e.id where p.id = $1`,
      [partner.id],
    );
    expect(rows).toEqual([
      {
        email: null,
        username: null,
        name: "Deleted partner",
        country: null,
        paypal_email: null,
        total_sales: 1,
        total_sale_amount: 10_000,
        status: "canceled",
        earnings: 2500,
        links: 1,
      },
    ]);
    const commissions = await service.request("GET", `/commissions?invoiceId=${partner.tenantId}`);
    expect(commissions.body[0].partner).toMatchObject({ id: partner.id, name: "Deleted partner", email: null });
    await expectSound(service);
  });

  it("keeps what a partner who forfeits owes, on hold too (E21, Y6)", async () => {
    const partner = await knownPartner();
    await post("/commissions", { partnerId: partner.id, amount: -700 });
    await post("/commissions", { partnerId: partner.id, amount: -500 });
    const held = (await commissionsOf(partner.id)).at(-1);
    await patch(`/commissions/${held.id}`, { status: "hold" });
    await deactivate(partner.id);
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });
    expect(await amountsOf(partner.id)).toEqual(["2500 canceled", "-700 pending", "-500 hold"]);
    await expectSound(service);
  });

  it("forfeits beside what was given back for a commission that is void by then, which stays with it (C18, Y6)", async () => {
    const partner = await knownPartner();
    const [sale] = await commissionsOf(partner.id);
    service.clock.advance(40 * dayMs);
    const first = await paidOut(partner.id);
    await post("/track/refund", { invoiceId: partner.tenantId, amount: 4000 });
    await post("/commissions", { partnerId: partner.id, amount: 3000 });
    await paidOut(partner.id);
    await patch(`/payouts/${first}`, { status: "failed" });
    await patch(`/commissions/${sale.id}`, { status: "canceled" });
    expect(await amountsOf(partner.id)).toEqual(["1500 canceled", "-1000 processed", "3000 processed", "1000 pending"]);
    await deactivate(partner.id);
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });
    expect(await amountsOf(partner.id)).toEqual(["1500 canceled", "-1000 processed", "3000 processed", "1000 pending"]);
    await expectSound(service);
  });

  it("what still waits to be delivered goes out in its shape, without the person (Y6, W3)", async () => {
    await subscribe(service.ctx(), ["sale.created"]);
    const partner = await knownPartner();
    await deactivate(partner.id);
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });
    expect(await rowsWith(`Secret-${partner.tenantId}`)).toEqual([]);
    expect(await rowsWith(partner.email)).toEqual([]);
    const { rows } = await service.store.pool.query<{ event: string; data: Record<string, any> }>(
      "select event, data from outbox_events where data::text like $1 order by id",
      [`%${partner.id}%`],
    );
    const steps = rows.filter(({ event }) => event === "partner.status_changed").map(({ data }) => data);
    expect(steps).toEqual(
      [
        [null, "approved"],
        ["approved", "deactivated"],
        ["deactivated", null],
      ].map(([from, to]) => ({ partnerId: partner.id, tenantId: null, from, to, reason: null })),
    );
    const dataOf = (name: string) => rows.find(({ event }) => event === name)!.data;
    expect(partnerSchema.parse(dataOf("partner.enrolled"))).toMatchObject({
      id: partner.id,
      name: "Deleted partner",
      email: null,
      tenantId: null,
      country: null,
    });
    expect(dataOf("link.created")).toMatchObject({ partnerId: partner.id, tenantId: null, trackConversion: true });
    expect(dataOf("sale.created")).toMatchObject({
      partner: { id: partner.id, name: "Deleted partner", email: null, totalSales: 1 },
      link: { partnerId: partner.id, tenantId: null },
    });
    await expectSound(service);
  });

  it("keeps the person while another workspace has them, and frees address and username after the last (Y6)", async () => {
    const partner = await knownPartner();
    const other = await service.createWorkspace();
    await post("/partners", { email: partner.email, name: "Elsewhere" }, other.apiKey);
    await deactivate(partner.id);
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });
    const elsewhere = async () => (await service.request("GET", `/partners/${partner.id}`, { key: other.apiKey })).body;
    expect(await elsewhere()).toMatchObject({ name: "Elsewhere", email: partner.email });
    await post("/partners/deactivate", { partnerId: partner.id }, other.apiKey);
    await erasePartner(service.ctx(other.workspaceId), { partnerId: partner.id });
    const again = await service.createPartner({ email: partner.email, username: partner.username, name: "Another" });
    expect(again.id).not.toBe(partner.id);
  });

  it("at the partner's own request everything goes everywhere, whatever the status (Y6)", async () => {
    const partner = await knownPartner();
    const workspaces = [await service.createWorkspace(), await service.createWorkspace()];
    await post("/partners/invite", { email: partner.email, name: "Invited" }, workspaces[0]!.apiKey);
    await service.request("PATCH", "/program", { key: workspaces[1]!.apiKey, body: { autoApprove: false } });
    await post("/partners", { email: partner.email, name: "Pending" }, workspaces[1]!.apiKey);
    await expect(erasePartnerEverywhere(service.ctx(""), partner.id)).rejects.toThrow("unpaid balance");
    expect((await service.request("GET", `/partners/${partner.id}`)).body.status).toBe("approved");
    await erasePartnerEverywhere(service.ctx(""), partner.id, { forfeit: true });
    for (const key of [service.apiKey, ...workspaces.map(({ apiKey }) => apiKey)]) {
      expect((await service.request("GET", `/partners/${partner.id}`, { key })).status).toBe(404);
    }
    const { rows } = await service.store.pool.query("select name from partner_profiles where partner_id = $1", [
      partner.id,
    ]);
    expect(rows.map(({ name }) => name)).toEqual(["Deleted partner", "Deleted partner", "Deleted partner"]);
    await expectSound(service);
  });

  it.each(["invited", "declined"])("goes everywhere when it is %s and has already earned (Y6, E13)", async (status) => {
    const email = `earned-${(count += 1)}@secret.test`;
    const invited = await post("/partners/invite", { email, name: "Ada Secret" });
    const clickId = await storeClick(service, invited.links[0].id);
    await post("/track/sale", {
      clickId,
      customerExternalId: email.split("@")[0]!,
      amount: 10_000,
      invoiceId: `earned-${count}`,
    });
    if (status === "declined") {
      const key = await service.embedToken(invited.id);
      await post("/embed/referrals/enrollment/decline", {}, key);
    }
    expect((await service.request("GET", `/partners/${invited.id}`)).body.status).toBe(status);
    await expect(erasePartnerEverywhere(service.ctx(""), invited.id)).rejects.toThrow("unpaid balance");
    expect((await service.request("GET", `/partners/${invited.id}`)).body.email).toBe(email);
    await erasePartnerEverywhere(service.ctx(""), invited.id, { forfeit: true });
    expect(await amountsOf(invited.id)).toEqual(["2500 canceled"]);
    expect((await service.request("GET", `/partners/${invited.id}`)).status).toBe(404);
    expect(await rowsWith(email)).toEqual([]);
    await expectSound(service);
  });

  it("a paid payout keeps its amount and loses its destination (Y6)", async () => {
    const partner = await knownPartner();
    service.clock.advance(40 * dayMs);
    const payout = await post("/payouts", { partnerId: partner.id });
    for (const status of ["processing", "processed", "sent", "completed"]) {
      await service.request("PATCH", `/payouts/${payout.id}`, { body: { status } });
    }
    await deactivate(partner.id);
    await erasePartner(service.ctx(), { partnerId: partner.id });
    const { rows } = await service.store.pool.query("select status, amount, destination from payouts where id = $1", [
      payout.id,
    ]);
    expect(rows).toEqual([{ status: "completed", amount: 2500, destination: null }]);
    await expectSound(service);
  });

  it("a payout on its way keeps its destination until it has arrived (Y6)", async () => {
    const partner = await knownPartner();
    service.clock.advance(40 * dayMs);
    const id = await paidOut(partner.id);
    await deactivate(partner.id);
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });
    const destination = async () =>
      (await service.store.pool.query("select destination from payouts where id = $1", [id])).rows[0].destination;
    expect(await destination()).toBe(partner.email);
    await patch(`/payouts/${id}`, { status: "completed" });
    expect(await destination()).toBeNull();
    expect(await rowsWith(partner.email)).toEqual([]);
    await expectSound(service);
  });
});
