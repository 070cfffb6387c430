import type { AuditRow, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
let key: string;
let partner: Partner;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

beforeEach(async () => {
  key = (await service.createWorkspace()).apiKey;
  partner = await call("POST", "/partners", { email: `audited-${key.slice(-6)}@mail.test` });
});

async function call(method: string, path: string, body?: object, by = key): Promise<any> {
  const { status, body: answer } = await service.request<any>(method, path, {
    key: by,
    ...(body && { body: body as never }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${answer.error.message}`);
  return answer;
}

const list = (query = ""): Promise<AuditRow[]> => call("GET", `/audit?${query}`);

describe("GET /audit", () => {
  it("says who changed what, with the old and new value, newest first (N9)", async () => {
    service.clock.advance(1000);
    await call("PUT", `/partners/${partner.id}/payout-method`, {
      method: "bank",
      bank: { country: "DE", holder: "Ada", iban: "DE89370400440532013000" },
    });
    service.clock.advance(1000);
    await call("PATCH", "/program", { minPayoutAmount: 4200 });
    const [newest, before] = await list();
    expect(newest).toMatchObject({
      actorType: "api_key",
      actorId: expect.any(String),
      operation: "update program",
      entity: "program",
      changes: { minPayoutAmount: { old: 0, new: 4200 } },
      requestId: expect.any(String),
    });
    expect(before).toMatchObject({ operation: "set payout method", entityId: partner.id });
    expect(JSON.stringify(await list())).not.toContain("0532");
  });

  it("is narrowed to all that was done to one partner, in this workspace alone", async () => {
    await call("PATCH", `/partners/${partner.id}`, { name: "Bo" });
    await call("POST", "/partners/ban", { partnerId: partner.id, reason: "spam" });
    await call("PATCH", "/program", { minPayoutAmount: 100 });
    await call("POST", "/partners", { email: `other-${key.slice(-6)}@mail.test` });
    const rows = await list(`partnerId=${partner.id}`);
    expect(rows.map(({ operation }) => operation)).toEqual(expect.arrayContaining(["update profile"]));
    expect(rows.map(({ to }) => to)).toContain("banned");
    expect(rows.map(({ entity }) => entity)).not.toContain("program");
    const others = (await service.createWorkspace()).apiKey;
    expect(await call("GET", `/audit?partnerId=${partner.id}`, undefined, others)).toEqual([]);
  });

  it("is narrowed by actor, operation, what it concerns and time (N9)", async () => {
    const { publicToken } = await call("POST", "/tokens/embed/referrals", { partnerId: partner.id });
    service.clock.advance(dayMs);
    const since = new Date(service.clock.now()).toISOString();
    const { publicToken: token } = await call("POST", "/tokens/embed/referrals", { partnerId: partner.id });
    expect(token).not.toBe(publicToken);
    await call("PATCH", "/embed/referrals/profile", { description: "New" }, token);
    await call("POST", "/partners/ban", { partnerId: partner.id, reason: "spam" });
    const all = await list();
    const kept = async (query: string, test: (row: AuditRow) => boolean) => {
      const rows = await list(query);
      expect(rows).toEqual(all.filter(test));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(all.length);
    };
    await kept("actorType=partner", (row) => row.actorType === "partner");
    await kept(`actorId=${partner.id}`, (row) => row.actorId === partner.id);
    await kept(`entityId=${partner.id}`, (row) => row.entityId === partner.id);
    await kept("entity=enrollment", (row) => row.entity === "enrollment");
    const { operation = "" } = all[0] ?? {};
    await kept(`operation=${encodeURIComponent(operation)}`, (row) => row.operation === operation);
    await kept(`start=${since}`, (row) => row.at >= since);
    await kept(`end=${since}`, (row) => row.at < since);
    expect(await list("entityId=pn_none")).toEqual([]);
  });

  it("is read to its end by cursor, in both directions, each entry once (N9)", async () => {
    for (let index = 0; index < 5; index += 1) {
      // Some at one moment.
      service.clock.advance(index % 2);
      await call("PATCH", "/program", { minPayoutAmount: 100 + index });
    }
    for (const sortOrder of ["desc", "asc"]) {
      const all = (await list(`sortOrder=${sortOrder}`)).map(({ id }) => id);
      const read: string[] = [];
      for (;;) {
        const after = read.length > 0 ? `&startingAfter=${read.at(-1)}` : "";
        const page = await list(`sortOrder=${sortOrder}&pageSize=2${after}`);
        if (page.length === 0) break;
        read.push(...page.map(({ id }) => id));
      }
      expect(read).toEqual(all);
      const before = await list(`sortOrder=${sortOrder}&pageSize=2&endingBefore=${all[3]}`);
      expect(before.map(({ id }) => id)).toEqual(all.slice(1, 3));
      expect((await list(`sortOrder=${sortOrder}&pageSize=2&page=2`)).map(({ id }) => id)).toEqual(all.slice(2, 4));
    }
  });

  it("shows a workspace its own entries only, and takes a scope of its own (N9)", async () => {
    const { apiKey: other } = await service.createWorkspace();
    const [mine] = await list();
    const theirs: AuditRow[] = await call("GET", "/audit", undefined, other);
    expect(theirs.map(({ id }) => id)).not.toContain(mine?.id);
    const foreign = await service.request<any>("GET", `/audit?startingAfter=${mine?.id}`, { key: other });
    expect([foreign.status, foreign.body.error.message]).toEqual([422, expect.stringContaining("is not in this list")]);
    const keyOf = async (scope: string) =>
      (await call("POST", "/api-keys", { name: scope, scopes: [scope] })).key as string;
    expect((await service.request("GET", "/audit", { key: await keyOf("workspace.read") })).status).toBe(403);
    expect((await service.request("GET", "/audit", { key: await keyOf("audit.read") })).status).toBe(200);
  });

  it("answers 422 for an unknown kind of actor, and for a date that is none", async () => {
    for (const query of ["actorType=robot", "start=soon", "startingAfter=aud_none"])
      expect((await service.request("GET", `/audit?${query}`, { key })).status).toBe(422);
  });
});
