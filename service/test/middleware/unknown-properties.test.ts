import type { ErrorBody, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "@hono/zod-openapi";
import { lenientOperations } from "../../src/middleware/lenient-operations.ts";
import { nearestName } from "../../src/middleware/nearest-name.ts";
import { unknownProperties } from "../../src/middleware/unknown-properties.ts";
import { mistakesIn, validateExactly } from "../../src/middleware/validate.ts";
import { warningOf } from "../../src/middleware/warn-unknown.ts";
import { endpoints } from "../../src/routes/all.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await createTestService();
  partner = await service.createPartner();
});
afterAll(() => service.close());

const call = (method: string, path: string, body: object, key?: string) =>
  service.request<any>(method, path, { body, key });

describe("an unknown property in a body", () => {
  it("is refused with the nearest name in an operation of ours, and nothing is done (api §2)", async () => {
    const refused = async (method: string, path: string, body: object) => {
      const { status, body: answer } = await call(method, path, body);
      return [status, (answer as ErrorBody).error.message];
    };
    const unknown = (at: string, name: string, meant: string) => [
      422,
      `invalid_value: ${at}: Unknown property \`${name}\`. Did you mean \`${meant}\`?`,
    ];
    const review = { partnerId: partner.id, reapply: "instant" };
    expect(await refused("POST", "/partners/applications/reject", review)).toEqual(
      unknown("reapply", "reapply", "reapplicationTimeframe"),
    );
    expect(await refused("PATCH", `/partners/${partner.id}`, { Email: "x@mail.test", name: "Not written" })).toEqual(
      unknown("Email", "Email", "email"),
    );
    expect(await refused("PATCH", "/program", { embed: { sections: { link: false } } })).toEqual(
      unknown("embed.sections.link", "link", "links"),
    );
    // What is missing comes after what is written: the typing error is told, not what it left out.
    expect(await refused("POST", "/webhooks", { name: "a", url: "https://a.test", trigers: ["lead.created"] })).toEqual(
      unknown("trigers", "trigers", "triggers"),
    );
    expect(await refused("POST", "/payouts/run", { whatever: 1 })).toEqual([
      422,
      "invalid_value: whatever: Unknown property `whatever`. Leave it out.",
    ]);
    const item = { email: "ok@mail.test", tenant_id: "x" };
    const { body: bulk } = await call("POST", "/partners/bulk", [item, { email: "fine@mail.test" }] as never);
    expect(bulk[0]).toMatchObject({ error: { message: expect.stringContaining("Did you mean `tenantId`?") } });
    expect(bulk[1].outcome).toBe("created");
    expect((await service.request("GET", `/partners/${partner.id}`)).body.name).toBe(partner.name);
  });

  it("is refused by the embed's data API too (api §10)", async () => {
    const key = await service.embedToken(partner.id);
    const { status, body } = await call("PATCH", "/embed/referrals/profile", { nmae: "Ada" }, key);
    expect([status, body.error.message]).toEqual([422, expect.stringContaining("Did you mean `name`?")]);
  });

  it("is passed over and told in Warning where Dub's SDK or script may send more, those within too (api §2)", async () => {
    const link = { url: "https://acme.test/a", geoTargeting: {}, 'quote"d\r\nX-Evil: 1': 1, testVariants: null };
    const made = await call("POST", "/links", link);
    expect(made.status).toBe(200);
    const warning = made.headers.get("warning")!;
    expect(warning).toBe('299 - "Unknown properties were ignored: geoTargeting, quote?d??X-Evil: 1"');
    expect(made.headers.get("x-evil")).toBeNull();
    const bulk = await call("POST", "/links/bulk", [
      { url: "https://acme.test/b" },
      { url: "https://acme.test/c", urll: 1 },
    ]);
    expect(bulk.headers.get("warning")).toBe('299 - "Unknown properties were ignored: [1].urll (did you mean url?)"');
    const named = { email: "within@mail.test", linkProps: { titel: "x" } };
    const token = await call("POST", "/tokens/embed/referrals", { tenantId: "within", partner: named });
    expect([token.status, token.headers.get("warning")]).toEqual([
      201,
      expect.stringContaining("partner.linkProps.titel (did you mean title?)"),
    ]);
    const known = await call("POST", "/links", { url: "https://acme.test/known" });
    expect(known.headers.get("warning")).toBeNull();
    const page = await service.request("POST", "/track/lead/client", {
      key: service.publishableKey,
      body: { clickId: "", customerExternalId: "c", eventName: "e", customerPhone: "1" },
      headers: { origin: "https://acme.test" },
    });
    expect(page.headers.get("warning")).toContain("customerPhone");
  });

  it("is told again when a request is repeated by its key (api §5)", async () => {
    const headers = { "idempotency-key": "unknown-1" };
    const send = () => service.request("POST", "/tags", { body: { name: "Unknown", colour: "red" }, headers });
    for (const answer of [await send(), await send()])
      expect(answer.headers.get("warning")).toContain("colour (did you mean color?)");
  });

  it("only operations of the contract that take a body may pass it over", () => {
    const withBody = endpoints.filter(({ body }) => body).map(({ name }) => name);
    expect([...lenientOperations].filter((name) => !withBody.includes(name))).toEqual([]);
  });
});

