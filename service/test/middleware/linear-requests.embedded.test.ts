import type { OperationRow } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ways } from "../../src/bounds.ts";
import { endpoints } from "../../src/routes/all.ts";
import type { Endpoint } from "../../src/routes/endpoint.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let embedToken: string;

beforeAll(async () => {
  service = await createTestService();
  embedToken = await service.embedToken((await service.createPartner()).id);
});
afterAll(() => service.close());

/** Texts of about so many bytes which cost a reader most: each is tried as a value and as many values. */
const letters: Readonly<Record<string, (bytes: number) => string>> = {
  "one letter": (bytes) => "a".repeat(bytes),
  "escapes alone": (bytes) => "%41".repeat(bytes / 3),
  "separators alone": (bytes) => "&".repeat(bytes),
  "quotes and brackets": (bytes) => "']:'".repeat(bytes / 4),
  spaces: (bytes) => " ".repeat(bytes),
  commas: (bytes) => ",".repeat(bytes),
};

/** JSON of about so many bytes: wide, deep, with long names, with names of every bound at once. */
const values: Readonly<Record<string, (bytes: number) => unknown>> = {
  "many numbers": (bytes) => Array.from({ length: Math.min(bytes / 8, 4_000) }, (_, index) => index),
  "many texts": (bytes) => Array.from({ length: Math.min(bytes / 16, 4_000) }, (_, index) => `text ${index}`),
  "many empty objects": (bytes) => Array.from({ length: Math.min(bytes / 8, 4_000) }, () => ({})),
  "many wrong fields": (bytes) =>
    Array.from({ length: Math.min(bytes / 64, 2_000) }, () => ({ key: 1, label: 2, type: "x" })),
  "many names": (bytes) => named(Math.min(bytes / 24, 4_000), 12, []),
  "long names in deep places": (bytes) => {
    const depth = 20;
    const length = Math.min(36_000, bytes / 2 / depth);
    let value: unknown = named(Math.min(bytes / 32, 8_000), 8, 1);
    for (let level = 0; level < depth; level += 1) value = { ["n".repeat(length)]: value };
    return value;
  },
  "one long text": (bytes) => "a".repeat(bytes),
};

function named(count: number, length: number, value: unknown): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`.padStart(length, "n"), value]));
}

/** Processor time of one request in milliseconds, whatever else the machine does: the least of some tries. */
async function cost(send: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3; tries += 1) {
    const from = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(from);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** What is cheaper is not told from what the machine does beside it. */
const unseenMs = 10;

interface Probe {
  send: (bytes: number) => Promise<unknown>;
  /** What the platform alone does with so many bytes, here `JSON.parse`, whose objects of many names leave the caches of a processor. */
  parse?: (bytes: number) => Promise<unknown>;
  mostBytes: number;
}

/** Says what costs more than six times as much when it has four times the bytes; nothing where that is not so. */
async function excess(what: string, { send, parse = async () => {}, mostBytes }: Probe): Promise<string[]> {
  let told = "";
  const own = async (bytes: number): Promise<number> =>
    (await cost(() => send(bytes))) - (await cost(() => parse(bytes)));
  for (let tries = 0; tries < 5; tries += 1) {
    const small = await own(mostBytes / 4);
    const large = await own(mostBytes);
    if (large <= 6 * Math.max(small, unseenMs)) return [];
    told = `${what}: ${small.toFixed(1)} ms, of four times the size ${large.toFixed(1)} ms`;
  }
  return [told];
}

function credentialFor({ auth }: OperationRow): string | null {
  if (auth === "none") return null;
  return auth === "embed" ? embedToken : service.apiKey;
}

function headersFor(row: OperationRow): Record<string, string> {
  const key = credentialFor(row);
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

const pathOf = ({ path }: OperationRow): string => `https://app.test/api${path.replaceAll(/\{\w+\}/g, "none")}`;

/** Names of the fields that a schema of an object has. */
function fieldsOf(schema: Endpoint["body"] | Endpoint["query"]): string[] {
  const { shape } = (schema ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

const withBody = endpoints.filter(({ body }) => body !== undefined);
const withQuery = endpoints.filter(({ row }) => row.method === "GET");

/** Sends a request and reads the start of its answer: a stream has no end. */
async function ask(url: string, init: RequestInit): Promise<void> {
  const answer = await service.fetch(url, init);
  await answer.body?.cancel();
  expect(answer.status).toBeLessThan(500);
}

describe.each(Object.entries(values))("a body of %s", (shape, make) => {
  it("costs every operation in proportion to its bytes", async () => {
    const told: string[] = [];
    for (const { row, name, body } of withBody) {
      const fields = fieldsOf(body);
      const textOf = (bytes: number): string => {
        const share = bytes / Math.max(1, fields.length);
        return JSON.stringify(
          fields.length === 0 ? make(bytes) : Object.fromEntries(fields.map((field) => [field, make(share)])),
        );
      };
      const mostBytes = ways.body.bytes * 0.9;
      const texts = new Map([mostBytes / 4, mostBytes].map((bytes) => [bytes, textOf(bytes)]));
      const headers = { ...headersFor(row), "content-type": "application/json" };
      const send = (bytes: number): Promise<void> =>
        ask(pathOf(row), { method: row.method, headers, body: texts.get(bytes)! });
      const parse = async (bytes: number): Promise<unknown> => JSON.parse(texts.get(bytes)!);
      told.push(...(await excess(`${name}, ${shape}`, { send, parse, mostBytes })));
    }
    expect(told).toEqual([]);
  });
});

describe.each(Object.entries(letters))("an address of %s", (shape, make) => {
  it("costs every operation in proportion to its bytes", async () => {
    const told: string[] = [];
    for (const { row, name, query } of withQuery) {
      const [field = "q", ...others] = fieldsOf(query);
      const send = async (bytes: number): Promise<void> => {
        const text = shape === "separators alone" ? make(bytes) : encodeURIComponent(make(bytes / 4)).slice(0, bytes);
        for (const search of [
          `%41&${text}`,
          `${field}=${text}`,
          `${others.at(-1) ?? "query"}=${text}`,
          `query=metadata['${text}`,
        ]) {
          await ask(`${pathOf(row)}?${search}`, { headers: headersFor(row) });
        }
      };
      told.push(...(await excess(`${name}, ${shape}`, { send, mostBytes: ways.head.bytes * 0.9 })));
    }
    expect(told).toEqual([]);
  });
});

it("refuses an address of more parts than any operation has, and one name or value more than a body may hold", async () => {
  const parts = (count: number): Promise<Response> =>
    service.fetch(`https://app.test/api/partners?${"&".repeat(count)}`, {
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
  expect((await parts(ways.address.parts - 20)).status).toBe(200);
  expect((await parts(ways.address.parts)).status).toBe(400);
  const metadata = named(ways.body.parts, 5, 1);
  const answer = await service.request("POST", "/track/lead", { body: { metadata } });
  expect([answer.status, answer.body.error.message]).toEqual([
    422,
    `too_big: body: must hold at most ${ways.body.parts} names and values`,
  ]);
});

it("names the place of a refused text, however deep, by the end of its path", async () => {
  const body = { name: "x", linkProps: { ["n".repeat(300)]: { list: ["fine", "bad\u0000"] } } };
  const { status, body: answer } = await service.request("POST", "/partners", { body });
  expect(status).toBe(422);
  expect(answer.error.message).toMatch(/^invalid_format: n+\.list\[1\]: must not contain U\+0000$/);
});
