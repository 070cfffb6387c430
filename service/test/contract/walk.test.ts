import {
  errorStatuses,
  operations,
  type ErrorCode,
  type OperationName,
  type OperationRow,
} from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/routes/all.ts";
import { lenientOperations } from "../../src/middleware/lenient-operations.ts";
import type { Endpoint } from "../../src/routes/endpoint.ts";
import { conflictByKeyOnly, conflicts } from "./conflicts.ts";
import { ask, documentedStatuses, problemsOf, readDescription, type Description } from "./ask.ts";
import { scenes } from "./scenes.ts";
import { openWorld, type Call, type World } from "./world.ts";

let world: World;
let limited: World;
/** A key that may ask 60 times a minute. */
let freeKey: string;
let description: Description;
beforeAll(async () => {
  world = await openWorld();
  description = await readDescription(world);
  limited = await openWorld({ rateLimits: true });
  freeKey = (await limited.createWorkspace({ plan: "free" })).apiKey;
});
afterAll(async () => {
  await limited.close();
  await world.close();
});

const served = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
const names = Object.keys(operations) as OperationName[];

/** Calls an operation: what is wrong with its answer, by the expected status and by the description; empty when nothing is. */
async function problems(name: OperationName, status: number, call: Call, from = world): Promise<string[]> {
  const answer = await ask(from, operations[name], call);
  if (answer.status !== status) return [`${answer.status} instead of ${status}: ${answer.text.slice(0, 500)}`];
  return problemsOf(description, operations[name], answer);
}

/** Fails as the operation's own scene says, else by a subject nobody knows, or a workspace without program. */
async function failing(name: OperationName, code: keyof (typeof scenes)[OperationName] & ErrorCode): Promise<Call> {
  const scene = scenes[name];
  const own = scene[code];
  if (own) return own(world);
  const call = await scene.ok(world);
  if (call.params) {
    return { ...call, params: Object.fromEntries(Object.keys(call.params).map((param) => [param, "unknown"])) };
  }
  return { ...call, key: world.bareKey };
}

/** An `Idempotency-Key` used again with another body. */
async function keyUsedTwice(name: OperationName): Promise<Call> {
  const call = await scenes[name].ok(world);
  const headers = { ...call.headers, "idempotency-key": world.unique() };
  const first = await ask(world, operations[name], { ...call, headers });
  expect(first.status).toBe(operations[name].ok);
  if (Array.isArray(call.body)) return { ...call, body: [...call.body, {}], headers };
  if (lenientOperations.has(name)) return { ...call, body: { ...Object(call.body), other: 1 }, headers };
  // A body of one word has no other that is right: what is kept of the first is that of another one.
  await world.store.db.updateTable("idempotency_keys").set({ body_hash: "other" }).execute();
  return { ...call, headers };
}

describe("every operation of the contract", () => {
  it("is served, but for those of tier 3 that are not built yet: they are 404", async () => {
    const missing = names.filter((name) => !served.has(name));
    expect(missing.filter((name) => operations[name].tier < 3)).toEqual([]);
    for (const name of missing) {
      const answer = await ask(world, operations[name], await scenes[name].ok(world));
      expect({ name, status: answer.status }).toEqual({ name, status: 404 });
    }
  });

  it("has its own conflicts in the table, or is listed as one that has none", () => {
    const conflicting = names.filter((name) => operations[name].also.includes("conflict"));
    const listed = [...Object.keys(conflicts), ...conflictByKeyOnly];
    expect(listed.toSorted()).toEqual(conflicting.toSorted());
  });

  it("is described with exactly the errors it can answer (N7)", () => {
    for (const [name, { row }] of served) {
      expect({ name, described: documentedStatuses(description, row).includes(row.ok) }).toEqual({
        name,
        described: true,
      });
      const always: ErrorCode[] = [
        "bad_request",
        "forbidden",
        "unprocessable_entity",
        "rate_limit_exceeded",
        "internal_server_error",
      ];
      for (const code of [...always, ...row.also])
        expect(documentedStatuses(description, row)).toContain(errorStatuses[code]);
    }
  });
});

