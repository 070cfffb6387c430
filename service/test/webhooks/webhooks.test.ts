import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAllowedAddress } from "../../src/domain/webhooks/guard-address.ts";
import { wants } from "../../src/domain/webhooks/dispatch-outbox.ts";
import { createPost } from "../../src/jobs/post-webhook.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const valid = { name: "Mine", url: "https://203.0.114.9/hook", triggers: ["lead.created"] };
const create = (body: unknown, options = {}) => service.request("POST", "/webhooks", { body, ...options });

describe("an address within another (T24)", () => {
  it.each([
    "::7f00:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "::a9fe:a9fe",
    "fec0::1",
    "100::1",
  ])("%s is none that a webhook may reach, and is refused at once", async (address) => {
    expect(isAllowedAddress(address, [])).toBe(false);
    const { status, body } = await create({ ...valid, url: `https://[${address}]/hook` });
    expect([status, body.error.message]).toEqual([422, "invalid_value: url: must not lead to a private address"]);
  });

  it("public IPv6 stays within reach", () => {
    expect(isAllowedAddress("2606:4700:4700::1111", [])).toBe(true);
  });
});

describe("POST /webhooks 201", () => {
  it("answers the record with its secret, once", async () => {
    const { status, body } = await create(valid);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...valid, linkIds: null, folderIds: null, disabledAt: null, consecutiveFailures: 0 });
    expect(body.secret).toMatch(/^whsec_/);
    expect((await service.request("GET", `/webhooks/${body.id}`)).body).not.toHaveProperty("secret");
  });

  it("replays under an idempotency key with the secret as null", async () => {
    const headers = { "idempotency-key": "make-one" };
    const first = await create(valid, { headers });
    const second = await create(valid, { headers });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual({ ...first.body, secret: null });
  });
});

describe("answers 422", () => {
  it.each([
    ["http://203.0.114.9/", "url"],
    ["https://127.0.0.1/", "url"],
    ["https://10.1.2.3/", "url"],
    ["https://169.254.169.254/latest", "url"],
    ["https://[::1]/", "url"],
    ["https://[::ffff:192.168.0.1]/", "url"],
    ["https://[fd00::1]/", "url"],
    ["https://localhost/", "url"],
    ["ftp://203.0.114.9/", "url"],
    ["https://user:pw@203.0.114.9/", "url"],
    ["nonsense", "url"],
  ])("refuses %s", async (url, path) => {
    const { status, body } = await create({ ...valid, url });
    expect([status, body.error.message.split(": ")[1]]).toEqual([422, path]);
  });

  it("refuses an unknown trigger, link, folder, and a weak secret", async () => {
    const wrong = { triggers: ["nope"], linkIds: ["link_no"], folderIds: ["fold_no"], secret: "whsec_c2hvcnQ=" };
    for (const [name, value] of Object.entries(wrong)) {
      const { status, body } = await create({ ...valid, [name]: value });
      expect([status, body.error.message.split(": ")[1].split("[")[0]]).toEqual([422, name]);
    }
  });
});

describe("PATCH and DELETE /webhooks/{id}", () => {
  it("changes what is given, and removes", async () => {
    const { body: hook } = await create(valid);
    const changed = await service.request("PATCH", `/webhooks/${hook.id}`, { body: { name: "Yours" } });
    expect(changed.body).toMatchObject({ id: hook.id, name: "Yours", url: valid.url });
    expect((await service.request("DELETE", `/webhooks/${hook.id}`)).body).toEqual({ id: hook.id });
    expect((await service.request("GET", `/webhooks/${hook.id}`)).status).toBe(404);
  });
});

describe("answers 404", () => {
  it("answers for a webhook or delivery of another workspace", async () => {
    const other = await service.createWorkspace();
    const { body: hook } = await create(valid);
    const key = other.apiKey;
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/rotate"],
      ["POST", "/test"],
      ["POST", "/enable"],
      ["GET", "/deliveries"],
      ["POST", "/deliveries/del_no/replay"],
    ] as const) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      expect((await service.request(method, `/webhooks/${hook.id}${path}`, { key, body })).status, path).toBe(404);
    }
    const own = await service.request("POST", `/webhooks/${hook.id}/deliveries/del_no/replay`, { body: {} });
    expect(own.status).toBe(404);
  });
});

describe("the SSRF guard", () => {
  it("refuses every kind of address that is not public", () => {
    const refused = [
      "127.0.0.1",
      "10.0.0.1",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.1.1",
      "100.64.0.1",
      "224.0.0.1",
      "0.0.0.0",
      "::1",
      "::",
      "fe80::1",
      "fc00::1",
      "ff02::1",
      "::ffff:127.0.0.1",
    ];
    expect(refused.filter((address) => isAllowedAddress(address, []))).toEqual([]);
    expect(isAllowedAddress("203.0.114.9", [])).toBe(true);
    expect(isAllowedAddress("10.0.0.1", ["10.0.0.0/8"])).toBe(true);
  });

  it("looks at the resolved address on every connect", async () => {
    const outcome = await createPost([], () => service.clock.now())("https://localhost:9/", {}, "{}");
    expect(outcome).toMatchObject({ status: null, error: expect.stringContaining("private") });
  });
});

describe("link.clicked", () => {
  const hook = { id: "wh_1", triggers: [], link_ids: null, folder_ids: null };
  const clicked = (link: object) => ({
    event: "link.clicked" as const,
    data: { link: { id: "link_1", webhookIds: [], folderId: null, ...link } },
  });

  it("goes to the hooks a link lists, and to subscribers within their scope", () => {
    expect(wants(hook, clicked({ webhookIds: ["wh_1"] }))).toBe(true);
    expect(wants(hook, clicked({}))).toBe(false);
    expect(wants({ ...hook, triggers: ["link.clicked"] }, clicked({}))).toBe(true);
    expect(wants({ ...hook, triggers: ["link.clicked"], link_ids: ["link_2"] }, clicked({}))).toBe(false);
    expect(
      wants({ ...hook, triggers: ["link.clicked"], folder_ids: ["fold_1"] }, clicked({ folderId: "fold_1" })),
    ).toBe(true);
  });
});
