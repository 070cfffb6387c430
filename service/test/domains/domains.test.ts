import { createSocket } from "node:dgram";
import type { Domain } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { applyProgram } from "../../src/domain/workspaces/apply-program.ts";
import { createTestService, type TestService } from "../harness.ts";
import { startDnsServer, type TestDnsServer } from "./dns-server.ts";

let dns: TestDnsServer;
let service: TestService;
beforeAll(async () => {
  dns = await startDnsServer();
  service = await createTestService({ dnsServers: [dns.address] });
});
afterAll(async () => {
  await service.close();
  await dns.close();
});

const create = (body: object, options = {}) => service.request("POST", "/domains", { body, ...options });
const verify = (slug: string, options = {}) => service.request("POST", `/domains/${slug}/verify`, options);
const publish = ({ txtRecord }: Domain): unknown => dns.records.set(txtRecord.name, [txtRecord.value]);
const verified = async (slug: string, options = {}): Promise<Domain> => {
  publish((await create({ slug }, options)).body);
  return (await verify(slug, options)).body;
};

describe("a new domain", () => {
  it("is pending, and says which TXT record proves it", async () => {
    const { status, body } = await create({ slug: "Go.Example.com", expiredUrl: "example.com/late" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      slug: "go.example.com",
      verified: false,
      status: "pending",
      checkedAt: null,
      checkResult: null,
      txtRecord: { name: "_ref-verify.go.example.com", value: body.id },
      primary: false,
      archived: false,
      expiredUrl: "https://example.com/late",
      registeredDomain: null,
    });
    const { body: listed } = await service.request("GET", "/domains?search=go.&archived=false");
    expect(listed).toEqual([body]);
  });

  it("takes no links before it is verified", async () => {
    await create({ slug: "early.example.com" });
    const link = { body: { url: "https://a.com", domain: "early.example.com" } };
    const refused = await service.request("POST", "/links", link);
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain("POST /domains/early.example.com/verify");
    await verified("late.example.com");
    link.body.domain = "late.example.com";
    expect((await service.request("POST", "/links", link)).body.domain).toBe("late.example.com");
  });

  it("is removed while it has no links", async () => {
    await create({ slug: "empty.example.com" });
    const { body } = await service.request("DELETE", "/domains/empty.example.com");
    expect(body).toEqual({ slug: "empty.example.com" });
  });
});

describe("POST /domains/{slug}/verify", () => {
  it("says that the record is missing, then that it is wrong, then verifies", async () => {
    const { body: domain } = await create({ slug: "dns.example.com" });
    const missing = await verify("dns.example.com");
    expect(missing.body).toMatchObject({ status: "failed", verified: false });
    expect(missing.body.checkResult).toContain("There is no TXT record at _ref-verify.dns.example.com yet");

    dns.records.set(domain.txtRecord.name, ["dom_other"]);
    const wrong = await verify("dns.example.com");
    expect(wrong.body.checkResult).toContain(`holds "dom_other", not ${domain.id}`);

    dns.records.set(domain.txtRecord.name, [domain.id.slice(0, 9), domain.id.slice(9)]);
    const { body } = await verify("dns.example.com");
    expect(body).toMatchObject({ status: "verified", verified: true });
    expect(body.checkedAt).not.toBeNull();
  });

  it("keeps a domain verified when its record is gone", async () => {
    const domain = await verified("stays.example.com");
    dns.records.delete(domain.txtRecord.name);
    expect((await verify("stays.example.com")).body.status).toBe("verified");
  });

  it("says that DNS did not answer", async () => {
    const away = await createTestService({ dnsServers: ["127.0.0.1:1"] });
    await away.request("POST", "/domains", { body: { slug: "away.example.com" } });
    const { body } = await away.request("POST", "/domains/away.example.com/verify");
    expect(body.status).toBe("failed");
    expect(body.checkResult).toMatch(/^DNS did not answer for _ref-verify\.away\.example\.com \(E\w+\)/);
    await away.close();
  });

  it("gives a host to the workspace that proves it, not to the one that named it first", async () => {
    const squatter = await service.createWorkspace();
    await create({ slug: "contested.example.com" }, { key: squatter.apiKey });
    expect(await verified("contested.example.com")).toMatchObject({ verified: true });
    const again = await verify("contested.example.com", { key: squatter.apiKey });
    expect(again.body.verified).toBe(false);
  });

  it("answers 409 when another workspace has proven the host", async () => {
    const other = await service.createWorkspace();
    await verified("taken.example.com");
    publish((await create({ slug: "taken.example.com" }, { key: other.apiKey })).body);
    expect((await verify("taken.example.com", { key: other.apiKey })).status).toBe(409);
  });
});

