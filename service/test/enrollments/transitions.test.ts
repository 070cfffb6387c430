import { readFileSync } from "node:fs";
import fc from "fast-check";
import { enrollmentStatuses, type EnrollmentStatus } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import {
  enrollmentOperations,
  findTransition,
  targetOf,
  transitions,
  type EnrollmentOperation,
} from "../../src/domain/rules/transitions.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { createIds } from "../../src/domain/ids.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { casesHere } from "../property-runs.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Operations on a live row; the first three make one. */
const onRow = enrollmentOperations.slice(3).concat("invite") as EnrollmentOperation[];

/** A way from a new enrollment into each status. */
const ways: Record<EnrollmentStatus, EnrollmentOperation[]> = {
  approved: [],
  archived: ["archive"],
  deactivated: ["deactivate"],
  banned: ["ban"],
  pending: [],
  rejected: ["reject"],
  invited: [],
  declined: ["decline"],
};

async function enrollmentIn(status: EnrollmentStatus): Promise<{ partnerId: string; id: string }> {
  const created = await start(status);
  const { id } = await row(created);
  for (const operation of ways[status]) await perform(id, operation);
  return { partnerId: created, id };
}

async function start(status: EnrollmentStatus): Promise<string> {
  if (status === "invited" || status === "declined") {
    const body = { email: `${service.deps.ids.next("pn")}@mail.test` };
    return (await service.request("POST", "/partners/invite", { body })).body.id;
  }
  const waits = status === "pending" || status === "rejected";
  if (waits) await setAutoApprove(false);
  const { id } = await service.createPartner();
  if (waits) await setAutoApprove(true);
  return id;
}

async function setAutoApprove(value: boolean): Promise<void> {
  await service.store.db.updateTable("programs").set({ auto_approve: value }).execute();
}

