import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { errorStatuses, operations, type OperationName, type ReferralsErrorCode } from "referrals-embed/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { docsPages } from "../../../src/development/tell.ts";
import { serverOperations } from "../../../src/server/create-referrals-client.ts";
import { renderGuides } from "../../../scripts/build/guides.mjs";
import { fieldsOf, type Schema } from "../../src/docs/fields.ts";
import { groups } from "../../src/docs/groups.ts";
import { groupPath } from "../../src/docs/reference.ts";
import { limitWords, typeWords } from "../../src/docs/type-words.ts";
import { createDocs } from "../../src/routes/docs.ts";
import { endpoints } from "../../src/routes/all.ts";
import { testConfig } from "../harness.ts";
import { readDescription } from "./read-description.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const guides = renderGuides(root);

let document: Schema;
let routes: ReturnType<typeof createDocs>;
let headers: Headers;
/** Every page that a link leads to, by its path. */
const pages = new Map<string, string>();
beforeAll(async () => {
  document = await readDescription();
  routes = createDocs({ config: testConfig(), guides, readDescription: async () => document });
  const waiting = ["/docs"];
  for (const path of waiting) {
    const answer = await routes.request(path);
    headers = answer.headers;
    pages.set(path, answer.status === 200 ? await answer.text() : "");
    for (const target of targets(textOf(path), /href="(\/docs[^"#]*)[^"]*"/g))
      if (!waiting.includes(target) && !/\.(json|md)$/.test(target)) waiting.push(target);
  }
});

const textOf = (path: string): string => pages.get(path) ?? "";

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

/** What links lead to, the selectors of the stylesheet aside. */
const targets = (text: string, pattern: RegExp): string[] => all(text.replace(/<style>.*?<\/style>/s, ""), pattern);

/** The page of a group of operations, and the section of one in it. */
const sectionOf = (name: string): string =>
  textOf(groupPath(name.split(".")[0]!))
    .split(`<h3 id="${name}">`)[1]!
    .split("</section>")[0]!;

/** A page with what is wrong with it, for those that have something wrong. */
const wrong = (look: (text: string, path: string) => unknown[]): [string, unknown[]][] =>
  [...pages]
    .map(([path, text]): [string, unknown[]] => [path, look(text, path)])
    .filter(([, found]) => found.length > 0);

describe("the pages below /docs", () => {
  it("are all there, each led to by a link, and none is above 150 kB", () => {
    expect(pages.size).toBeGreaterThan(100);
    expect(wrong((text) => (text === "" ? ["missing"] : []))).toEqual([]);
    expect(wrong((text) => (Buffer.byteLength(text) > 150_000 ? [Buffer.byteLength(text)] : []))).toEqual([]);
  });

  it("have one for each subject that somebody comes for", () => {
    const subjects = [
      "react next react-router vue svelte astro html php rails",
      "tokens tracking integrations webhooks payouts props theming languages",
      "production proxy policies scale versions moving-in from-dub",
      "rules accessibility privacy protocol errors",
    ];
    for (const subject of subjects.join(" ").split(" ")) expect([...pages.keys()]).toContain(`/docs/${subject}`);
  });

  it("lead nowhere that does not exist", () => {
    const ids = new Map([...pages].map(([path, text]) => [path, new Set(all(text, / id="([^"]+)"/g))]));
    const broken = (text: string, own: string): string[] =>
      targets(text, /href="((?:\/docs|#)[^"]*)"/g).filter((target) => {
        const [path, id] = target.split("#") as [string, string?];
        // Forms for programs, which have a test of their own below.
        if (path === "/docs/program.schema.json" || path === `${own}.md`) return false;
        const there = ids.get(path || own);
        return !there || (id !== undefined && !there.has(id));
      });
    expect(wrong(broken)).toEqual([]);
  });

  it("load and run nothing", () => {
    // An alternate form is an address to go to, which no browser fetches.
    expect(
      wrong((text) => text.match(/<script|<link(?! rel="alternate")|<img|@import|url\(| style="| on\w+="/g) ?? []),
    ).toEqual([]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("have no table with a column that says not what is in it", () => {
    expect(wrong((text) => text.match(/<th[^>]*>\s*<\/th>/g) ?? [])).toEqual([]);
  });

  it("have the stylesheet that their policy allows", () => {
    const styles = new Set([...pages.values()].flatMap((text) => all(text, /<style>([^<]*)<\/style>/g)));
    expect(styles.size).toBe(1);
    const hash = createHash("sha256")
      .update([...styles][0]!)
      .digest("base64");
    expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  });

  it("have one level-one heading, a language and no id twice", () => {
    expect(
      wrong((text) => (all(text, /(<h1>)/g).length === 1 && text.includes('<html lang="en">') ? [] : ["h1"])),
    ).toEqual([]);
    const twice = (text: string): string[] => {
      const ids = all(text, / id="([^"]+)"/g);
      return ids.filter((id, index) => ids.indexOf(id) !== index);
    };
    expect(wrong(twice)).toEqual([]);
  });

  it("name where one is in the contents, where all of them are", () => {
    const listed = wrong((text, path) =>
      path.startsWith("/docs/records/") || path === "/docs"
        ? []
        : text.includes(`<a href="${path}" aria-current="page">`) && text.includes("<details open>")
          ? []
          : ["not marked"],
    );
    expect(listed).toEqual([]);
  });

  it("answer 404 with a page for what is not there", async () => {
    const answer = await routes.request("/docs/api/nothing");
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("No such page")]);
  });

  it("keep what only some browsers know in rules of its own: the others drop a rule whole", () => {
    const selectors = all(textOf("/docs"), /<style>([^<]*)<\/style>/g)[0]!.match(/[^{}]+(?=\{)/g)!;
    const young = selectors.filter((selector) => /:target-current|::details-content/.test(selector));
    expect(young.length).toBeGreaterThan(0);
    expect(young.filter((selector) => selector.includes(","))).toEqual([]);
  });

  it("let a reader who cannot see them find headings in steps of one, and a landmark per chapter only", () => {
    const skips = (text: string): number[] => {
      const levels = all(text, /<h([1-6])/g).map(Number);
      return levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    };
    expect(wrong(skips)).toEqual([]);
    const unnamed = (text: string): string[] =>
      all(text, /<section[^>]* aria-labelledby="([^"]+)"/g).filter((id) => !text.includes(` id="${id}"`));
    expect(wrong(unnamed)).toEqual([]);
  });
});

describe("GET /docs", () => {
  it("keeps the addresses of the one page it was: each is a row that leads to where it is now", () => {
    const text = textOf("/docs");
    const records = Object.keys(document["components"].schemas).map((name) => `record-${name}`);
    const guides = [
      "token-to-browser",
      "receiving-events",
      "sales-from-a-provider",
      "when-money-goes-out",
      "moving-in",
    ];
    const groups = new Set(endpoints.map(({ name }) => `group-${name.split(".")[0]}`));
    for (const id of ["start", "records", "repeating", ...records, ...guides, ...groups])
      expect(text).toContain(` id="${id}"`);
    for (const { name } of endpoints)
      expect(text).toMatch(
        new RegExp(`<li id="${name}">\\s*<b [^>]*>\\w+</b> <a href="${groupPath(name.split(".")[0]!)}#${name}">`),
      );
  });

  it("begins with the quick starts", () => {
    expect(textOf("/docs").indexOf('href="/docs/react"')).toBeGreaterThan(0);
    expect(targets(textOf("/docs").split("<main")[1]!, /<h2 id="chapter-0">(.*?)<\/h2>/g)).toEqual(["Quick starts"]);
  });
});

describe("the reference", () => {
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
    const sdk: readonly string[] = [...serverOperations(), "embedTokens.withFirstData"];
    const shown = [...pages.values()].flatMap((text) => all(text, /await referrals\.(\w+\.\w+)\(/g));
    expect(shown.filter((name) => !sdk.includes(name))).toEqual([]);
  });

  it("names what must be given before what may be", () => {
    for (const list of [...pages.values()].flatMap((text) => text.split('<ul class="fields">').slice(1))) {
      const marks = all(list.split("</ul>")[0]!.replace(/<details>.*?<\/details>/gs, ""), /<li>(.*?)(?=<li>|$)/gs);
      const given = marks.map((item) => item.includes("<b>required</b>"));
      expect(given).toEqual([...given].sort((a, b) => Number(b) - Number(a)));
    }
  });
});

describe("GET /docs/search", () => {
  const search = async (query: string): Promise<string[]> => {
    const answer = await routes.request(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(answer.status).toBe(200);
    return targets((await answer.text()).split('<ol class="found">')[1]!, /<li>\s*<a href="([^"]+)"/g);
  };

  it.each([
    ["verify webhook signature", "/docs/webhooks#receive-and-verify-the-signature"],
    ["list the program's partners", "/docs/api/partners#partners.list"],
    ["rate_limit_exceeded", "/docs/errors#rate_limit_exceeded"],
    ["nginx", "/docs/proxy#nginx"],
    ["POST /track/sale", "/docs/api/track#track.sale"],
    ["WebhookDelivery", "/docs/records/WebhookDelivery"],
  ])("finds %j", async (query, path) => {
    expect((await search(query)).slice(0, 5)).toContain(path);
  });

  // In the words of people who came for the first time.
  it.each([
    ["choose", "/docs/choose"],
    ["iframe or inline", "/docs/choose"],
    ["embedded or postgresql", "/docs/choose"],
    ["get the service", "/docs/production"],
    ["npm install service", "/docs/production"],
    ["starting 503", "/docs/production"],
    ["container", "/docs/production"],
    ["docker", "/docs/production"],
    ["systemd", "/docs/production"],
    ["DATA_DIR", "/docs/production"],
    ["who changed this?", "/docs/production"],
    ["backup", "/docs/production"],
    ["props", "/docs/props"],
    ["all props and events", "/docs/props"],
    ["headless test click", "/docs/tracking"],
    ["bot filter", "/docs/tracking"],
    ["csp", "/docs/policies"],
    ["content security policy", "/docs/policies"],
    ["payout not enabled", "/docs/payouts"],
    ["payout method", "/docs/payouts"],
    ["csv accountant", "/docs/payouts"],
    ["invite a journalist", "/docs/outside-partners"],
    ["strangers apply", "/docs/outside-partners"],
    ["who gets the sale", "/docs/money"],
    ["why is it on hold", "/docs/money"],
    ["hold a commission", "/docs/money"],
    ["unsubscribe", "/docs/mail"],
    ["import from rewardful", "/docs/moving-in"],
    ["webhook signature", "/docs/webhooks"],
    ["node 18", "/docs/versions"],
  ])("shows for %j the page %s first", async (query, page) => {
    expect((await search(query))[0]?.split("#")[0]).toBe(page);
  });

  it("finds a word in any form and at its beginning only, and says when no place has all words", async () => {
    expect(await search("unsubscribing")).toEqual(await search("unsubscribe"));
    expect(await search("ubscribe")).toEqual([]);
    const text = await (await routes.request("/docs/search?q=caddy+zzzzqqq")).text();
    expect(text).toContain("None has all of these words: 1 of 2 at most.");
    expect(text).toMatch(/<mark>Caddy<\/mark>/i);
  });

  it("leads only to places that exist", async () => {
    for (const query of ["a", "token", "partner", "sale"])
      for (const target of await search(query)) {
        const [path, id] = target.split("#") as [string, string?];
        expect(textOf(path), target).toContain(id === undefined ? "<h1>" : ` id="${id}"`);
      }
  });

  it.each(["", " ", "zzzzqqq", "<script>alert(1)</script>", "(", "\\", "%", '"', "a".repeat(5000), "*+?[]^$|"])(
    "answers %j with a page that runs nothing",
    async (query) => {
      const answer = await routes.request(`/docs/search?q=${encodeURIComponent(query)}`);
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).not.toMatch(/<script/);
      expect(text).toMatch(/<p role="status">.+<\/p>/s);
    },
  );

  it("shows what was asked for in its field again, and says how much it found", async () => {
    const text = await (await routes.request("/docs/search?q=caddy")).text();
    expect(text).toMatch(/<input[^>]*\sname="q"\s+value="caddy"/);
    expect(text).toMatch(/<p role="status">\s*\d+ results? for “caddy”\.\s*<\/p>/);
    expect(text).toMatch(/<mark>Caddy<\/mark>/i);
  });
});

describe("the documentation for programs", () => {
  const forms = (text: string): Map<string, string> =>
    new Map(
      [...text.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)"/g)].map(([, type, href]) => [
        type!,
        href!,
      ]),
    );
  const groupNames = Object.keys(groups);
  const names = guides.flatMap(({ guides }) => guides.map(({ name }) => name));

  it("is named by every page, and every form that is named is there in the type that is said", async () => {
    expect(
      wrong((text) => (forms(text).get("application/json") === "https://app.test/api/openapi.json" ? [] : ["API"])),
    ).toEqual([]);
    const own = new Map([...pages.values()].flatMap((text) => [...forms(text)].map(([type, href]) => [href, type])));
    own.delete("https://app.test/api/openapi.json");
    expect(own.size).toBe(names.length + groupNames.length + 3);
    for (const [href, type] of own) {
      const answer = await routes.request(href);
      const given = answer.headers.get("content-type")!.split(";")[0];
      // A JSON Schema is served as the JSON it is: editors ask for no more.
      expect([href, answer.status, given]).toEqual([href, 200, type.replace("schema+json", "json")]);
    }
  });

  it("has each guide as Markdown, with the service's own addresses and links that lead somewhere", async () => {
    for (const name of names) {
      const text = await (await routes.request(`/docs/${name}.md`)).text();
      expect(text).toMatch(/^# .+\n/);
      expect(text).not.toMatch(/<!-- table|app\.example\.com|\]\((?!https?:\/\/|#)/);
      for (const target of all(text, /\]\(https:\/\/app\.test(\/docs[^)#]*)/g))
        expect([name, target, (await routes.request(target)).status]).toEqual([name, target, 200]);
    }
    expect((await routes.request("/docs/nothing.md")).status).toBe(404);
  });

  it("has every operation as Markdown, with its call and its answer", async () => {
    for (const { name, row } of endpoints) {
      const text = await (await routes.request(`${groupPath(name.split(".")[0]!)}.md`)).text();
      const section = text.split("\n## ").find((part) => part.includes(`\n\`${row.method} ${row.path}\`, operation`));
      expect(section, name).toContain("```shell\ncurl ");
      expect(section!.match(/^```/gm)!.length % 2).toBe(0);
    }
    expect((await routes.request("/docs/api/nothing.md")).status).toBe(404);
  });

  it("lists in /llms.txt everything there is, in the form of llmstxt.org", async () => {
    const text = await (await routes.request("/llms.txt")).text();
    expect(text).toMatch(/^# Referrals\n\n> .+\n\n## Quick starts\n\n- \[Choose your way\]/);
    const listed = all(text, /^- \[.+\]\((.+)\): .+$/gm);
    expect(listed).toEqual([
      ...names.map((name) => `https://app.test/docs/${name}.md`),
      "https://app.test/api/openapi.json",
      "https://app.test/docs/errors.md",
      "https://app.test/docs/program.schema.json",
      ...groupNames.map((name) => `https://app.test${groupPath(name)}.md`),
    ]);
  });
});

describe("a picture in a guide", () => {
  it("stands in the page itself, with words for those who do not see it", () => {
    const pictures = [...pages.values()].flatMap((text) => all(text, /(<svg[^>]*>)/g));
    expect(pictures.length).toBeGreaterThan(20);
    for (const picture of pictures)
      expect(picture).toMatch(/ role="img" aria-label="[^"]{40,}" viewBox="[\d ]+" class="picture"/);
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
    const tracking = textOf("/docs/tracking");
    expect(tracking).toContain("https://app.test/assets/analytics.js");
    const settings = await readFile(new URL("../../src/analytics-script/settings.ts", import.meta.url), "utf8");
    const read = all(settings, /attribute\("([\w-]+)"\)/g).filter((name) => !aliases.includes(name));
    expect(read.length).toBeGreaterThan(5);
    for (const name of read) expect(tracking).toContain(`<code>data-${name}</code>`);
  });

  it("says for each step of a click what is seen, and what to do if not", () => {
    const [, list = ""] = /<ol>(.*?)<\/ol>/s.exec(textOf("/docs/tracking")) ?? [];
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
    const [, section] = textOf("/docs/errors").split(`<h3 id="${code}">`);
    expect(section?.split("</section>")[0]).toContain("What to do:");
  });

  it.each(Object.values(docsPages))("%s: what a development build links to is there", (address) => {
    const [path, id] = address.split("#") as [string, string];
    expect(textOf(path)).toContain(` id="${id}"`);
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
