import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { moveNextLinks } from "../../src/domain/programs/move-default-links.ts";
import type { CreatedWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import { counted } from "../counted.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

/** The service, and a workspace as its first start makes it: the program has the address of the service itself. */
let service: TestService;
let own: CreatedWorkspace;
beforeEach(async () => {
  service ??= await createTestService();
  own = await service.createWorkspace({ program: { name: "New", url: service.deps.config.appUrl } });
});
afterAll(() => service.close());

/** A partner with so many default links to the service itself, the first of which is made by the call. */
async function partnerWith(links: number): Promise<string> {
  const { body } = await service.request("POST", "/partners", {
    body: { email: `${own.workspaceId}@mail.test`, name: "Ada" },
    key: own.apiKey,
  });
  await service.store.pool.query(
    `INSERT INTO links (id, workspace_id, program_id, partner_id, enrollment_id, domain, key, key_folded, short_link, url, is_default,
       created_at, updated_at)
     SELECT id || n, workspace_id, program_id, partner_id, enrollment_id, domain, key || n, key_folded || n, short_link || n,
       url || '/?utm_source=p' || n, true, created_at - n * interval '1 second', updated_at
     FROM links, generate_series(2, $2) n WHERE workspace_id = $1`,
    [own.workspaceId, links],
  );
  return body.id;
}

const urls = async (): Promise<string[]> => {
  const { rows } = await service.store.pool.query<{ url: string }>(
    "SELECT url FROM links WHERE workspace_id = $1 ORDER BY created_at DESC, id",
    [own.workspaceId],
  );
  return rows.map(({ url }) => url);
};
const moved = async (): Promise<number> => (await urls()).filter((url) => url.startsWith("https://acme.test/")).length;

/** Gives the program its address. @returns how many statements that took */
async function giveAddress(url = "https://acme.test/start"): Promise<number> {
  const { store, statements } = counted(service.store);
  const app = createApp({ ...service.deps, store });
  const headers = { authorization: `Bearer ${own.apiKey}`, "content-type": "application/json" };
  const answer = await app.request("/api/program", { method: "PATCH", headers, body: JSON.stringify({ url }) });
  expect([answer.status, ((await answer.json()) as { url: string }).url]).toEqual([200, url]);
  return statements();
}

describe("links made before the program had an address", () => {
  it("are moved 200 at a time, each time by as many statements as two take (G9)", async () => {
    await partnerWith(2);
    const few = await giveAddress();
    expect(await urls()).toEqual(["https://acme.test/start", "https://acme.test/start?utm_source=p2"]);

    own = await service.createWorkspace({ program: { name: "Many", url: service.deps.config.appUrl } });
    await partnerWith(450);
    const others = { url: `${service.deps.config.appUrl}/` };
    expect((await service.request("POST", "/links", { body: others, key: own.apiKey })).status).toBe(200);
    expect(await giveAddress()).toBe(few);
    expect(await moved()).toBeLessThanOrEqual(200);
    const transaction = vi.spyOn(service.store, "transaction");
    while ((await moveNextLinks(service.ctx())) > 0);
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(4);
    transaction.mockRestore();
    expect(await moved()).toBe(450);
    expect((await urls()).filter((url) => !url.startsWith("https://acme.test/"))).toEqual([others.url]);
    await expectSound(service);
  });

  it("are all moved where a process was killed after some, to where the first address led", async () => {
    await partnerWith(250);
    await giveAddress();
    const [before, rest] = [await moved(), service.ctx()];
    expect(before).toBe(200);
    await service.request("PATCH", "/program", { body: { url: "https://later.test" }, key: own.apiKey });
    expect(await moveNextLinks(rest, 20)).toBe(20);
    // A portion that is not committed is done again.
    const failing = { ...rest, store: { ...rest.store, transaction: failAfter(rest.store.transaction) } };
    await expect(moveNextLinks(failing, 20)).rejects.toThrow("killed");
    expect(await moved()).toBe(220);
    while ((await moveNextLinks(service.ctx(), 20)) > 0);
    expect(await moved()).toBe(250);
    expect(await moveNextLinks(service.ctx())).toBe(0);
  });

  it("count where they will lead: a partner who comes into another group meanwhile gets no second one", async () => {
    const id = await partnerWith(1);
    await service.store.db
      .updateTable("programs")
      .set({ url: "https://acme.test/start", links_move: JSON.stringify({ to: "https://acme.test/start" }) })
      .where("id", "=", own.programId)
      .execute();
    const { body: group } = await service.request("POST", "/groups", {
      body: { name: "Gold", slug: "gold" },
      key: own.apiKey,
    });
    const change = await service.request("PATCH", `/partners/${id}`, { body: { groupId: group.id }, key: own.apiKey });
    expect(change.status).toBe(200);
    await moveNextLinks(service.ctx());
    expect(await urls()).toEqual(["https://acme.test/start"]);
  });

  it("that the address would make too large stay as they are, and the others are moved", async () => {
    await partnerWith(5);
    await service.store.pool.query(
      "UPDATE links SET description = repeat('x', 39940) WHERE workspace_id = $1 AND url LIKE '%p3'",
      [own.workspaceId],
    );
    const address = `https://acme.test/${"a".repeat(200)}`;
    await giveAddress(address);
    const kept = `${service.deps.config.appUrl}/?utm_source=p3`;
    expect(await urls()).toEqual([
      address,
      `${address}?utm_source=p2`,
      kept,
      `${address}?utm_source=p4`,
      `${address}?utm_source=p5`,
    ]);
    expect(await moveNextLinks(service.ctx())).toBe(0);
  });
});

type Transaction = TestService["store"]["transaction"];

/** Runs the work and takes all of it back, as a process that is killed before the end does. */
function failAfter(transaction: Transaction): Transaction {
  return (work) =>
    transaction(async (db) => {
      await work(db);
      throw new Error("killed");
    });
}
