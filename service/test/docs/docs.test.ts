import { createHash } from "node:crypto";
import { errorStatuses } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocs } from "../../src/routes/docs.ts";
import { endpoints } from "../../src/routes/all.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let docs: string;
let errors: string;
let headers: Headers;
beforeAll(async () => {
  service = await createTestService();
  const routes = createDocs(async () => (await service.request("GET", "/openapi.json", { key: null })).body);
  const answer = await routes.request("/docs");
  headers = answer.headers;
  docs = await answer.text();
  errors = await (await routes.request("/docs/errors")).text();
});
afterAll(() => service.close());

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

describe("GET /docs", () => {
  it("has a section with route and errors for every operation that is served", () => {
    for (const { name, row } of endpoints) {
      expect(docs).toContain(`<h3 id="${name}">`);
      expect(docs).toContain(`<code class="route">${row.method} ${row.path}</code>`);
    }
  });

  it("leads nowhere that does not exist", () => {
    const ids = new Set(all(docs, / id="([^"]+)"/g));
    expect(all(docs, /href="#([^"]+)"/g).filter((target) => !ids.has(target))).toEqual([]);
    const codes = new Set(all(errors, / id="([^"]+)"/g));
    expect(all(docs, /href="\/docs\/errors#([^"]+)"/g).filter((code) => !codes.has(code))).toEqual([]);
  });

  it("loads and runs nothing", () => {
    expect(docs).not.toMatch(/<script|<link|<img|@import|url\(/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it.each(["docs", "errors"])("%s: its stylesheet is the one its policy allows", (name) => {
    const styles = all(name === "docs" ? docs : errors, /<style>([^<]*)<\/style>/g);
    expect(styles).toHaveLength(1);
    const hash = createHash("sha256").update(styles[0]!).digest("base64");
    expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  });

  it("has one level-one heading, a language and no id twice", () => {
    expect(all(docs, /(<h1>)/g)).toHaveLength(1);
    expect(docs).toContain('<html lang="en">');
    const ids = all(docs, / id="([^"]+)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe("GET /docs/errors", () => {
  it("has a section per code, where doc_url points", () => {
    for (const code of Object.keys(errorStatuses)) expect(errors).toContain(`<h3 id="${code}">`);
  });
});
