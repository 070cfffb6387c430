import type { Invitation, Partner, PartnerInvitation } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await createTestService();
  const { id } = await must("POST", "/rewards", { event: "referral", type: "percentage", amount: 10, maxDuration: 12 });
  await must("PATCH", `/groups/${service.groupId}`, { referralRewardId: id });
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const must = async (method: string, path: string, body?: unknown, key?: string): Promise<any> => {
  const answer = await service.request(method, path, { body, ...(key !== undefined && { key }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const unique = (name = "p"): string => `${name}-${(count += 1)}`;
const invitationOf = (id: string): Promise<PartnerInvitation> => must("GET", `/partners/${id}/invitation`);
const ownInvitation = async (id: string): Promise<Invitation> =>
  must("GET", "/embed/referrals/invitation", undefined, await service.embedToken(id));
const byEmail = async (email: string): Promise<Partner> => (await must("GET", `/partners?email=${email}`))[0];
const mint = (tenantId: string, partner: object) =>
  service.request("POST", "/tokens/embed/referrals", {
    body: { tenantId, partner: { email: `${tenantId}@mail.test`, ...partner } },
  });

/** A sale of 10,000 of a new customer of a partner, who earns 2,500 by it. */
async function sellFor({ links }: Partner): Promise<string> {
  const invoiceId = unique("in");
  const clickId = await storeClick(service, links![0]!.id);
  await must("POST", "/track/sale", { clickId, customerExternalId: unique("cus"), amount: 10_000, invoiceId });
  return invoiceId;
}
const earnedBy = async (invoiceId: string, partnerId: string) => {
  const rows: any[] = await must("GET", `/commissions?invoiceId=${invoiceId}`);
  return rows.filter(({ partner }) => partner.id === partnerId);
};

describe("who brought a partner in is noted once", () => {
  it("by id, tenantId or code, by create, token call, invitation and import (K7, C15)", async () => {
    const inviter = await service.createPartner({ tenantId: unique("inviter"), email: "inviter@mail.test" });
    const { code } = await invitationOf(inviter.id);
    const ways = [
      { partnerId: inviter.id },
      { tenantId: inviter.tenantId },
      { code },
      { code: ` ${code.toUpperCase()} ` },
    ];
    for (const referredBy of ways) {
      const made = await service.createPartner({ referredBy });
      expect((await invitationOf(made.id)).referredBy).toEqual({ partnerId: inviter.id, signals: [] });
      const tenantId = unique("by-token");
      expect((await mint(tenantId, { referredBy })).status).toBe(201);
      const invited = await must("POST", "/partners/invite", { email: `${unique()}@mail.test`, referredBy });
      const email = `${unique()}@mail.test`;
      const rows = await must("POST", "/partners/bulk", [
        { email, referredBy },
        { email: `${unique()}@mail.test`, referredBy: { email: "INVITER@mail.test" } },
      ]);
      const [{ id }] = await must("GET", `/partners?tenantId=${tenantId}`);
      for (const brought of [id, invited.id, ...rows.map((row: { id: string }) => row.id)])
        expect((await invitationOf(brought)).referredBy).toEqual({ partnerId: inviter.id, signals: [] });
    }
    expect(await invitationOf(inviter.id)).toMatchObject({ joined: 16, waiting: 4, referredBy: null });
  });

  it("and never by a later call (K4)", async () => {
    const [first, second] = [await service.createPartner(), await service.createPartner()];
    const tenantId = unique("once");
    await mint(tenantId, { referredBy: { partnerId: first.id } });
    const { id, email } = (await must("GET", `/partners?tenantId=${tenantId}`))[0];
    const other = { referredBy: { partnerId: second.id } };
    // Of an enrolled partner it is not even looked at: a page view must not fail for an old link in a cookie.
    for (const referredBy of [other.referredBy, { code: "unknown" }])
      expect((await mint(tenantId, { referredBy })).status).toBe(201);
    await service.createPartner({ email, ...other });
    const [imported] = await must("POST", "/partners/bulk", [{ email, tenantId, ...other }]);
    expect(imported).toMatchObject({ outcome: "unchanged" });
    const refused = await service.request("PATCH", `/partners/${id}`, { body: { name: "Other", ...other } });
    expect(refused.body.error.message).toContain("Unknown property `referredBy`");
    expect((await invitationOf(id)).referredBy).toMatchObject({ partnerId: first.id });
    const unbrought = await service.createPartner();
    await service.createPartner({ email: unbrought.email, ...other });
    expect((await invitationOf(unbrought.id)).referredBy).toBeNull();
  });

  it("in the audit, with the enrollment (N9)", async () => {
    const inviter = await service.createPartner();
    const made = await service.createPartner({ referredBy: { partnerId: inviter.id } });
    const { rows } = await service.store.pool.query(
      "select a.operation, a.changes from audit_rows a join enrollments e on e.id = a.entity_id where e.partner_id = $1",
      [made.id],
    );
    expect(rows).toEqual([{ operation: "create", changes: { referredBy: { old: null, new: inviter.id } } }]);
  });

  it.each([
    ["partnerId", "pn_unknown"],
    ["tenantId", "nobody"],
    ["code", "01k9zc7q3v5t8w2x4y6a0b1c2d"],
  ])("answers 422 for a %s that is nobody's, and enrolls nobody", async (way, value) => {
    const tenantId = unique("refused");
    const email = `${tenantId}@mail.test`;
    const created = await service.request("POST", "/partners", { body: { email, referredBy: { [way]: value } } });
    expect([created.status, created.body.error.message]).toEqual([
      422,
      expect.stringMatching(`^invalid_value: referredBy.${way}: `),
    ]);
    const minted = await mint(tenantId, { referredBy: { [way]: value } });
    expect([minted.status, minted.body.error.message]).toEqual([
      422,
      expect.stringMatching(`^invalid_value: partner.referredBy.${way}: `),
    ]);
    const [imported] = await must("POST", "/partners/bulk", [{ email, referredBy: { [way]: value } }]);
    expect(imported).toMatchObject({
      outcome: "refused",
      error: { message: expect.stringContaining(`referredBy.${way}`) },
    });
    expect(await byEmail(email)).toBeUndefined();
  });

  it("answers 422 for the partner itself, another workspace's partner, none and two of the ways", async () => {
    const other = await service.createWorkspace();
    const foreign = await must("POST", "/partners", { email: `${unique()}@mail.test` }, other.apiKey);
    const { code } = await must("GET", `/partners/${foreign.id}/invitation`, undefined, other.apiKey);
    const here = await service.createPartner();
    const tenantId = unique("self");
    for (const [referredBy, path] of [
      [{ tenantId }, "referredBy.tenantId"],
      [{ partnerId: foreign.id }, "referredBy.partnerId"],
      [{ code }, "referredBy.code"],
      [{}, "referredBy"],
      [{ partnerId: here.id, code: "x" }, "referredBy"],
    ] as const) {
      const { status, body } = await service.request("POST", "/partners", {
        body: { email: foreign.email, tenantId, referredBy },
      });
      expect([status, body.error.message]).toEqual([422, expect.stringContaining(`: ${path}: `)]);
    }
    const row = { email: "me@mail.test", referredBy: { email: "ME@mail.test" } };
    const [imported] = await must("POST", "/partners/bulk", [row]);
    expect(imported.error.message).toMatch(/^invalid_value: referredBy\.email: names the partner itself/);
  });
});

describe("the link that brings in partners", () => {
  it("leads to the program's address with the code, or to a page of its own", async () => {
    const inviter = await service.createPartner();
    const { code, url } = await ownInvitation(inviter.id);
    expect(url).toBe(`https://acme.test/?invited_by=${code}`);
    await must("PATCH", "/program", { partnerInviteUrl: "https://app.acme.test/join?from=partner" });
    expect((await ownInvitation(inviter.id)).url).toBe(`https://app.acme.test/join?from=partner&invited_by=${code}`);
    expect((await invitationOf(inviter.id)).url).toBe(`https://app.acme.test/join?from=partner&invited_by=${code}`);
    await must("PATCH", "/program", { partnerInviteUrl: null });
    for (const partnerInviteUrl of ["ftp://x", "no address"])
      expect((await service.request("PATCH", "/program", { body: { partnerInviteUrl } })).status).toBe(422);
  });

  it("keeps what the inviter earned by a partner who forfeits their own (C15, Y6)", async () => {
    const inviter = await service.createPartner();
    const made = await service.createPartner({ referredBy: { partnerId: inviter.id } });
    const invoiceId = await sellFor(made);
    await must("POST", "/partners/deactivate", { partnerId: made.id });
    await erasePartner(service.ctx(), { partnerId: made.id }, { forfeit: true });
    expect(await earnedBy(invoiceId, made.id)).toMatchObject([{ status: "canceled" }]);
    expect(await earnedBy(invoiceId, inviter.id)).toMatchObject([{ status: "pending", earnings: 250 }]);
  });

  it("pays a flat share with the first sale commission only, also where there was no reward for it then (C15)", async () => {
    const { id: without } = await must("POST", "/groups", { name: unique("without") });
    const flat = { event: "referral", type: "flat", amount: 300 };
    const { id: referralRewardId } = await must("POST", "/rewards", flat);
    const { id: within } = await must("POST", "/groups", { name: unique("with"), referralRewardId });
    const inviter = await service.createPartner({ groupId: without });
    const made = await service.createPartner({ referredBy: { partnerId: inviter.id } });
    expect(await earnedBy(await sellFor(made), inviter.id)).toEqual([]);
    await must("PATCH", `/partners/${inviter.id}`, { groupId: within });
    expect(await earnedBy(await sellFor(made), inviter.id)).toEqual([]);
    const other = await service.createPartner({ referredBy: { partnerId: inviter.id } });
    expect(await earnedBy(await sellFor(other), inviter.id)).toMatchObject([{ earnings: 300 }]);
    expect(await earnedBy(await sellFor(other), inviter.id)).toEqual([]);
  });

  it("counts who came and what was earned by them, and nothing of theirs (C15, C24)", async () => {
    const inviter = await service.createPartner();
    const { code } = await ownInvitation(inviter.id);
    const joined = await service.createPartner({ referredBy: { code } });
    await must("POST", "/partners/invite", { email: `${unique()}@mail.test`, referredBy: { code } });
    const invoiceId = await sellFor(joined);
    expect(await earnedBy(invoiceId, inviter.id)).toMatchObject([
      { type: "referral", earnings: 250, status: "pending" },
    ]);
    expect(await ownInvitation(inviter.id)).toEqual({
      url: expect.any(String),
      code,
      joined: 1,
      waiting: 1,
      earned: 250,
      currency: "usd",
    });
    await must("POST", "/track/refund", { invoiceId });
    expect(await ownInvitation(inviter.id)).toMatchObject({ joined: 1, earned: 0 });
  });

  it("is there for who may see referrals, and its tab for who is paid for it or may send some", async () => {
    const { id: groupId } = await must("POST", "/groups", { name: "Bare" });
    const [bare, inviter] = [await service.createPartner({ groupId }), await service.createPartner()];
    const read = async (id: string) => {
      const key = await service.embedToken(id, { scopes: ["read"] });
      const { status } = await service.request("GET", "/embed/referrals/invitation", { key });
      return [status, (await must("GET", "/embed/referrals", undefined, key)).sections.referrals];
    };
    expect([await read(bare.id), await read(inviter.id)]).toEqual([
      [200, false],
      [200, true],
    ]);
    await must("PATCH", "/program", { embed: { sections: { referrals: false } } });
    expect(await read(inviter.id)).toEqual([403, false]);
    await must("PATCH", "/program", { embed: { sections: { referrals: true } } });
  });

  it("shows the inviter a share without link, customer and sale of the partner it comes from (C27)", async () => {
    const inviter = await service.createPartner();
    const joined = await service.createPartner({ referredBy: { partnerId: inviter.id }, name: "Hidden Name" });
    const invoiceId = await sellFor(joined);
    const key = await service.embedToken(inviter.id);
    const { data } = await must("GET", "/embed/referrals/earnings", undefined, key);
    expect(data).toMatchObject([
      { type: "referral", earnings: 250, link: null, customer: null, paidIn: null, refunded: 0 },
    ]);
    await must("POST", "/track/refund", { invoiceId, amount: 4000 });
    const [, ours] = await Promise.all([joined.id, inviter.id].map((id) => earnedBy(invoiceId, id)));
    expect(ours).toMatchObject([{ earnings: 150 }]);
    const linkId = joined.links![0]!.id;
    for (const path of [
      "/earnings",
      "/earnings/timeseries?groupBy=linkId",
      "/analytics?event=earnings&groupBy=top_links",
      "/export",
    ]) {
      const text = JSON.stringify(await must("GET", `/embed/referrals${path}`, undefined, key));
      for (const theirs of [linkId, joined.links![0]!.key, "Hidden Name", joined.email!, "cus_"])
        expect(text, `${path} says ${theirs}`).not.toContain(theirs);
    }
  });
});

describe("a partner who may be the inviter (C15, A12, A13)", () => {
  const bringIn = async (email: string): Promise<{ inviter: Partner; joined: Partner }> => {
    const [name, host] = email.split("@");
    const inviter = await service.createPartner({ email });
    return {
      inviter,
      joined: await service.createPartner({ email: `${name}+two@${host}`, referredBy: { partnerId: inviter.id } }),
    };
  };
  const pay = (id: string, body: object) => must("PUT", `/partners/${id}/payout-method`, body);

  it("earns the inviter nothing before a person has looked: one mailbox, one destination of payouts", async () => {
    const { inviter, joined } = await bringIn(`${unique("same")}@mail.test`);
    expect((await invitationOf(joined.id)).referredBy).toEqual({ partnerId: inviter.id, signals: ["email"] });
    const held = await sellFor(joined);
    expect(await earnedBy(held, joined.id)).toMatchObject([{ status: "pending", earnings: 2500 }]);
    expect(await earnedBy(held, inviter.id)).toMatchObject([
      { status: "hold", holdReason: "self_referral", earnings: 250 },
    ]);
    expect((await ownInvitation(inviter.id)).earned).toBe(0);

    const honest = await service.createPartner();
    const other = await service.createPartner({ referredBy: { partnerId: honest.id } });
    expect(await earnedBy(await sellFor(other), honest.id)).toMatchObject([{ status: "pending" }]);
    const account = { country: "US", holder: "Ada Okafor", routingNumber: "021000021" };
    for (const [mine, theirs] of [
      [
        { method: "paypal", paypalEmail: "Pay@mail.test" },
        { method: "tremendous", paypalEmail: "pay@MAIL.test" },
      ],
      [
        { method: "paypal", paypalEmail: "pay.one@gmail.com" },
        { method: "paypal", paypalEmail: "payone+x@googlemail.com" },
      ],
      [
        { method: "bank", bank: { ...account, accountNumber: "123-456-789" } },
        { method: "bank", bank: { ...account, accountNumber: "123456789" } },
      ],
      [
        { method: "stablecoin", walletAddress: `0x${"aB".repeat(20)}` },
        { method: "stablecoin", walletAddress: `0x${"Ab".repeat(20)}` },
      ],
    ] as const) {
      await pay(honest.id, mine);
      await pay(other.id, theirs);
      expect((await invitationOf(other.id)).referredBy).toEqual({ partnerId: honest.id, signals: ["payout"] });
      expect(await earnedBy(await sellFor(other), honest.id)).toMatchObject([
        { status: "hold", holdReason: "self_referral" },
      ]);
    }
  });

  it("follows the setting: block pays nothing for one mailbox, allow pays", async () => {
    const { inviter, joined } = await bringIn(`${unique("mode")}@mail.test`);
    await must("PATCH", "/program", { selfReferral: "block" });
    const blocked = await sellFor(joined);
    expect(await earnedBy(blocked, inviter.id)).toEqual([]);
    const { rows } = await service.store.pool.query(
      "select d.code, d.figures -> 'signals' as signals from decisions d join sale_events s on s.id = d.event_id where s.invoice_id = $1 and d.reward_event = 'referral'",
      [blocked],
    );
    expect(rows).toEqual([{ code: "self_referral_block", signals: ["email"] }]);
    await must("PATCH", "/program", { selfReferral: "allow" });
    expect(await earnedBy(await sellFor(joined), inviter.id)).toMatchObject([{ status: "pending", earnings: 250 }]);
    await must("PATCH", "/program", { selfReferral: "hold" });
  });
});

describe("once somebody is erased", () => {
  const erase = async (id: string): Promise<void> => {
    await must("POST", "/partners/deactivate", { partnerId: id });
    await erasePartner(service.ctx(), { partnerId: id }, { forfeit: true });
  };

  it("who brought them keeps the count, and whom they brought earn on without them (Y6)", async () => {
    const [top, middle] = [await service.createPartner(), await service.createPartner()];
    const joined = await service.createPartner({ referredBy: { partnerId: middle.id } });
    const brought = await service.createPartner({ referredBy: { partnerId: top.id } });
    const { code } = await ownInvitation(middle.id);
    await erase(brought.id);
    await erase(middle.id);
    expect(await ownInvitation(top.id)).toMatchObject({ joined: 1, waiting: 0 });
    const invoiceId = await sellFor(joined);
    expect(await must("GET", `/commissions?invoiceId=${invoiceId}`)).toMatchObject([
      { type: "sale", status: "pending" },
    ]);
    expect(
      (await service.request("POST", "/partners", { body: { email: "late@mail.test", referredBy: { code } } })).status,
    ).toBe(422);
    expect((await service.request("GET", `/partners/${middle.id}/invitation`)).status).toBe(404);
  });

  it("a partner's own file says who brought them and how many they brought, by ids alone (Y3)", async () => {
    const inviter = await service.createPartner({ name: "Known Name" });
    const joined = await service.createPartner({ referredBy: { partnerId: inviter.id } });
    const file = async (id: string) =>
      (await must("GET", "/embed/referrals/export", undefined, await service.embedToken(id))).enrollment;
    expect(await file(joined.id)).toMatchObject({ referredBy: inviter.id, partnersBroughtIn: { joined: 0 } });
    const { code } = await ownInvitation(inviter.id);
    expect(await file(inviter.id)).toMatchObject({
      referredBy: null,
      inviteCode: code,
      partnersBroughtIn: { joined: 1, waiting: 0, earned: 0 },
    });
    expect(JSON.stringify(await file(joined.id))).not.toContain("Known Name");
  });
});
