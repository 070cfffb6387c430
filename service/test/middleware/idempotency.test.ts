import { Hono } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { createTag } from "../../src/domain/links/tags.ts";
import { createAdmission } from "../../src/middleware/admission.ts";
import { createRateLimit } from "../../src/middleware/rate-limit.ts";
import { endpoint } from "../../src/routes/endpoint.ts";
import { registerEndpoints } from "../../src/routes/register.ts";
import { tag, tagInput } from "../../src/schemas/tag.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const send = (email: string, key: string, credential?: string) =>
  service.request("POST", "/partners", { body: { email }, headers: { "idempotency-key": key }, key: credential });

describe("Idempotency-Key", () => {
  it("of simultaneous requests one works and the others are its replays", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send("same@mail.test", "race")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(7);
  });

  it("is scoped to credential and path", async () => {
    const other = await service.createWorkspace();
    const [a, b] = [await send("scope@mail.test", "scope"), await send("scope@mail.test", "scope", other.apiKey)];
    expect(b.headers.get("idempotent-replayed")).toBeNull();
    expect(b.body.programId).not.toBe(a.body.programId);
    const { status } = await service.request("POST", "/groups", {
      body: { name: "Scope" },
      headers: { "idempotency-key": "scope" },
    });
    expect(status).toBe(201);
  });

  it("white space makes no other body", async () => {
    const headers = { "idempotency-key": "space" };
    await service.request("POST", "/partners", { body: '{"email":"space@mail.test"}', headers });
    const again = await service.request("POST", "/partners", { body: '{ "email": "space@mail.test" }', headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("leaves nothing behind of a request that failed halfway", async () => {
    await service.createPartner({ username: "halfway" });
    const body = { email: "half@mail.test", username: "halfway" };
    expect((await service.request("POST", "/partners", { body, headers: { "idempotency-key": "half" } })).status).toBe(
      409,
    );
    const keys = await service.store.db
      .selectFrom("idempotency_keys")
      .select("key")
      .where("key", "=", "half")
      .execute();
    expect(keys).toEqual([]);
  });

  it("stores no secret of an answer, but a publishable key, which is public", async () => {
    const make = (kind: string) =>
      service.request("POST", "/api-keys", { body: { name: kind, kind }, headers: { "idempotency-key": kind } });
    for (const [kind, shown] of [
      ["secret", false],
      ["publishable", true],
    ] as const) {
      const first = (await make(kind)).body;
      const again = await make(kind);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.body).toEqual({ ...first, key: shown ? first.key : null });
    }
    const { rows } = await service.store.pool.query("select string_agg(body, '') as bodies from idempotency_keys");
    expect(rows[0].bodies).not.toMatch(/"ref_[0-9A-Za-z]{40}"/);
  });

  it("what takes its time happens before the transaction, and its failure is no answer of a replay", async () => {
    const seen: string[] = [];
    let fails = false;
    const slow = endpoint("tags.create", {
      description: "Makes a tag.",
      body: tagInput,
      output: tag,
      prepare: async () => {
        seen.push("prepare");
        if (fails) throw new ReferralsError("conflict", "not now");
        return "found";
      },
      handle: async ({ ctx, body, prepared }) => {
        seen.push(prepared());
        return createTag(ctx, body);
      },
    });
    const store: Store = {
      ...service.store,
      in: () => store,
      transaction: (work) => (seen.push("begin"), service.store.transaction(work)),
    };
    const api = new Hono();
    const gates = { rateLimit: createRateLimit(service.deps), admission: createAdmission(store) };
    const runtime = { ...service.deps, store, ...gates, addressOf: () => "::1", isByProxy: () => false };
    registerEndpoints(api, [slow], runtime);
    const headers = {
      authorization: `Bearer ${service.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": "slow",
    };
    const send = async (name: string) => api.request("/tags", { method: "POST", headers, body: `{"name":"${name}"}` });
    expect((await send("Slow")).status).toBe(201);
    expect(seen.slice(0, 3)).toEqual(["prepare", "begin", "found"]);
    fails = true;
    expect((await send("Slow")).status).toBe(201);
    headers["idempotency-key"] = "new";
    expect((await send("Other")).status).toBe(409);
  });

  it("answers 400 when it is malformed", async () => {
    expect((await send("x@mail.test", "two words")).status).toBe(400);
    expect((await send("x@mail.test", "k".repeat(256))).status).toBe(400);
  });
});

describe("Idempotency-Key of a bulk call", () => {
  const items = (name: string, count = 25) =>
    Array.from({ length: count }, (_, index) => ({ externalId: `${name}-${index}` }));
  const bulk = (body: unknown, key: string, query = "") =>
    service.request("POST", `/customers/bulk${query}`, { body, headers: { "idempotency-key": key } });
  const stored = async (name: string): Promise<number> =>
    (
      await service.store.db
        .selectFrom("customers")
        .select("external_id")
        .where("external_id", "like", `${name}-%`)
        .execute()
    ).length;
  /** The service of a process that ends before transaction number `last`. */
  const endsAt = (last: number) => {
    let transactions = 0;
    const store: Store = {
      ...service.store,
      in: () => store,
      transaction: (work) => {
        transactions += 1;
        if (transactions >= last) throw new Error("the process has ended");
        return service.store.transaction(work);
      },
    };
    const app = createApp({ ...service.deps, store, log: { error: () => {} } });
    return async (body: unknown, key: string, list = "customers") => {
      const headers = {
        authorization: `Bearer ${service.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      };
      const answer = await app.request(`/api/${list}/bulk`, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
  };

  it("is done in portions of ten, so that others get in between, and is repeated as one", async () => {
    const first = await bulk(items("whole"), "whole");
    expect(first.body.map(({ outcome }: any) => outcome)).toEqual(items("whole").map(() => "created"));
    const again = await bulk(items("whole"), "whole");
    expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    expect(await stored("whole")).toBe(25);
    const other = await bulk(items("whole").slice(0, 24), "whole");
    expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
  });

  it("that ended midway goes on where it ended, with the answers of what was done before", async () => {
    expect((await endsAt(3)(items("half"), "half-bulk")).status).toBe(500);
    expect(await stored("half")).toBe(20);
    const another = await bulk(items("half").toReversed(), "half-bulk");
    expect([another.status, await stored("half")]).toEqual([409, 20]);
    const again = await bulk(items("half"), "half-bulk");
    expect(again.body.map(({ outcome }: any) => outcome)).toEqual(items("half").map(() => "created"));
    expect(await stored("half")).toBe(25);
  });

  it("counts what an item lists: partners with nine links each are a portion each", async () => {
    const links = (name: string) => Array.from({ length: 9 }, (_, index) => ({ key: `${name}-${index}` }));
    const body = ["many-a", "many-b", "many-c"].map((name) => ({ email: `${name}@mail.test`, links: links(name) }));
    const cut = await endsAt(3)(body, "many-links", "partners");
    expect(cut.status).toBe(500);
    const { rows } = await service.store.pool.query(
      "SELECT DISTINCT split_part(key, '-', 2) AS name FROM links WHERE key LIKE 'many-_-%' ORDER BY 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("that ended before its whole answer was kept answers it all the same", async () => {
    expect((await endsAt(4)(items("late"), "late")).status).toBe(500);
    expect(await stored("late")).toBe(25);
    const again = await bulk(items("late"), "late");
    expect(again.body.map(({ outcome }: any) => outcome)).toEqual(items("late").map(() => "created"));
  });

  it("that is sent several times at once is done once", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => bulk(items("race", 30), "race-bulk")));
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, first?.body]));
    expect(await stored("race")).toBe(30);
  });

  it("that is a try of partners is done in portions, so that others get in between, and sees the items before it", async () => {
    const tried = Array.from({ length: 30 }, (_, index) => ({ email: `tried-${index}@mail.test` }));
    const again = [{ email: "tried-0@mail.test", name: "Again" }, { email: "TRIED-29@mail.test" }];
    let transactions = 0;
    const store: Store = {
      ...service.store,
      in: () => store,
      transaction: (work) => ((transactions += 1), service.store.transaction(work)),
    };
    const app = createApp({ ...service.deps, store });
    const answer = await app.request("/api/partners/bulk?dryRun=true", {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": "tried",
      },
      body: JSON.stringify([...tried, ...again]),
    });
    const outcomes = ((await answer.json()) as { outcome: string }[]).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...tried.map(() => "created"), "unchanged", "unchanged"]);
    expect(transactions).toBe(4);
    const { rows } = await service.store.pool.query("SELECT 1 FROM partners WHERE email LIKE 'tried-%'");
    expect(rows).toEqual([]);
  });

  it("that is a try sees all of its items, and stores none", async () => {
    const twice = [...items("try", 12), ...items("try", 1)];
    const { body } = await bulk(twice, "try", "?dryRun=true");
    expect(body.map(({ outcome }: any) => outcome)).toEqual([...items("try", 12).map(() => "created"), "unchanged"]);
    expect(await stored("try")).toBe(0);
  });
});