describe("a primary domain", () => {
  it("is where links go when none is named, once it is verified", async () => {
    const link = async () => (await service.request("POST", "/links", { body: { url: "https://a.com" } })).body;
    const primary = (value: boolean) =>
      service.request("PATCH", "/domains/first.example.com", { body: { primary: value } });
    await create({ slug: "first.example.com" });
    expect((await primary(true)).status).toBe(409);
    expect((await link()).domain).toBe("ref.test");
    const [domain] = (await service.request("GET", "/domains?search=first.")).body;
    publish(domain);
    await verify("first.example.com");
    expect((await primary(true)).body).toMatchObject({ primary: true, verified: true });
    expect(await link()).toMatchObject({
      domain: "first.example.com",
      shortLink: expect.stringMatching(/^https:\/\/first\.example\.com\//),
    });
    expect((await primary(false)).body.primary).toBe(false);
    expect((await link()).domain).toBe("ref.test");
  });

  it("answers 409 for a new domain, which nothing has proven", async () => {
    expect((await create({ slug: "eager.example.com", primary: true })).status).toBe(409);
  });

  it("is primary and verified no longer under another name", async () => {
    await verified("moved.example.com");
    await service.request("PATCH", "/domains/moved.example.com", { body: { primary: true } });
    const { body } = await service.request("PATCH", "/domains/moved.example.com", {
      body: { slug: "moved-on.example.com" },
    });
    expect(body).toMatchObject({ slug: "moved-on.example.com", status: "pending", primary: false });
  });
});

describe("hosts of the service", () => {
  it("answers 403 for a link domain of the operator, and hands it over by apply", async () => {
    const refused = await create({ slug: "ref.test", expiredUrl: "https://evil.example" });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain("workspace.domains");
    const owner = await service.createWorkspace();
    const file = { workspace: { slug: "owner", domains: ["ref.test"] } };
    await applyProgram(service.ctx(owner.workspaceId), file);
    await applyProgram(service.ctx(owner.workspaceId), file);
    const { body } = await service.request("GET", "/domains", { key: owner.apiKey });
    expect(body).toMatchObject([{ slug: "ref.test", verified: true }]);
    await expect(applyProgram(service.ctx(service.workspaceId), file)).rejects.toMatchObject({ code: "conflict" });
    const other = { workspace: { slug: "owner", domains: ["go.other.example"] } };
    await expect(applyProgram(service.ctx(owner.workspaceId), other)).rejects.toThrow(
      "not one of LINK_DOMAINS (ref.test)",
    );
  });

  const addresses = ["127.0.0.1", "127.0.0.1:4400", "127.1", "127.1:80", "10.0x1", "1.0x", "127.0.0.999"];
  it.each(["localhost:4750", "app.test", "app.test:8443", "intranet", ...addresses])(
    "answers 422 for %s, which no workspace can own",
    async (slug) => {
      expect((await create({ slug })).status).toBe(422);
    },
  );
});

describe("answers 404", () => {
  it("knows no domain of another workspace", async () => {
    const other = await service.createWorkspace();
    await create({ slug: "theirs.example.com" }, { key: other.apiKey });
    expect((await service.request("PATCH", "/domains/theirs.example.com", { body: {} })).status).toBe(404);
    expect((await verify("theirs.example.com")).status).toBe(404);
    expect((await service.request("DELETE", "/domains/theirs.example.com")).status).toBe(404);
  });
});

describe("answers 409", () => {
  it("answers 409 for a host the workspace has already", async () => {
    await create({ slug: "twice.example.com" });
    expect((await create({ slug: "twice.example.com" })).status).toBe(409);
  });

  it("keeps a domain that has links, under its name", async () => {
    await verified("used.example.com");
    await service.request("POST", "/links", { body: { url: "https://a.com", domain: "used.example.com" } });
    expect((await service.request("DELETE", "/domains/used.example.com")).status).toBe(409);
    const rename = { body: { slug: "new.example.com" } };
    expect((await service.request("PATCH", "/domains/used.example.com", rename)).status).toBe(409);
  });
});

describe("answers 422", () => {
  it.each([{}, { slug: "has blank.com" }, { slug: "https://a.com" }, { slug: "a.com", expiredUrl: "javascript:x" }])(
    "refuses %j",
    async (body) => {
      expect((await create(body)).status).toBe(422);
    },
  );
});

it("others are answered at once while look-ups of several workspaces wait for a server that is silent", async () => {
  const silent = createSocket("udp4");
  await new Promise<void>((resolve) => silent.bind(0, "127.0.0.1", resolve));
  const slow = await createTestService({ dnsServers: [`127.0.0.1:${silent.address().port}`] });
  onTestFinished(async () => {
    silent.close();
    await slow.close();
  });
  const asked: Promise<{ status: number }>[] = [];
  for (const name of ["one", "two", "three"]) {
    const { apiKey: key } = await slow.createWorkspace({ plan: "enterprise" });
    const slug = `${name}.silent.test`;
    expect((await slow.request("POST", "/domains", { key, body: { slug } })).status).toBe(201);
    for (let call = 0; call < 4; call += 1) asked.push(slow.request("POST", `/domains/${slug}/verify`, { key }));
  }
  const first = await Promise.race([
    slow.request("GET", "/tags").then(({ status }) => status),
    Promise.any(asked.map((answer) => answer.then(({ status }) => status === 200 || Promise.reject(new Error("429"))))),
  ]);
  expect(first).toBe(200);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
});
