import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { createTestService, dayMs, noClicks, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
let token: string;
let partnerId: string;
beforeAll(async () => {
  service = await createTestService();
  const active = await activePartner(service, { username: "anna" });
  token = active.token;
  partnerId = active.partner.id;
});
afterAll(() => service.close());

const ask = (method: string, path: string, body?: object, key = token) =>
  service.request<any>(method, `/embed/referrals/${path}`, { key, body });
const outbox = async (event: string) =>
  (
    await service.store.db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", event as never)
      .execute()
  ).map((row) => row.data);

describe("PATCH /profile", () => {
  it("changes what is sent, shows it in the partner record, and audits it", async () => {
    const patch = { name: "Anna B.", country: "de", website: "https://anna.test", username: "anna-b", locale: "de-AT" };
    const { status, body } = await ask("PATCH", "profile", patch);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...patch, country: "DE", id: partnerId });
    const { body: partner } = await service.request<any>("GET", `/partners/${partnerId}`);
    expect(partner).toMatchObject({ name: "Anna B.", country: "DE", username: "anna-b", website: "https://anna.test" });
    const cleared = await ask("PATCH", "profile", { website: null });
    expect(cleared.body).toMatchObject({ website: null, id: partnerId, email: body.email });
    for (const fixed of [{ id: "pn_x" }, { email: "x@y.test" }])
      expect((await ask("PATCH", "profile", fixed)).status).toBe(422);
    const audits = await service.store.db
      .selectFrom("audit_rows")
      .select("changes")
      .where("entity_id", "=", partnerId)
      .execute();
    expect(audits.map((row) => row.changes)).toContainEqual(
      expect.objectContaining({ country: { old: null, new: "DE" } }),
    );
  });

  it("answers 409 for a taken username, and for another country once a payout exists", async () => {
    const { token: second, partner } = await activePartner(service);
    const taken = await ask("PATCH", "profile", { username: "ANNA-B".toLowerCase(), name: "X" }, second);
    expect(taken.status).toBe(409);
    expect((await ask("GET", "profile", undefined, second)).body.name).not.toBe("X");
    await ask("PATCH", "profile", { country: "AT" }, second);
    const before = service.clock.now();
    service.clock.advance(40 * dayMs);
    await service.request("POST", "/payouts", { body: { partnerId: partner.id } });
    service.clock.set(before);
    expect((await ask("PATCH", "profile", { country: "CH" }, second)).status).toBe(409);
    expect((await ask("PATCH", "profile", { country: "AT", name: "Y" }, second)).status).toBe(200);
  });

  it.each([
    [{ name: "" }, /^too_small: name/],
    [{ name: null }, /^invalid_type: name/],
    [{ name: "x".repeat(191) }, /^too_big: name/],
    [{ description: "x".repeat(5001) }, /^too_big: description/],
    [{ country: "XX" }, /country/],
    [{ website: "http://a.test" }, /^invalid_format: website/],
    [{ username: "No Spaces" }, /^invalid_format: username/],
    [{ timezone: "Mars/Base" }, /timezone/],
    [{ leaderboardName: "x".repeat(61) }, /^too_big: leaderboardName/],
  ])("answers 422 for %j", async (body, message) => {
    const answer = await ask("PATCH", "profile", body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toMatch(message);
  });
});

