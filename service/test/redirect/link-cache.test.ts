import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LinkCache, linkAddressOf, type LinkAddress } from "../../src/redirect/link-cache.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let address: LinkAddress;
beforeAll(async () => {
  service = await createTestService();
  const { domain, key } = (await service.request("POST", "/links", { body: { url: "https://old.test/", key: "kept" } }))
    .body;
  address = linkAddressOf(domain, `/${key}`)!;
});
afterAll(() => service.close());

const setUrl = (url: string) => service.store.db.updateTable("links").set({ url }).where("key", "=", "kept").execute();

it("a replica that receives no changes keeps a link for half a second, then reads it again", async () => {
  const deaf = { ...service.store, isLive: () => false, listen: () => () => {} };
  const cache = new LinkCache({ store: deaf, now: () => service.clock.now() });
  const url = async () => (await cache.read(address))?.url;
  await setUrl("https://old.test/");
  expect(await url()).toBe("https://old.test/");
  await setUrl("https://new.test/");
  service.clock.advance(499);
  expect(await url()).toBe("https://old.test/");
  service.clock.advance(1);
  expect(await url()).toBe("https://new.test/");
  cache.close();
});

it("a replica that receives changes keeps a link until it is changed", async () => {
  await setUrl("https://old.test/");
  const cache = new LinkCache({ store: service.store, now: () => service.clock.now() });
  // On PostgreSQL each pooled connection passes on what it hears: an echo of the change above may still come.
  await expect
    .poll(async () => {
      const url = (await cache.read(address))?.url;
      await setTimeout(50);
      return cache.peek(address)?.url === url && url;
    })
    .toBe("https://old.test/");
  service.clock.advance(86_400_000);
  expect(cache.peek(address)?.url).toBe("https://old.test/");
  await setUrl("https://new.test/");
  expect(cache.peek(address)).toBeUndefined();
  expect((await cache.read(address))?.url).toBe("https://new.test/");
  cache.close();
});
