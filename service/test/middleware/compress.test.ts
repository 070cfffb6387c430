import { Hono } from "hono";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress } from "../../src/middleware/compress.ts";

const long = "A page of some length. ".repeat(100);
/** Long enough that effort shows. */
const varied = Array.from({ length: 3000 }, (_, index) => `${index * 7919} of ${index % 97} pages, `).join("");
const app = new Hono();
app.use(compress());
app.get("/page", (c) => c.html(long));
app.get("/docs/search", (c) => c.html(varied));
app.get("/kept", (c) => c.html(varied));
let asked = 0;
app.get("/tagged/:tag", (c) => {
  asked += 1;
  c.header("ETag", `W/"${c.req.param("tag")}"`);
  return c.html(`${long} ${asked}`);
});
app.get("/short", (c) => c.html("short"));
app.get("/records", (c) => c.json({ long }));
for (const path of ["", "/links", "/export"]) app.get(`/api/embed/referrals${path}`, (c) => c.json({ long }));
app.get("/api/openapi.json", (c) => c.json({ long }));
app.get("/missing", (c) => c.html(long, 404));
app.get("/packed", (c) => c.body(long, 200, { "Content-Type": "text/css", "Content-Encoding": "zstd" }));

const ask = (path: string, accepted?: string, method = "GET"): Promise<Response> =>
  Promise.resolve(
    app.request(path, { method, headers: accepted === undefined ? {} : { "accept-encoding": accepted } }),
  );

describe("pages and files are sent compressed", () => {
  it.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["gzip", "deflate, gzip;q=0.5", gunzipSync],
    ["gzip", "br;q=0, GZIP", gunzipSync],
  ])("by %s to a client that takes %s", async (encoding, accepted, read) => {
    for (let time = 0; time < 2; time++) {
      const answer = await ask("/page", accepted);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-encoding")).toBe(encoding);
      expect(answer.headers.get("vary")).toBe("Accept-Encoding");
      expect(answer.headers.get("content-length")).toBe(String(bytes.length));
      expect(read(bytes).toString()).toBe(long);
    }
  });

  it.each([undefined, "", "identity", "br;q=0"])("as they are to a client that takes %s", async (accepted) => {
    const answer = await ask("/page", accepted);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(await answer.text()).toBe(long);
  });

  it("with the headers of a GET for a HEAD, and any status", async () => {
    const head = await ask("/page", "br", "HEAD");
    expect(head.headers.get("content-encoding")).toBe("br");
    expect(await head.text()).toBe("");
    const missing = await ask("/missing", "br");
    expect([missing.status, missing.headers.get("content-encoding")]).toEqual([404, "br"]);
  });

  it("by its tag, without reading it again, where it has one", async () => {
    const read = async (path: string): Promise<string> =>
      brotliDecompressSync(Buffer.from(await (await ask(path, "br")).arrayBuffer())).toString();
    expect(await read("/tagged/a")).toBe(`${long} 1`);
    expect(await read("/tagged/a")).toBe(`${long} 1`);
    expect(await read("/tagged/b")).toBe(`${long} 3`);
  });

  it("what the embed reads too, on slow networks the largest part of the wait; no file of an export", async () => {
    const answers = ["", "/links", "/export"].map((path) => ask(`/api/embed/referrals${path}`, "br"));
    const encodings = (await Promise.all(answers)).map(({ headers }) => headers.get("content-encoding"));
    expect(encodings).toEqual(["br", "br", null]);
    const [first] = await Promise.all(answers);
    expect(JSON.parse(brotliDecompressSync(Buffer.from(await first!.arrayBuffer())).toString())).toEqual({ long });
  });

  it("a search quickly, whatever is searched for: none is kept in the place of what is asked for often", async () => {
    const sizes = ["/kept", "/docs/search"].map(async (path) => (await ask(path, "br")).headers.get("content-length"));
    const [kept, once] = (await Promise.all(sizes)).map(Number);
    expect(once).toBeGreaterThan(kept!);
  });

  it("the API description too; not what is short, packed already, or an operation's own answer", async () => {
    const encodings = ["/api/openapi.json", "/short", "/packed", "/records"].map(async (path) =>
      (await ask(path, "br")).headers.get("content-encoding"),
    );
    expect(await Promise.all(encodings)).toEqual(["br", null, "zstd", null]);
  });
});