describe("PUT /payout-method", () => {
  it("changes the method, effective after the program's delay, masked, audited and announced without the destination (K11)", async () => {
    const { body } = await ask("PUT", "payout-method", { method: "paypal", paypalEmail: "anna.b@mail.test" });
    const effectiveAt = new Date(service.clock.now() + dayMs).toISOString();
    expect(body).toEqual({
      method: "paypal",
      destination: "a***@m***.test",
      available: ["paypal", "tremendous", "stablecoin"],
      payoutsEnabledAt: new Date(service.clock.now()).toISOString(),
      effectiveAt,
    });
    expect(await outbox("partner.payout_method_updated")).toEqual([{ partnerId, method: "paypal", effectiveAt }]);
    service.clock.advance(60_000);
    const again = await ask("PUT", "payout-method", { method: "paypal", paypalEmail: "anna.b@mail.test" });
    expect(again.body).toEqual(body);
    const wallet = { method: "stablecoin", walletAddress: `0x${"a1".repeat(20)}` };
    expect((await ask("PUT", "payout-method", wallet)).body).toMatchObject({
      method: "stablecoin",
      destination: "0xa1…a1a1",
    });
    const audits = await service.store.db.selectFrom("audit_rows").select("changes").execute();
    expect(JSON.stringify(audits)).not.toMatch(/anna\.b@|a1a1a1a1/);
    expect(await outbox("partner.payout_method_updated")).toHaveLength(2);
  });

  describe("with all that the owner may offer", () => {
    const bank = { country: "de", holder: "Anna Berg", iban: "DE89 3704 0044 0532 0130 00" };

    it("takes a bank account of the partner's, checked for its country, masked, after the delay (P14)", async () => {
      const offered = { payoutMethods: ["paypal", "bank", "manual", "connect"] };
      expect((await service.request("PATCH", "/program", { body: offered })).body).toMatchObject(offered);
      const { status, body } = await ask("PUT", "payout-method", { method: "bank", bank });
      const effectiveAt = new Date(service.clock.now() + dayMs).toISOString();
      expect([status, body]).toMatchObject([
        200,
        { method: "bank", destination: "DE89…3000", available: ["paypal", "bank", "manual"], effectiveAt },
      ]);
      const stored = await service.store.db
        .selectFrom("partner_profiles")
        .select(["bank_country", "bank_holder", "bank_account", "bank_routing"])
        .where("partner_id", "=", partnerId)
        .executeTakeFirst();
      expect(stored).toEqual({
        bank_country: "DE",
        bank_holder: "Anna Berg",
        bank_account: "DE89370400440532013000",
        bank_routing: null,
      });
      expect((await ask("PUT", "payout-method", { method: "manual" })).body).toMatchObject({
        method: "manual",
        destination: null,
      });
    });

    it.each([
      [{ method: "bank" }, "bank: required"],
      [{ method: "bank", bank: { ...bank, iban: "DE89370400440532013001" } }, "bank.iban: must be an IBAN of DE"],
      [{ method: "bank", bank: { country: "US", holder: "A", accountNumber: "1" } }, "bank.routingNumber: required"],
      [{ method: "stablecoin", walletAddress: `0x${"a1".repeat(20)}` }, "method: must be one of paypal, bank, manual"],
      [{ method: "connect" }, "method: must be one of paypal, bank, manual"],
    ])("answers 422 for %j (P14)", async (body, message) => {
      const answer = await ask("PUT", "payout-method", body);
      expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringContaining(message)]);
    });

    afterAll(async () => {
      const payoutMethods = ["paypal", "tremendous", "stablecoin"];
      await service.request("PATCH", "/program", { body: { payoutMethods } });
    });
  });

  it.each([
    [{ method: "connect" }, /^invalid_value: method/],
    [{ method: "cash" }, /^invalid_value: method/],
    [{ method: "tremendous" }, /^invalid_type: paypalEmail: required/],
    [{ method: "paypal", paypalEmail: "nobody" }, /^invalid_format: paypalEmail/],
    [{ method: "stablecoin", walletAddress: "short" }, /^too_small: walletAddress/],
  ])("answers 422 for %j", async (body, message) => {
    const answer = await ask("PUT", "payout-method", body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toMatch(message);
  });
});

describe("POST /referrals", () => {
  const values = { email: "lead@shop.test", country: "nl" };

  it("stores the values in the form's order with the form of that moment, and announces it", async () => {
    const { status, body } = await ask("POST", "referrals", { values: { ...values, note: "a\r\nb" } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "pending", values: { email: "lead@shop.test", note: "a\nb", country: "NL" } });
    expect(await outbox("referral.created")).toContainEqual({ ...body, partnerId });
    expect((await ask("GET", "referrals")).body).toMatchObject({ data: [body], total: 1 });
  });

  it("answers 409 for the same values in any order of keys; another partner may send them (F7)", async () => {
    await ask("POST", "referrals", { values });
    expect(
      (await ask("POST", "referrals", { values: { country: "NL", email: values.email, note: null } })).status,
    ).toBe(409);
    const { token: second } = await activePartner(service);
    expect((await ask("POST", "referrals", { values }, second)).status).toBe(201);
  });

  it("names the key; 404 without a form (422)", async () => {
    const bad = await ask("POST", "referrals", { values: { ...values, source: "mine" } });
    expect(bad.body.error.message).toMatch(/^custom: values\.source/);
    expect((await ask("POST", "referrals", { values: { email: "x" } })).body.error.message).toMatch(/values\.country/);
    await service.store.db.updateTable("groups").set({ referral_form: null }).execute();
    expect((await ask("POST", "referrals", { values })).status).toBe(404);
    expect((await ask("GET", "referrals")).status).toBe(200);
  });
});

describe("GET /", () => {
  it("records the visitor hash of whoever uses the embed (A12)", async () => {
    const clicks = {
      ...noClicks,
      visitorOf: async (address: string, userAgent: string) => ({ visitor: `${address} ${userAgent}`, address }),
    };
    const app = createApp({ ...service.deps, clicks });
    const headers = { authorization: `Bearer ${token}`, "user-agent": "Browser" };
    for (let n = 0; n < 2; n++) {
      expect((await app.request("/api/embed/referrals", { headers })).status).toBe(200);
    }
    const seen = await service.store.db.selectFrom("embed_visitors").select(["visitor", "address"]).execute();
    expect(seen).toEqual([{ visitor: "127.0.0.1 Browser", address: "127.0.0.1" }]);
  });
});