const row = (partnerId: string) =>
  service.store.db
    .selectFrom("enrollments")
    .selectAll()
    .where("partner_id", "=", partnerId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

const perform = (id: string, operation: EnrollmentOperation) =>
  performTransition(service.ctx(), id, { operation, input: { reason: operation === "ban" ? "fraud" : null } });

async function trace(partnerId: string, id: string) {
  const audits = await service.store.db
    .selectFrom("audit_rows")
    .select(["from", "to"])
    .where("entity_id", "=", id)
    .where("entity", "=", "enrollment")
    .orderBy("id")
    .execute();
  const events = await service.store.db
    .selectFrom("outbox_events")
    .select("data")
    .where("event", "=", "partner.status_changed")
    .orderBy("id")
    .execute();
  const told = events.map(({ data }) => data as { partnerId: string; from: string; to: string });
  return { audits, told: told.filter((event) => event.partnerId === partnerId) };
}

const partnerOf = async (id: string): Promise<string> =>
  (await service.store.db.selectFrom("enrollments").select("partner_id").where("id", "=", id).executeTakeFirstOrThrow())
    .partner_id;

/** The links as a redirect would see them. */
const links = (id: string) =>
  service.store.db
    .selectFrom("links")
    .select(["id", "disabled_at", "disabled_by"])
    .where("enrollment_id", "=", id)
    .orderBy("id")
    .execute();

describe("the table", () => {
  it("has the rows of the rule book and no other (E10, E14, E15, E17, E19)", () => {
    const page = readFileSync(new URL("../../../docs/rules/enrollment.md", import.meta.url), "utf8");
    const written = [...page.matchAll(/^\| \*\*(E\d+)\*\* \|[^|]*\| (.+?) → (\w+) \|/gm)].flatMap(([, id, from, to]) =>
      from!.split(", ").map((status) => `${id}: ${status} → ${to}`),
    );
    const coded = transitions.map(({ id, from, to }) => `${id}: ${from} → ${to}`);
    expect([...new Set(coded)].sort()).toEqual([...new Set(written)].sort());
  });

  it("holds each pair of operation and status once", () => {
    const pairs = transitions.map(({ operation, from }) => `${operation} ${from}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it("leads every operation to one target", () => {
    for (const operation of enrollmentOperations) {
      const targets = transitions.filter((row) => row.operation === operation).map(({ to }) => to);
      expect(new Set(targets).size).toBe(1);
    }
  });

  it("has none of the pairs left out on purpose (E22)", () => {
    const pairs = transitions.map(({ from, to }) => `${from} ${to}`);
    const left = ["pending banned", "archived pending", "archived rejected", "archived invited", "archived declined"];
    left.push("banned archived", "banned deactivated", "rejected invited", "approved rejected", "approved invited");
    expect(pairs.filter((pair) => left.includes(pair))).toEqual([]);
  });
});

/** The row an operation performs from a status, or the rule of what has no row. */
const ruleOf = (operation: EnrollmentOperation, status: EnrollmentStatus): string =>
  findTransition(operation, status)?.id ?? (status === targetOf(operation) ? "E23" : "E22");

describe.each(enrollmentStatuses)("from %s", (status) => {
  const rules = onRow.map((operation) => [ruleOf(operation, status), operation] as const);
  it.each(rules)("%s: %s does what the table says, or answers 409 and changes nothing", async (_, operation) => {
    const { partnerId, id } = await enrollmentIn(status);
    const before = { row: await row(partnerId), links: await links(id), trace: await trace(partnerId, id) };
    const listed = findTransition(operation, status);
    service.clock.advance(31 * dayMs * Number(operation === "reapply"));
    if (!listed && status !== targetOf(operation)) {
      await expect(perform(id, operation)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining(status),
      });
    } else {
      const { performed } = await perform(id, operation);
      expect(performed).toBe(listed !== undefined);
    }
    const after = { row: await row(partnerId), links: await links(id), trace: await trace(partnerId, id) };
    if (!listed) return expect(after).toEqual(before);
    expect(after.row.version).toBe(before.row.version + 1);
    const to = listed.to === "none" ? null : listed.to;
    expect(after.trace.audits).toEqual([...before.trace.audits, { from: status, to }]);
    expect(after.trace.told).toEqual([...before.trace.told, expect.objectContaining({ from: status, to })]);
    if (to) expect(after.row.status).toBe(to);
    else expect(after.row.removed_at).not.toBeNull();
  });
});

describe("any sequence of operations", () => {
  it("leaves a chain of audit rows and links, rewards and ban fields that fit the status (I21, I23, I24, I25)", async () => {
    const sequence = fc.array(fc.constantFrom(...onRow.filter((operation) => targetOf(operation) !== "none")), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...enrollmentStatuses), sequence, async (first, operations) => {
        const { partnerId, id } = await enrollmentIn(first);
        for (const operation of operations) await perform(id, operation).catch(() => {});
        const enrollment = await row(partnerId);
        const { audits } = await trace(partnerId, id);
        expect(audits.map(({ from }) => from)).toEqual([null, ...audits.slice(0, -1).map(({ to }) => to)]);
        expect(audits.at(-1)!.to).toBe(enrollment.status);
        expect(enrollment.banned_at !== null && enrollment.banned_reason !== null).toBe(enrollment.status === "banned");
        const off = ["declined", "deactivated", "banned"].includes(enrollment.status);
        for (const link of await links(id)) expect(link.disabled_by?.startsWith("status:") ?? false).toBe(off);
        const rewards = [enrollment.sale_reward_id, enrollment.discount_id].filter((value) => value !== null);
        const without = enrollment.status === "banned" || enrollment.status === "deactivated";
        expect(rewards.length > 0).toBe(!without);
      }),
      { numRuns: casesHere(40) },
    );
  });

  it("ban then unban restores links, reward ids and status exactly (I30)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    const single = await service.store.db
      .selectFrom("links")
      .select("id")
      .where("enrollment_id", "=", id)
      .executeTakeFirstOrThrow();
    await service.store.db
      .updateTable("links")
      .set({ disabled_at: new Date(service.clock.now()), disabled_by: "admin:x" })
      .where("id", "=", single.id)
      .execute();
    const own = await service.store.db
      .insertInto("rewards")
      .values({
        id: service.deps.ids.next("rw"),
        program_id: service.programId,
        event: "lead",
        type: "flat",
        amount_minor: 5,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await service.store.db.updateTable("enrollments").set({ lead_reward_id: own.id }).where("id", "=", id).execute();
    const before = { row: await row(partnerId), links: await links(id) };
    await perform(id, "ban");
    expect(await row(partnerId)).toMatchObject({ sale_reward_id: null, lead_reward_id: null, banned_reason: "fraud" });
    await perform(id, "unban");
    const after = { row: await row(partnerId), links: await links(id) };
    expect(after).toEqual({ ...before, row: { ...before.row, version: before.row.version + 2 } });
  });

  it("brings back exactly the links a status switched off, never one that was disabled singly (E26)", async () => {
    const { id } = await enrollmentIn("approved");
    const single = (
      await service.request("POST", "/links", { body: { url: "https://acme.test/", partnerId: await partnerOf(id) } })
    ).body.id as string;
    const at = new Date(service.clock.now());
    const values = { disabled_at: at, disabled_by: "admin:cause", archived: true, expires_at: at };
    await service.store.db.updateTable("links").set(values).where("id", "=", single).execute();
    const before = await links(id);
    await perform(id, "ban");
    expect((await links(id)).map(({ disabled_at }) => disabled_at !== null)).toEqual([true, true]);
    await perform(id, "unban");
    expect(await links(id)).toEqual(before);
    const { archived, expires_at } = await service.store.db
      .selectFrom("links")
      .select(["archived", "expires_at"])
      .where("id", "=", single)
      .executeTakeFirstOrThrow();
    expect({ archived, expires_at }).toEqual({ archived: true, expires_at: at });
  });

  it("deactivated → banned → approved restores the first snapshot, an archived reward becomes the group's (E27)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    const { sale_reward_id } = await row(partnerId);
    await perform(id, "deactivate");
    await perform(id, "ban");
    await perform(id, "unban");
    expect(await row(partnerId)).toMatchObject({ status: "approved", sale_reward_id, reward_snapshot: null });
  });

  it("a partner who changed groups while deactivated has the new group's rewards, also after a ban (G3, E27)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    const reward = await service.request("POST", "/rewards", { body: { event: "sale", type: "flat", amount: 500 } });
    const saleRewardId = reward.body.id as string;
    const group = await service.request("POST", "/groups", { body: { name: "Moved to", saleRewardId } });
    await perform(id, "deactivate");
    const moved = await service.request("PATCH", `/partners/${partnerId}`, { body: { groupId: group.body.id } });
    expect(moved.status).toBe(200);
    await perform(id, "ban");
    await perform(id, "unban");
    expect(await row(partnerId)).toMatchObject({ status: "approved", sale_reward_id: saleRewardId });
  });
});

describe("the numbers kept ready", () => {
  it("GET /partners counts as many partners per status as there are live enrollments", async () => {
    for (const status of enrollmentStatuses) {
      const { rows } = await service.store.pool.query(
        "select count(*) as n from enrollments where status = $1 and removed_at is null and program_id = $2",
        [status, service.programId],
      );
      const { headers } = await service.request("GET", `/partners?pageSize=1&status=${status}`);
      expect(Number(headers.get("x-total-count"))).toBe(rows[0].n);
    }
  });
});

describe("guards", () => {
  it("an expired invitation answers 410, and inviting again renews it without a status event (E9, E23)", async () => {
    const { partnerId, id } = await enrollmentIn("invited");
    const { email } = (await service.request("GET", `/partners/${partnerId}`)).body;
    service.clock.advance(30 * dayMs);
    await expect(perform(id, "accept")).rejects.toMatchObject({ code: "invite_expired" });
    const before = await trace(partnerId, id);
    expect((await service.request("POST", "/partners/invite", { body: { email } })).status).toBe(201);
    expect(await trace(partnerId, id)).toEqual(before);
    expect((await perform(id, "accept")).enrollment.status).toBe("approved");
  });

  it("a declined invitation may be accepted for 30 days, the last instant included (E12)", async () => {
    const { id } = await enrollmentIn("declined");
    const late = await enrollmentIn("declined");
    service.clock.advance(30 * dayMs);
    expect((await perform(id, "accept")).performed).toBe(true);
    service.clock.advance(1);
    await expect(perform(late.id, "accept")).rejects.toMatchObject({ code: "conflict" });
  });

  it("a stated version that is missed is a conflict (E24)", async () => {
    const { id } = await enrollmentIn("approved");
    const stale = performTransition(service.ctx(), id, { operation: "archive", input: { version: 7 } });
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
    expect(
      (await performTransition(service.ctx(), id, { operation: "archive", input: { version: 1 } })).performed,
    ).toBe(true);
  });

  it("of simultaneous transitions each is judged by what it finds (E24)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    const results = await Promise.allSettled([perform(id, "ban"), perform(id, "archive"), perform(id, "ban")]);
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    const { audits } = await trace(partnerId, id);
    expect(audits.map(({ from }) => from)).toEqual([null, ...audits.slice(0, -1).map(({ to }) => to)]);
  });

  it("approvedAt is the first entry into approved, and partner.enrolled is sent once (E29)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    const { approved_at } = await row(partnerId);
    service.clock.advance(dayMs);
    await perform(id, "deactivate");
    await perform(id, "reactivate");
    expect((await row(partnerId)).approved_at).toEqual(approved_at);
    const events = await service.store.db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", "partner.enrolled")
      .execute();
    expect(events.filter(({ data }) => (data as { id: string }).id === partnerId)).toHaveLength(1);
  });

  it("an invitation with commissions cannot be deleted (E13)", async () => {
    const { partnerId, id } = await enrollmentIn("invited");
    await commission(partnerId, id, { status: "pending", earnings: 10 });
    await expect(perform(id, "deleteInvite")).rejects.toMatchObject({ code: "conflict" });
  });

  it("an unpaid balance stands against erasure unless it is forfeited (E21)", async () => {
    const { partnerId, id } = await enrollmentIn("deactivated");
    await commission(partnerId, id, { status: "pending", earnings: 10 });
    await expect(perform(id, "erase")).rejects.toMatchObject({ code: "conflict" });
    expect(
      (await performTransition(service.ctx(), id, { operation: "erase", input: { forfeit: true } })).performed,
    ).toBe(true);
  });
});

async function commission(
  partnerId: string,
  enrollmentId: string,
  values: { status: "pending" | "hold"; earnings: number },
): Promise<string> {
  const at = new Date(service.clock.now());
  const id = service.deps.ids.next("cm");
  await service.store.db
    .insertInto("commissions")
    .values({
      id,
      workspace_id: service.workspaceId,
      program_id: service.programId,
      enrollment_id: enrollmentId,
      partner_id: partnerId,
      type: "custom",
      gross_earnings: values.earnings,
      earnings: values.earnings,
      currency: "usd",
      status: values.status,
      hold_reasons: values.status === "hold" ? '["review"]' : "[]",
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

describe("money", () => {
  it("a ban cancels what is pending or held under its mark, unban restores it, the sums follow (C20, C21, C23)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    const pending = await commission(partnerId, id, { status: "pending", earnings: 1000 });
    const held = await commission(partnerId, id, { status: "hold", earnings: 500 });
    const sums = () =>
      service.store.db
        .selectFrom("enrollment_stats")
        .select(["pending_commissions", "held_commissions"])
        .where("enrollment_id", "=", id)
        .executeTakeFirst();
    expect(await sums()).toEqual({ pending_commissions: 1000, held_commissions: 500 });
    await perform(id, "ban");
    expect(await sums()).toEqual({ pending_commissions: 0, held_commissions: 0 });
    await perform(id, "unban");
    const rows = await service.store.db
      .selectFrom("commissions")
      .select(["id", "status", "hold_reasons", "mark"])
      .where("enrollment_id", "=", id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { id: pending, status: "pending", hold_reasons: [], mark: null },
      { id: held, status: "hold", hold_reasons: ["review"], mark: null },
    ]);
    expect(await sums()).toEqual({ pending_commissions: 1000, held_commissions: 500 });
  });

  it("an unban restores what the last ban cancelled, though the process that banned had its clock set back (C20, I25)", async () => {
    const { partnerId, id } = await enrollmentIn("approved");
    await perform(id, "ban");
    await perform(id, "unban");
    const pending = await commission(partnerId, id, { status: "pending", earnings: 1000 });
    const clock = { now: () => service.clock.now() - dayMs };
    const later = { ...service.ctx(), clock, ids: createIds(clock) };
    await performTransition(later, id, { operation: "ban", input: { reason: "fraud" } });
    await performTransition(later, id, { operation: "unban" });
    const { rows } = await service.store.pool.query("select id, status from commissions where enrollment_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ id: pending, status: "pending" }]);
    const broken = (await verifyData(later)).filter(({ violations }) => violations > 0);
    expect(broken.flatMap(({ ids }) => ids)).not.toContain(id);
  });
});