describe.each(names.filter((name) => served.has(name)))("%s", (name) => {
  const endpoint = served.get(name)!;
  const { row } = endpoint;
  const call = async (): Promise<Call> => scenes[name].ok(world);

  it(`answers ${row.ok} as described`, async () => expect(await problems(name, row.ok, await call())).toEqual([]));

  it("answers 400 when body or query cannot be parsed", async () => {
    if (endpoint.body) expect(await problems(name, 400, { ...(await call()), body: '{"broken":' })).toEqual([]);
    expect(await problems(name, 400, { ...(await call()), query: { broken: "%zz" } })).toEqual([]);
  });

  it("ignores unknown parameters", async () => {
    const known = await call();
    expect(await problems(name, row.ok, { ...known, query: { ...known.query, unknown: "x" } })).toEqual([]);
  });

  if (endpoint.body) {
    const isLenient = lenientOperations.has(name);
    it(`${isLenient ? "passes over and names" : "refuses and names"} keys it does not know, at any depth (api §2)`, async () => {
      const bodiesOf = (body: unknown) =>
        Array.isArray(body) ? [withUnknownKeys(body)] : [withUnknownKeys(body), ...oneUnknownKeyEach(body)];
      const { length } = bodiesOf((await call()).body);
      for (let n = 0; n < length; n += 1) {
        const known = await call();
        const { status, text, warning } = await ask(world, row, { ...known, body: bodiesOf(known.body)[n] });
        // Of a list each item is answered on its own.
        expect([status, isLenient ? warning : text]).toEqual([
          isLenient || Array.isArray(known.body) ? row.ok : 422,
          expect.stringMatching(/Unknown propert(y|ies).*unknown/),
        ]);
      }
    });
  }

  it("answers 422 for a value that cannot be", async () => {
    if (endpoint.body) expect(await problems(name, 422, { ...(await call()), body: "7" })).toEqual([]);
    expect(await problems(name, 422, { ...(await call()), query: { search: "\0" } })).toEqual([]);
  });

  it("answers 429 when the bucket is empty", async () => {
    await exhaust(endpoint);
    expect(
      await problems(
        name,
        429,
        { params: unknownParams(row.path), ...(endpoint.body && { body: {} }), ...keyFor(row) },
        limited,
      ),
    ).toEqual([]);
  });

  if (name !== "qrCodes.get")
    it("answers 500 without the cause when the service breaks", async () => {
      const sound = await call();
      expect(await problems(name, 500, sound, { ...world, fetch: world.brokenFetch })).toEqual([]);
    });

  for (const code of row.also.filter((code) => code !== "conflict") as ("not_found" | "invite_expired")[]) {
    it(`answers ${errorStatuses[code]} ${code}`, async () => {
      expect(await problems(name, errorStatuses[code], await failing(name, code))).toEqual([]);
    });
  }

  for (const [why, setup] of Object.entries(conflicts[name] ?? {})) {
    it(`answers 409 for ${why}`, async () => {
      const answer = await ask(world, row, await setup(world));
      expect(answer).toMatchObject({ status: 409, text: expect.not.stringContaining("Idempotency-Key") });
      expect(problemsOf(description, row, answer)).toEqual([]);
    });
  }

  // Who has withdrawn is no partner any more: the repetition is 404 (E6).
  const takesKeys = endpoint.body && endpoint.idempotent && row.auth !== "none" && row.method !== "DELETE";
  if (takesKeys && name !== "embed.withdraw")
    it("answers 409 for an Idempotency-Key used again with another body", async () => {
      expect(await problems(name, 409, await keyUsedTwice(name))).toEqual([]);
    });
});

const exhausted = new Set<string>();

/** Operations that share their bucket with no other. */
const ownBuckets: readonly OperationName[] = ["qrCodes.get", "integrations.receive"];

/** Empties the bucket an operation is counted in (api §5), once for all operations that share it. */
async function exhaust({ name, row }: Endpoint): Promise<void> {
  const isOwn = ownBuckets.includes(name);
  const bucket = isOwn ? name : row.auth;
  if (exhausted.has(bucket)) return;
  exhausted.add(bucket);
  const limits = { key: 60, publishable: 600, embed: 120, none: 120 };
  const sharing = endpoints.filter((other) => other.row.auth === row.auth && !ownBuckets.includes(other.name));
  const [cheap] = isOwn ? [{ row }] : sharing;
  const limit = name === "integrations.receive" ? 600 : limits[row.auth];
  for (let count = 0; count < limit; count += 1) await ask(limited, cheap!.row, keyFor(row));
}

const keyFor = ({ auth }: OperationRow): Call => (auth === "key" ? { key: freeKey } : {});

function unknownParams(path: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param!, "unknown"]));
}

/** Objects whose keys the caller chooses. */
const open = ["values", "metadata", "geo", "utm"];

/** The same body several times, each with one key more in one of its objects. */
function oneUnknownKeyEach(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.entries(value).flatMap(([key, item]) =>
    open.includes(key)
      ? []
      : oneUnknownKeyEach(item).map((changed) =>
          Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
        ),
  );
  return Array.isArray(value) ? within : [{ ...value, unknown: { deep: true } }, ...within];
}

/** The same body with one key more in each of its objects. */
function withUnknownKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, open.includes(key) ? item : withUnknownKeys(item)]);
  return { ...Object.fromEntries(entries), unknown: { deep: true } };
}