describe("unknownProperties", () => {
  const shape = z.object({ a: z.string().optional(), list: z.array(z.object({ b: z.int() })).optional() });
  const found = (schema: z.ZodType, value: unknown) =>
    unknownProperties(schema, value).map(({ path }) => path.join("."));

  it("looks into lists, records, unions, transforms and what may be null, and not where anything may stand", () => {
    expect(found(shape, { list: [{ b: 1 }, { b: 2, c: 3 }] })).toEqual(["list.1.c"]);
    expect(found(z.record(z.string(), shape), { x: { z: 1 } })).toEqual(["x.z"]);
    expect(
      found(
        shape.nullish().transform((value) => value),
        { z: 1 },
      ),
    ).toEqual(["z"]);
    expect(found(z.object({ data: z.unknown(), more: z.any() }), { data: { x: 1 }, more: [{ y: 1 }] })).toEqual([]);
    expect(found(z.looseObject({ a: shape }), { b: 1, a: { z: 1 } })).toEqual(["a.z"]);
    const either = z.union([z.strictObject({ country: z.string() }), z.strictObject({ emailDomain: z.string() })]);
    expect(unknownProperties(either, { emailDomian: "x" })).toEqual([
      { path: ["emailDomian"], names: ["country", "emailDomain"] },
    ]);
    expect(found(z.union([z.string(), shape]), { z: 1 })).toEqual(["z"]);
    expect(found(shape, JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual(["__proto__", "constructor"]);
  });

  it("names at most 20, in time that grows with the body", () => {
    const many = Object.fromEntries(Array.from({ length: 19_000 }, (_, n) => [`k${n}`.padEnd(40, "x"), n]));
    const begun = performance.now();
    expect(found(shape, many)).toHaveLength(20);
    expect(warningOf(shape, many)!.length).toBeLessThan(20 * 140);
    expect(() => validateExactly(shape, many)).toThrow("Unknown property");
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(warningOf(shape, { ["x".repeat(40_000)]: 1 })!.length).toBeLessThan(200);
  });

  it("tells an unknown key of a strict object with the nearest name too", () => {
    const [mistake] = mistakesIn(z.strictObject({ slug: z.string().optional() }), { slgu: "x" });
    expect(mistake!.message).toBe("Unknown property `slgu`. Did you mean `slug`?");
  });
});

describe("nearestName", () => {
  it.each([
    ["reapply", ["rejectionReason", "reapplicationTimeframe"], "reapplicationTimeframe"],
    ["customer_external_id", ["customerEmail", "customerExternalId"], "customerExternalId"],
    ["note", ["rejectionNote", "rejectionReason"], "rejectionNote"],
    ["emial", ["email", "name"], "email"],
    ["amuont", ["amount", "account"], "amount"],
    ["xyz", ["amount", "url"], undefined],
    ["", ["a"], undefined],
    ["x".repeat(65), ["x".repeat(64)], undefined],
  ])("of %s among %j is %s", (given, names, meant) => {
    expect(nearestName(given, names)).toBe(meant);
  });
});
