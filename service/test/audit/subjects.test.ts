import { operations, type AuditRow, type OperationName } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { listAudit } from "../../src/domain/workspaces/list-audit.ts";
import { applyProgram } from "../../src/domain/workspaces/apply-program.ts";
import { auditEntities } from "../../src/store/queries/operation/audit-subjects.ts";
import { ask } from "../contract/ask.ts";
import { scenes } from "../contract/scenes.ts";
import { openWorld, type World } from "../contract/world.ts";
import { counted } from "../counted.ts";
import { dayMs } from "../harness.ts";

let world: World;
let rows: AuditRow[];
beforeAll(async () => {
  world = await openWorld();
  await writeEveryKind();
  rows = await wholeAudit();
});
afterAll(() => world.close());

/** What every operation that writes leaves in the audit, and what the scenes of the contract leave out. */
async function writeEveryKind(): Promise<void> {
  const { must } = world;
  const group = await must("POST", "/groups", { name: "Gold", slug: "gold" });
  const partner = await world.createPartner({ name: "Ada" });
  await must("PATCH", `/partners/${partner.id}`, { groupId: group.id, tenantId: "user_1" });
  await must("PATCH", `/partners/${partner.id}`, { saleRewardId: world.saleRewardId });
  const invited = await world.invited();
  world.clock.advance(60 * dayMs);
  await must("POST", "/partners/invite", { email: invited.email });
  await applyProgram(world.ctx(world.workspaceId), { workspace: { slug: "acme-1", name: "Acme Ltd" } });
  const writing = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].method !== "GET");
  for (const name of writing) await ask(world, operations[name], await scenes[name].ok(world));
}

async function wholeAudit(): Promise<AuditRow[]> {
  const all: AuditRow[] = [];
  for (let page = 1; all.length === 100 * (page - 1); page += 1) {
    all.push(...(await world.must<AuditRow[]>("GET", `/audit?pageSize=100&page=${page}`)));
  }
  return all;
}

const newest = async (query: string): Promise<AuditRow> => (await world.must("GET", `/audit?${query}&pageSize=1`))[0];

describe("the subject of an entry of the audit", () => {
  it.each(auditEntities)("of %s is named", (entity) => {
    const named = rows.filter((row) => row.entity === entity && row.subject?.name);
    expect(named.length).toBeGreaterThan(0);
  });

  it("is missing only of what was removed, and nameless only where a person was erased", () => {
    const idsOf = (...names: string[]): Set<string> =>
      new Set(rows.filter(({ operation }) => names.includes(operation)).map(({ entityId }) => entityId));
    const removed = idsOf("integration.delete", "remove person", "delete discount code");
    const erased = idsOf("customer.erase");
    expect(rows.filter(({ subject, entityId }) => subject === null && !removed.has(entityId))).toEqual([]);
    expect(rows.filter(({ subject, entityId }) => subject?.name === null && !erased.has(entityId))).toEqual([]);
  });

  it("says whose a commission or payout is, and how much", async () => {
    const partner = await world.createPartner({ name: "Grace" });
    const { apiKey: key } = world;
    await world.must("POST", "/commissions", { partnerId: partner.id, amount: 2500, description: "Webinar" }, key);
    const [{ id }] = await world.must("GET", `/commissions?partnerId=${partner.id}`);
    const { subject } = await newest(`entityId=${id}`);
    expect(subject).toEqual({ name: "Grace", partnerId: partner.id, amount: 2500, currency: "usd" });
  });

  it("tells rewards and discounts by what they give", () => {
    const namesOf = (entity: string) => rows.filter((row) => row.entity === entity).map(({ subject }) => subject);
    expect(namesOf("reward")).toContainEqual({ name: "sale", partnerId: null, amount: 600, currency: "usd" });
    expect(namesOf("discount")).toContainEqual({ name: "20%", partnerId: null, amount: null, currency: null });
  });

  it("is the name of now, and none once the partner is erased", async () => {
    const partner = await world.createPartner({ name: "Before" });
    await world.must("POST", "/partners/ban", { partnerId: partner.id, reason: "spam" });
    await world.must("PATCH", `/partners/${partner.id}`, { name: "After" });
    const all = async () =>
      (await world.must<AuditRow[]>("GET", `/audit?partnerId=${partner.id}`)).map((row) => row.subject);
    expect(new Set((await all()).map((subject) => subject?.name))).toEqual(new Set(["After"]));
    await erasePartner(world.ctx(world.workspaceId), { partnerId: partner.id }, { forfeit: true });
    expect(new Set((await all()).map((subject) => subject?.name))).toEqual(new Set([null]));
  });

  it("is not read from another workspace", async () => {
    const partner = await world.createPartner({ name: "Ours" });
    const other = await world.createWorkspace();
    await world.must("POST", "/partners", { email: partner.email, name: "Theirs" }, other.apiKey);
    await world.must("PATCH", `/partners/${partner.id}`, { name: "Ours, later" });
    await world.must("PATCH", `/partners/${partner.id}`, { name: "Theirs, later" }, other.apiKey);
    expect((await newest(`entityId=${partner.id}`)).subject?.name).toBe("Ours, later");
  });

  it("takes one statement for each kind on the page, however long the page is", async () => {
    const { store, statements } = counted(world.store);
    const ctx = { ...world.ctx(world.workspaceId), store, db: store.db };
    const read = async (pageSize: number): Promise<number> => {
      const before = statements();
      const { length } = await listAudit(ctx, { entity: "enrollment", pageSize });
      expect(length).toBe(pageSize);
      return statements() - before;
    };
    expect(await read(20)).toBe(await read(1));
  });
});
