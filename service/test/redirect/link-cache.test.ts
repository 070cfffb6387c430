import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LinkCache, linkAddressOf, type LinkAddress } from "../../src/clicks/redirect/link-cache.ts";
import { NoConnection } from "../../src/store/lanes.ts";
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

it("links that are not in memory and asked for at once are looked up together, each with its own answer", async () => {
  const body = Array.from({ length: 30 }, (_, index) => ({
    url: `https://acme.test/${index}`,
    key: `Together-${index}`,
  }));
  expect((await service.request("POST", "/links/bulk", { body })).status).toBe(200);
  let statements = 0;
  const { lookups } = service.store;
  const counted = new Proxy(lookups, {
    get: (pool, name) =>
      name === "query" ? (...given: [never]) => ((statements += 1), pool.query(...given)) : Reflect.get(pool, name),
  });
  const cache = new LinkCache({ store: { ...service.store, lookups: counted }, now: () => service.clock.now() });
  const paths = Array.from({ length: 300 }, (_, index) => `/together-${index}`);
  const found = await Promise.all(
    [...paths, ...paths].map((path) => cache.read(linkAddressOf(address.domain, path)!).then((link) => link?.url)),
  );
  const expected = paths.map((_, index) => body[index]?.url);
  expect(found).toEqual([...expected, ...expected]);
  expect(statements).toBeLessThanOrEqual(8);
  cache.close();
});

it("a database that is busy once is asked again by the next visitor, one that is away after a second", async () => {
  for (const [isBusy, asked] of [
    [true, 2],
    [false, 1],
  ] as const) {
    let times = 0;
    const refuse = (): never => {
      times += 1;
      throw new NoConnection({ isBusy });
    };
    const lookups = new Proxy(service.store.lookups, {
      get: (pool, name) => (name === "query" ? async () => refuse() : Reflect.get(pool, name)),
    });
    const cache = new LinkCache({ store: { ...service.store, lookups }, now: () => service.clock.now() });
    for (let visitor = 0; visitor < 2; visitor += 1) await expect(cache.read(address)).rejects.toThrow(NoConnection);
    expect(times).toBe(asked);
    cache.close();
  }
});
