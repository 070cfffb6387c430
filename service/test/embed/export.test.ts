import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embedScopes } from "referrals-embed/contract";
import { createApp } from "../../src/app.ts";
import { exportFile } from "../../src/domain/embed/export-file.ts";
import type { EmbedSession } from "../../src/domain/embed/session.ts";
import { createSpool } from "../../src/routes/spool.ts";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { copyRows } from "../order/grown-store.ts";
import { hideSections } from "./hide-sections.ts";

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await createTestService();
  ({ token } = await activePartner(service, { name: '=HYPER("x")', description: "two\nlines" }));
});
afterAll(() => service.close());

const get = (query = "", key = token) => service.request<any>("GET", `/embed/referrals/export?${query}`, { key });

describe("answers 200", () => {
  it("gives every part as JSON, as the lists show it (Y3)", async () => {
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="referrals-all-2026-01-01.json"');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(Object.keys(body)).toEqual([
      "profile",
      "enrollment",
      "links",
      "earnings",
      "decisions",
      "payouts",
      "events",
      "referrals",
    ]);
    for (const part of ["links", "earnings", "payouts", "events", "referrals"]) {
      const list = await service.request<any>("GET", `/embed/referrals/${part}?limit=100`, { key: token });
      expect(body[part]).toEqual(list.body.data);
    }
    expect(body.earnings).toHaveLength(2);
  });

  it("contains the enrollment and every decision, without data of other people (Y3, C25)", async () => {
    const { body } = await get();
    expect(body.enrollment).toMatchObject({ status: "approved", partnerId: body.profile.id, applications: [] });
    for (const earning of body.earnings.filter(({ type }: { type: string }) => type === "sale")) {
      const own = body.decisions.filter((decision: { commissionId: string }) => decision.commissionId === earning.id);
      expect(own).toMatchObject([
        { event: "sale", outcome: "created", code: "ok", baseAmount: earning.amount, earnings: earning.earnings },
      ]);
    }
    expect(body.decisions.map(({ code }: { code: string }) => code)).toContain("no_reward");
    const text = JSON.stringify(body.decisions);
    const { rows } = await service.store.pool.query("select click_id, external_id from customers");
    for (const row of rows) for (const other of Object.values(row)) expect(text).not.toContain(other);
  });

  it("is one snapshot: what is written meanwhile is in all of its parts or in none (Y3)", async () => {
    const { token, linkId } = await activePartner(service);
    const shop = { open: true, sold: 0 };
    const selling = (async () => {
      while (shop.open) {
        const clickId = await storeClick(service, linkId);
        const id = `snap-${(shop.sold += 1)}`;
        const sale = { clickId, customerExternalId: id, amount: 1000, invoiceId: id };
        await service.request("POST", "/track/sale", { body: sale });
      }
    })();
    for (let round = 0; round < 8 || shop.sold < 8; round += 1) {
      const { body } = await get("", token);
      const sales = body.events.filter(({ event }: { event: string }) => event === "sale").length;
      const earned = body.earnings.filter(({ type }: { type: string }) => type === "sale").length;
      const decided = body.decisions.filter(({ event }: { event: string }) => event === "sale").length;
      const [link] = body.links.filter(({ id }: { id: string }) => id === linkId);
      expect([sales, earned, decided]).toEqual([link.sales, link.sales, link.sales]);
    }
    shop.open = false;
    await selling;
  });

  it("is whole when it is larger than what is kept in memory, in a file that nobody finds, also after a kill", async () => {
    const files = (): string[] =>
      readdirSync(tmpdir()).filter((name) => /^referrals-[0-9a-f]{8}-[0-9a-f]{4}-/.test(name));
    const others = new Set(files());
    const spool = createSpool();
    const line = "é".repeat(1000);
    for (let i = 0; i < 3000; i += 1) await spool.write(line);
    expect(files().filter((name) => !others.has(name))).toEqual([]);
    expect(await new Response(spool.read()).text()).toBe(line.repeat(3000));
    const unread = createSpool();
    for (let i = 0; i < 3000; i += 1) await unread.write(line);
    await unread.read().cancel();
    const given = createSpool();
    for (let i = 0; i < 3000; i += 1) await given.write(line);
    await given.discard();
    expect(files().filter((name) => !others.has(name))).toEqual([]);
  });

  it("is discarded with its connection once files that wait to be read are too large together, the slowest first", async () => {
    const line = "é".repeat(1000);
    const written = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
      const spool = createSpool(10_000_000);
      for (let i = 0; i < 2000; i += 1) await spool.write(line);
      return spool.read().getReader();
    };
    const bytesOf = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> => {
      let bytes = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
      return bytes;
    };
    const slow = [await written(), await written(), await written()];
    for (const reader of slow) await reader.read();
    // Never a shorter file that seems whole.
    await expect(bytesOf(slow[0]!)).rejects.toThrow("Premature close");
    expect(await bytesOf(slow[1]!)).toBeGreaterThan(3_000_000);
    expect(await bytesOf(slow[2]!)).toBeGreaterThan(3_000_000);
    expect(await bytesOf(await written())).toBe(4_000_000);
  });

  it("gives one part as CSV: byte order mark, RFC 4180, formulas quoted, numbers left alone", async () => {
    const { headers, body } = await get("format=csv&section=profile");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, row] = body.split(/\r\n(?=id|pn_)/);
    expect(head).toMatch(/^id,name,email,/);
    expect(row).toContain(`,"'=HYPER(""x"")",`);
    expect(row).toContain('"two\nlines"');
    const earnings = (await get("format=csv&section=earnings")).body.trim().split("\r\n");
    expect(earnings).toHaveLength(3);
    expect(earnings[1]).toMatch(/^cm_\w+,sale,4900,1225,usd,pending,1,/);
  });

  it("begins CSV with a byte order mark", async () => {
    const path = "/api/embed/referrals/export?format=csv&section=links";
    const answer = await createApp(service.deps).request(path, { headers: { authorization: `Bearer ${token}` } });
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("leaves out what the program hides", async () => {
    const restore = await hideSections(service, ["earnings", "revenue"]);
    const { body } = await get();
    expect(body.earnings).toBeUndefined();
    for (const event of body.events) expect(event).toMatchObject({ sale: null, earnings: null });
    for (const link of body.links) expect(link.saleAmount).toBeNull();
    await restore();
  });

  it("reads batch after batch without gap or repeat", async () => {
    const { partner, token } = await activePartner(service);
    const { id } = await service.store.db
      .selectFrom("enrollments")
      .select("id")
      .where("partner_id", "=", partner.id)
      .executeTakeFirstOrThrow();
    const at = new Date(service.clock.now());
    const rows = Array.from({ length: 1203 }, (_, n) => ({
      id: service.deps.ids.next("sub"),
      enrollment_id: id,
      values: JSON.stringify({ n }),
      values_hash: String(n),
      form_snapshot: JSON.stringify({ fields: [] }),
      created_at: new Date(at.getTime() - Math.floor(n / 700)),
      updated_at: at,
    }));
    await service.store.db.insertInto("referral_submissions").values(rows).execute();
    const { body } = await get("section=referrals", token);
    expect(new Set(body.map((row: { id: string }) => row.id)).size).toBe(1203);
    expect(body).toHaveLength(1203);
  });
});

