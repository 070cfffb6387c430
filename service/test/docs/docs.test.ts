import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { errorStatuses, operations, type OperationName, type ReferralsErrorCode } from "referrals-embed/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { serverOperations } from "../../../src/server/create-referrals-client.ts";
import { fieldsOf, type Schema } from "../../src/docs/fields.ts";
import { limitWords, typeWords } from "../../src/docs/type-words.ts";
import { createDocs } from "../../src/routes/docs.ts";
import { endpoints } from "../../src/routes/all.ts";
import { readDescription } from "./read-description.ts";

let document: Schema;
let docs: string;
let errors: string;
let tracking: string;
let headers: Headers;
beforeAll(async () => {
  document = await readDescription();
  const routes = createDocs(async () => document, "https://app.test");
  const answer = await routes.request("/docs");
  headers = answer.headers;
  docs = await answer.text();
  errors = await (await routes.request("/docs/errors")).text();
  tracking = await (await routes.request("/docs/tracking")).text();
});

const pages = ["docs", "errors", "tracking"];
const textOf = (name: string): string => (name === "docs" ? docs : name === "errors" ? errors : tracking);

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

/** What links lead to, the selectors of the stylesheet aside. */
const targets = (text: string, pattern: RegExp): string[] => all(text.replace(/<style>.*?<\/style>/s, ""), pattern);

/** The section of an operation. */
const sectionOf = (name: string): string => docs.split(`<h3 id="${name}">`)[1]!.split("</section>")[0]!;

