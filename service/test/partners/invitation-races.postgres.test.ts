import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { changeStatuses } from "../../src/domain/partners/change-statuses.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { openOwnStore } from "../open-test-store.ts";
import { expectSound } from "../properties/expect-sound.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService({}, await openOwnStore())));
afterAll(() => service.close());

let email: string;
let id: string;
let key: string;
let count = 0;
beforeEach(async () => {
  email = `invited-${(count += 1)}@mail.test`;
  const invited = await service.request("POST", "/partners/invite", { body: { email, tenantId: `tenant-${count}` } });
  id = invited.body.id;
  key = await service.embedToken(id);
});

/** What a call answered, in one word. */
type Step = () => Promise<string>;
const accept: Step = async () => {
  const { status, body } = await service.request("POST", "/embed/referrals/enrollment/accept", { key, body: {} });
  return status === 200 ? body.status : String(status);
};
const invite: Step = async () => {
  const { status, body } = await service.request("POST", "/partners/invite", { body: { email } });
  return status < 300 ? body.status : String(status);
};
const withdraw: Step = async () => {
  const [outcome] = await changeStatuses(service.ctx(), [id], { name: "deleteInvite" });
  return outcome?.status ?? "refused";
};

/** Lets two steps wait for the enrollment's lock, one behind the other, and then run. */
async function inOrder(first: Step, second: Step): Promise<string[]> {
  const holder = await service.store.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from enrollments where partner_id = $1 for update", [id]);
    const answers: Promise<string>[] = [];
    for (const step of [first, second]) {
      answers.push(step());
      await expect.poll(waiting).toBe(answers.length);
    }
    await holder.query("commit");
    return await Promise.all(answers);
  } finally {
    holder.release();
  }
}

const waiting = async (): Promise<number> => {
  const { rows } = await service.store.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
};

/** The status, and how many rows say how the partner came to it. */
async function outcome() {
  const { rows } = await service.store.pool.query<{ status: string; audited: number; links: number }>(
    `select case when e.removed_at is null then e.status else 'none' end as status,
        (select count(*)::int from audit_rows where entity_id = e.id and entity = 'enrollment') as audited,
        (select count(*)::int from links where enrollment_id = e.id and disabled_at is null) as links
      from enrollments e where e.partner_id = $1 order by e.id`,
    [id],
  );
  return rows;
}

it("an invitation that is accepted first cannot be withdrawn (E9, E22)", async () => {
  expect(await inOrder(accept, withdraw)).toEqual(["approved", "refused"]);
  expect(await outcome()).toEqual([{ status: "approved", audited: 2, links: 1 }]);
  await expectSound(service);
});

it("an invitation that is withdrawn first cannot be accepted (E13, E22)", async () => {
  const [withdrawn, accepted] = await inOrder(withdraw, accept);
  expect(withdrawn).toBe("none");
  expect(["401", "403", "404", "409"]).toContain(accepted);
  expect(await outcome()).toEqual([{ status: "none", audited: 2, links: 0 }]);
  await expectSound(service);
});

it("an invitation that is accepted first is not made again (E22)", async () => {
  expect(await inOrder(accept, invite)).toEqual(["approved", "409"]);
  expect(await outcome()).toEqual([{ status: "approved", audited: 2, links: 1 }]);
  await expectSound(service);
});

it("an invitation that is renewed first can be accepted (E9, E23)", async () => {
  service.clock.advance(31 * dayMs);
  key = await service.embedToken(id);
  expect(await inOrder(invite, accept)).toEqual(["invited", "approved"]);
  expect(await outcome()).toEqual([{ status: "approved", audited: 2, links: 1 }]);
  await expectSound(service);
});

it("an expired invitation that is accepted first says so, and is then renewed (E9, E23)", async () => {
  service.clock.advance(31 * dayMs);
  key = await service.embedToken(id);
  expect(await inOrder(accept, invite)).toEqual(["410", "invited"]);
  expect(await accept()).toBe("approved");
  await expectSound(service);
});

it("an invitation that is withdrawn while it is made again ends in one that is running (E2, E13)", async () => {
  expect(await inOrder(withdraw, invite)).toEqual(["none", "invited"]);
  const rows = await outcome();
  expect(rows.filter(({ status }) => status === "invited")).toEqual([{ status: "invited", audited: 1, links: 1 }]);
  expect(rows).toHaveLength(2);
  await expectSound(service);
});

it("an invitation that is made again while it is withdrawn ends in none (E13, E23)", async () => {
  expect(await inOrder(invite, withdraw)).toEqual(["invited", "none"]);
  expect(await outcome()).toEqual([{ status: "none", audited: 2, links: 0 }]);
  await expectSound(service);
});