it("lets others in between its portions where what is much is commissions, not events", async () => {
  const { partner } = await activePartner(service);
  const enrollment = await service.store.db
    .selectFrom("enrollments")
    .select(["id", "program_id"])
    .where("partner_id", "=", partner.id)
    .executeTakeFirstOrThrow();
  const own = {
    id: "'cm' || i || '-much'",
    event_id: "'sale' || i || '-much'",
    invoice_id: "NULL",
    customer_id: "NULL",
  };
  const where = `enrollment_id = '${enrollment.id}' AND type = 'sale'`;
  await copyRows(service.store, { table: "commissions", where, own: { ...own, type: "'custom'" } }, 2_001);
  const session: EmbedSession = {
    workspaceId: service.workspaceId,
    programId: enrollment.program_id,
    enrollmentId: enrollment.id,
    partnerId: partner.id,
    status: "approved",
    scopes: [...embedScopes],
    allowedOrigins: null,
    expiresAt: new Date(service.clock.now() + 60_000),
  };
  let others = 0;
  const write = async (): Promise<void> => {
    if (others > 0) return;
    // On the embedded store this waits for ever if the export holds the only session.
    others = (await service.store.db.selectFrom("partners").select("id").execute()).length;
  };
  await exportFile(service.ctx(), session, { query: { section: "earnings" }, write });
  expect(others).toBeGreaterThan(0);
});

describe("answers 403", () => {
  it("hides what the program hides", async () => {
    const restore = await hideSections(service, ["payouts"]);
    expect((await get("section=payouts")).status).toBe(403);
    await restore();
    const restoreExport = await hideSections(service, ["export"]);
    expect((await get()).status).toBe(403);
    await restoreExport();
  });
});

describe("answers 422", () => {
  it.each([
    ["format=csv", /^custom: section: csv takes one section/],
    ["format=xml", /^invalid_value: format/],
    ["section=secrets", /^invalid_value: section/],
  ])("refuses ?%s", async (query, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(422);
    expect(body.error.message).toMatch(message);
  });
});