describe("GET /docs", () => {
  it("has a section with method, path and words for every operation that is served", () => {
    for (const { name, row } of endpoints) {
      const section = sectionOf(name);
      expect(section).toContain(`>${row.method}</b> <code>${row.path}</code>`);
      expect(section).toMatch(/<p>[A-Z].{10,}<\/p>/);
    }
  });

  it("shows every operation as a call with curl, and with the SDK what it is for", () => {
    for (const { name, row } of endpoints) {
      expect(sectionOf(name)).toMatch(/<code>curl /);
      expect(sectionOf(name).includes(`await referrals.${name}(`)).toBe(row.auth === "key");
    }
    const sdk: readonly string[] = serverOperations();
    const shown = all(docs, /await referrals\.([\w.]+)\(/g);
    expect(shown.filter((name) => !sdk.includes(name))).toEqual([]);
  });

  it.each(["token-to-browser", "receiving-events", "sales-from-a-provider", "when-money-goes-out"])(
    "has the guide %s with code",
    (id) => {
      expect(sectionOf(id)).toMatch(/<p>.*<pre/s);
    },
  );

  it("names what must be given before what may be", () => {
    for (const list of docs.split('<ul class="fields">').slice(1)) {
      const marks = all(list.split("</ul>")[0]!.replace(/<details>.*?<\/details>/gs, ""), /<li>(.*?)(?=<li>|$)/gs);
      const given = marks.map((item) => item.includes("<b>required</b>"));
      expect(given).toEqual([...given].sort((a, b) => Number(b) - Number(a)));
    }
  });

  it("leads nowhere that does not exist", () => {
    const ids = new Set(all(docs, / id="([^"]+)"/g));
    expect(targets(docs, /href="#([^"]+)"/g).filter((target) => !ids.has(target))).toEqual([]);
    const codes = new Set(all(errors, / id="([^"]+)"/g));
    expect(targets(errors, /href="#([^"]+)"/g).filter((target) => !codes.has(target))).toEqual([]);
    expect(all(docs, /href="\/docs\/errors#([^"]+)"/g).filter((code) => !codes.has(code))).toEqual([]);
    const parts = new Set(all(tracking, / id="([^"]+)"/g));
    expect(targets(tracking, /href="#([^"]+)"/g).filter((target) => !parts.has(target))).toEqual([]);
    expect(all(tracking, /href="\/docs#([^"]+)"/g).filter((target) => !ids.has(target))).toEqual([]);
  });

  it.each(pages)("%s: loads and runs nothing", (name) => {
    expect(textOf(name)).not.toMatch(/<script|<link|<img|@import|url\(| style="/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it.each(pages)("%s: its stylesheet is the one its policy allows", (name) => {
    const styles = all(textOf(name), /<style>([^<]*)<\/style>/g);
    expect(styles).toHaveLength(1);
    const hash = createHash("sha256").update(styles[0]!).digest("base64");
    expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  });

  it("keeps what only some browsers know in rules of its own: the others drop a rule whole", () => {
    const selectors = all(docs, /<style>([^<]*)<\/style>/g)[0]!.match(/[^{}]+(?=\{)/g)!;
    const young = selectors.filter((selector) => /:target-current|::details-content/.test(selector));
    expect(young.length).toBeGreaterThan(0);
    expect(young.filter((selector) => selector.includes(","))).toEqual([]);
  });

  it.each(pages)("%s: has one level-one heading, a language and no id twice", (name) => {
    const text = textOf(name);
    expect(all(text, /(<h1>)/g)).toHaveLength(1);
    expect(text).toContain('<html lang="en">');
    const ids = all(text, / id="([^"]+)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe("a reader who cannot see the page", () => {
  it.each(pages)("%s: finds headings in steps of one, and a landmark per chapter only", (name) => {
    const text = textOf(name);
    const levels = all(text, /<h([1-6])/g).map(Number);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    expect(all(text, /<section[^>]* aria-labelledby="([^"]+)"/g)).toEqual(
      all(text, /<section class="chapter" aria-labelledby="([^"]+)"/g),
    );
  });
});

describe("a value in words", () => {
  it.each<[Schema, string]>([
    [{ type: ["string", "null"], maxLength: 5 }, "string, at most 5 characters, or null"],
    [
      { type: "array", items: { type: "string", maxLength: 9 }, maxItems: 20 },
      "list of strings, at most 9 characters each, at most 20 items",
    ],
    [{ type: "array", items: { type: "object", properties: {} } }, "list of objects"],
    [{ type: "string", enum: ["a", "b"], default: "a" }, "one of a b, default a"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
    [{ type: "object", additionalProperties: { type: "string" } }, "map of name to string"],
  ])("%j reads %j", (schema, words) => {
    expect(String(typeWords(schema)).replace(/<[^>]*>/g, "")).toBe(words);
  });

  it("joins what the forms of an object say of one field", () => {
    const form = (type: string) => ({ type: "object", properties: { type: { const: type } }, required: ["type"] });
    const [field] = fieldsOf({ oneOf: [form("text"), form("date")] });
    expect(field).toMatchObject({ name: "type", required: true, schema: { enum: ["text", "date"] } });
  });
});

describe("limits in words", () => {
  it.each<[Schema, string]>([
    [{ minLength: 1, maxLength: 255 }, ", 1 to 255 characters"],
    [{ minLength: 0, maxLength: 4000 }, ", at most 4,000 characters"],
    [{ minLength: 1 }, ", not empty"],
    [{ minLength: 3, maxLength: 3 }, ", exactly 3 characters"],
    [{ minimum: 1, maximum: 100 }, ", 1 to 100"],
    [{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ", 0 or more"],
    [{ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, ""],
    [{ maxItems: 1 }, ", at most 1 item"],
    [{ minItems: 2, maxItems: 4 }, ", 2 to 4 items"],
  ])("%j reads %j", (schema, words) => {
    expect(limitWords(schema)).toBe(words);
  });
});

/** Attributes of other scripts that are read too, and mean what another does. */
const aliases = ["short-domain", "query-params"];

describe("GET /docs/tracking", () => {
  it("has the script tag of this service, and every attribute that the script reads", async () => {
    expect(tracking).toContain("https://app.test/assets/analytics.js");
    const settings = await readFile(new URL("../../src/analytics-script/settings.ts", import.meta.url), "utf8");
    const read = all(settings, /attribute\("([\w-]+)"\)/g).filter((name) => !aliases.includes(name));
    expect(read.length).toBeGreaterThan(5);
    for (const name of read) expect(tracking).toContain(`<code>data-${name}</code>`);
  });

  it("says for each step of a click what is seen, and what to do if not", () => {
    const [, list = ""] = /<ol>(.*?)<\/ol>/s.exec(tracking) ?? [];
    const items = list.split("<li>").slice(1);
    expect(items).toHaveLength(5);
    for (const item of items) expect(item).toMatch(/You see:.*If not:/s);
  });
});

describe("GET /docs/errors", () => {
  const codes: Record<ReferralsErrorCode, true> = {
    ...(Object.fromEntries(Object.keys(errorStatuses).map((code) => [code, true])) as Record<
      keyof typeof errorStatuses,
      true
    >),
    token_fetch_failed: true,
    token_timeout: true,
    network: true,
    load_timeout: true,
    frame_blocked: true,
    origin_not_allowed: true,
    protocol_mismatch: true,
  };

  it.each(Object.keys(codes))("%s: has a section that says what to do, where doc_url and docUrl point", (code) => {
    const [, section] = errors.split(`<h3 id="${code}">`);
    expect(section?.split("</section>")[0]).toContain("What to do:");
  });
});

describe("the operations' examples in the description", () => {
  it("stand with every operation that has a body, an answer in JSON or parameters that must be given", () => {
    for (const name of Object.keys(operations) as OperationName[]) {
      const { method, path, ok, produces } = operations[name];
      const { parameters = [], requestBody, responses } = document["paths"][path][method.toLowerCase()];
      const given = parameters.filter(({ required }: Schema) => required);
      expect(given.filter(({ example }: Schema) => example === undefined)).toEqual([]);
      if (requestBody) expect(requestBody.content["application/json"].example, name).toBeDefined();
      if (!produces) expect(responses[ok].content["application/json"].example, name).toBeDefined();
    }
  });
});
