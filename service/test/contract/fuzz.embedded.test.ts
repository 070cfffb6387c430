import fc from "fast-check";
import { errorStatuses, operations, type OperationName } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/routes/all.ts";
import { ask, problemsOf, readDescription, type Description } from "./ask.ts";
import { scenes } from "./scenes.ts";
import { openWorld, type Call, type World } from "./world.ts";

let world: World;
let description: Description;
/** A call of each operation that succeeds, to be bent. */
const sound = new Map<OperationName, Call>();
beforeAll(async () => {
  world = await openWorld();
  description = await readDescription(world);
  for (const { name } of endpoints) sound.set(name, await scenes[name].ok(world));
});
afterAll(() => world.close());

/** What nobody would send, and what somebody will. */
const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "null",
    "-1",
    "1e309",
    "9007199254740993",
    "NaN",
    "%",
    "%zz",
    "%00",
    "'; drop table links; --",
    "__proto__",
    "2026-02-30",
    "9999-12-31T23:59:59Z",
    "0000-01-01",
    "-271821-04-20",
    "ext_",
    "a".repeat(9000),
    "\ud800",
    "١٢",
    "javascript:alert(1)",
    "https://[::1",
    "http://a.test/%zz",
    "//x",
    "Europe/Berlin",
    "metadata['a']:'b'",
    "-a,b",
    "true",
    "👩‍👩‍👧",
    "\\",
    '"',
    "*",
    "(",
    "{}",
  ),
);
const oddValue = fc.oneof(
  { weight: 3, arbitrary: oddText },
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
);
const headers = fc.record(
  {
    "idempotency-key": fc.constantFrom("a", "a b", "x".repeat(256), "ok-key"),
    "x-request-id": fc.constantFrom("a b", "fine", "<script>"),
    origin: fc.constantFrom("null", "https://evil.test", "not an origin"),
    "x-forwarded-for": fc.constantFrom("1.2.3.4", "nonsense, ,", "::1"),
    "if-none-match": fc.constantFrom("*", 'W/"a"', "rubbish"),
    "last-event-id": fc.constantFrom("0", "x".repeat(300)),
    "user-agent": fc.constantFrom("", "Mozilla/5.0 Firefox/140.0", "x".repeat(2000)),
  },
  { requiredKeys: [] },
);

/** Changes one to three parts of a sound call, or replaces its body altogether. */
const bend = fc.record({
  query: fc.array(fc.tuple(fc.nat(), oddText), { maxLength: 3 }),
  body: fc.array(fc.tuple(fc.nat(), oddValue), { maxLength: 3 }),
  whole: fc.option(fc.oneof(oddValue, fc.string({ maxLength: 30 })), { freq: 6 }),
  params: fc.option(oddText, { freq: 4 }),
  headers,
});

function bent(name: OperationName, call: Call, how: ReturnType<typeof bend.generate>["value"]): Call {
  const { parameters = [], requestBody } =
    description["paths"][operations[name].path][operations[name].method.toLowerCase()];
  const names: string[] = parameters.filter((part: any) => part.in === "query").map((part: any) => part.name);
  const query = how.query.map(([at, value]) => [
    names[at % names.length] ?? "unknown",
    encodeURIComponent(wellFormed(value)),
  ]);
  const body = call.body && !Array.isArray(call.body) ? { ...(call.body as object) } : call.body;
  const fields = fieldsOf(requestBody);
  for (const [at, value] of how.body) Object.assign(Object(body), { [fields[at % fields.length] ?? "unknown"]: value });
  const params =
    how.params === null
      ? call.params
      : Object.fromEntries(Object.keys(call.params ?? {}).map((key) => [key, safe(how.params!)]));
  return {
    ...call,
    ...(params && { params }),
    query: { ...call.query, ...Object.fromEntries(query) },
    ...(requestBody && { body: how.whole ?? body }),
    headers: { ...call.headers, ...how.headers } as Record<string, string>,
  };
}

function fieldsOf(requestBody: any): string[] {
  const schema = requestBody?.content["application/json"].schema ?? {};
  const named = schema.$ref ? description["components"].schemas[schema.$ref.split("/").at(-1)] : schema;
  return Object.keys(named.properties ?? {});
}

/** No address can carry the lone half of a character. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A path segment that no client collapses. */
const safe = (text: string): string => (/^\.*$/.test(text) ? "x" : wellFormed(text));

describe("whatever is sent", () => {
  it.each(endpoints.map(({ name }) => name))("%s answers as described, and never 5xx", async (name) => {
    const row = operations[name];
    await fc.assert(
      fc.asyncProperty(bend, async (how) => {
        const answer = await ask(world, row, bent(name, sound.get(name)!, how));
        expect(answer.status).toBeLessThan(500);
        expect(answer.status === 304 ? [] : problemsOf(description, row, answer)).toEqual([]);
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it("an address that is none answers in the envelope", async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"), async (path, method) => {
        const response = await world.fetch(`https://app.test/api/none${path}`, { method });
        const { error } = (await response.json()) as { error: { code: keyof typeof errorStatuses } };
        expect(errorStatuses[error.code]).toBe(response.status);
      }),
      { numRuns: 50, seed: 7 },
    );
  });
});
