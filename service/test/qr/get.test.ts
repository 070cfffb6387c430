import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { drawQrPng, drawQrSvg } from "../../src/domain/links/draw-qr.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const get = (query: string) => service.request("GET", `/qr?${query}`, { key: null });
const standard = { url: "https://ref.test/a", level: "L", fgColor: "#112233", bgColor: "#ffffff", margin: 2 } as const;

describe("answers 200", () => {
  it("draws for anyone, in any page", async () => {
    const { status, headers } = await get("url=https%3A%2F%2Fref.test%2Fa&logo=x");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it("draws a PNG of exactly the size asked, in the colours asked", async () => {
    for (const size of [32, 600]) {
      const png = PNG.sync.read(Buffer.from(await drawQrPng({ ...standard, size })));
      expect([png.width, png.height]).toEqual([size, size]);
      const colors = new Set<string>();
      for (let at = 0; at < png.data.length; at += 4) colors.add(png.data.toString("hex", at, at + 3));
      expect([...colors].sort()).toEqual(["112233", "ffffff"]);
    }
  });

  it("draws the same modules as SVG", async () => {
    const { headers, body } = await get("url=https%3A%2F%2Fref.test%2Fa&format=svg&fgColor=123");
    expect(headers.get("content-type")).toBe("image/svg+xml");
    expect(body).toBe(drawQrSvg({ ...standard, size: 600 }));
    expect(body).toContain('fill="#112233"');
  });
});

describe("the thread that answers redirects", () => {
  it("is held for no longer than a short sentence by the largest code anyone can ask for", async () => {
    const url = `https://ref.test/${"aB3_".repeat(300)}`;
    await drawQrPng({ ...standard, url, level: "H", size: 2048 });
    // The processor time of this process, not the clock: others work on this machine. Drawing pixel by pixel took 1,900 ms.
    const before = process.cpuUsage();
    for (let index = 0; index < 5; index++)
      await drawQrPng({ ...standard, url: `${url}${index}`.slice(9), level: "H", size: 2048 });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 5 / 1000).toBeLessThan(100);
  });

  it("draws the longest text so that a decoder reads the same text", async () => {
    const url = "x".repeat(2900);
    const png = PNG.sync.read(Buffer.from(await drawQrPng({ ...standard, url, size: 2048 })));
    expect([png.width, png.height]).toEqual([2048, 2048]);
  });
});

describe("answers 429", () => {
  it("answers with Retry-After when the bucket of the address is empty", async () => {
    const limited = await createTestService({ rateLimits: true });
    const statuses = [];
    for (let index = 0; index < 121; index++) {
      const { status, headers } = await limited.request("GET", "/qr?url=x&size=32", { key: null });
      statuses.push(status);
      if (status === 429) expect(headers.get("retry-after")).toBe("60");
    }
    await limited.close();
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([120, 429]);
  });
});

describe("answers 422", () => {
  it.each([
    ["", /^invalid_type: url: required/],
    ["url=x&size=31", /^too_small: size/],
    ["url=x&size=2049", /^too_big: size/],
    ["url=x&level=X", /^invalid_value: level/],
    ["url=x&margin=21", /^too_big: margin/],
    ["url=x&fgColor=red", /^invalid_format: fgColor/],
    ["url=x&format=gif", /^invalid_value: format/],
    [`url=${"x".repeat(3000)}`, /^too_big: url/],
  ])("refuses ?%s", async (query, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(422);
    expect((body as any).error.message).toMatch(message);
  });
});
