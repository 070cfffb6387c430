import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followAddress } from "../../src/demo/seed-demo.ts";
import { onSharedHost } from "referrals-embed/rules";
import { linksBehind, unservedLinkHosts } from "../../src/store/queries/links/link-hosts.ts";
import { createTestService, testConfig, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const hosts = (served: string[]): Promise<string[]> => unservedLinkHosts(service.store.db, served);

describe("data of another address", () => {
  it("finds the hosts of links that this start does not answer for", async () => {
    await service.createPartner({ name: "Ada Other" });
    expect(await hosts(["elsewhere.test"])).toContain("ref.test");
    expect(await hosts(["elsewhere.test", "ref.test"])).not.toContain("ref.test");
  });

  it("leaves out a domain that a workspace has proven", async () => {
    const at = new Date();
    const { workspaceId } = service;
    const domain = { id: "dom_own", workspace_id: workspaceId, slug: "ref.test", created_at: at, updated_at: at };
    await service.store.db
      .insertInto("domains")
      .values({ ...domain, status: "verified" })
      .execute();
    expect(await hosts(["elsewhere.test"])).not.toContain("ref.test");
    await service.store.db.deleteFrom("domains").where("id", "=", "dom_own").execute();
  });

  it("moves the demo's links to the address of this start", async () => {
    const { links } = await service.createPartner({ name: "Ada Moved" });
    const config = testConfig({ appUrl: "http://localhost:4999", linkDomains: ["http://localhost:4999"] });
    const { store, deps } = service;
    await followAddress({ store, deps, systemContext: (id) => ({ ...service.ctx(id), config }) });
    const { body } = await service.request<any>("GET", `/links/${links?.[0]?.id}`);
    expect(body).toMatchObject({ domain: "localhost:4999", shortLink: `http://localhost:4999/${body.key}` });
    expect(await hosts(["localhost:4999"])).not.toContain("ref.test");
  });
});

describe("links from before a page of the service had their address", () => {
  it("are found by the first segment of their key, in any letter case, with those below it", async () => {
    const { links } = await service.createPartner({ name: "Ada Behind" });
    const [{ id } = { id: "" }] = links ?? [];
    const behind = () => linksBehind(service.store.db, "ref.test", onSharedHost);
    const keyIs = (key: string) =>
      service.store.db.updateTable("links").set({ key, key_folded: key.toLowerCase() }).where("id", "=", id).execute();
    for (const key of ["join", "Join/us", "partners"]) {
      await keyIs(key);
      expect(await behind()).toEqual([key]);
    }
    await keyIs("joining");
    expect(await behind()).toEqual([]);
  });
});
