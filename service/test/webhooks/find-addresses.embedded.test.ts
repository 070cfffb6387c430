import dns, { Resolver } from "node:dns/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { findAddresses } from "../../src/domain/webhooks/find-addresses.ts";
import { createPost } from "../../src/jobs/post-webhook.ts";
import { startDnsServer, type TestDnsServer } from "../domains/dns-server.ts";

let server: TestDnsServer;
beforeAll(async () => {
  server = await startDnsServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const find = (host: string): ReturnType<typeof findAddresses> => {
  const resolver = new Resolver({ timeout: 500, tries: 2 });
  resolver.setServers([server.address]);
  return findAddresses(host, resolver);
};

/** Counts what the system is asked, and answers for it. */
function watchSystem(): { asked: string[]; most: number } {
  const seen = { asked: [] as string[], most: 0 };
  let now = 0;
  vi.spyOn(dns, "lookup").mockImplementation((async (host: string) => {
    seen.asked.push(host);
    now += 1;
    seen.most = Math.max(seen.most, now);
    await sleep(20);
    now -= 1;
    return [{ address: "192.0.2.7", family: 4 }];
  }) as never);
  syncBuiltinESMExports();
  return seen;
}

it("names whose servers are silent hold up no other name, and are not asked of the system", async () => {
  const system = watchSystem();
  server.addresses.set("known.example", "203.0.114.9");
  const names = Array.from({ length: 20 }, (_, index) => `silent-${index}.example`);
  for (const name of names) server.silent.set(name, 0);
  let ended = 0;
  const silent = names.map((name) =>
    find(name)
      .catch((error: Error) => error.message)
      .finally(() => (ended += 1)),
  );
  await expect.poll(() => [...server.silent.values()].every((asked) => asked > 0)).toBe(true);
  expect(await find("known.example")).toEqual([{ address: "203.0.114.9", family: 4 }]);
  expect(ended).toBe(0);
  expect(await Promise.all(silent)).toEqual(names.map((name) => `DNS did not answer for ${name} (ETIMEOUT).`));
  expect(system.asked).toEqual([]);
});

it("names that DNS does not have are asked of the system, one at a time", async () => {
  const system = watchSystem();
  const names = ["one.internal", "two.internal", "three.internal", "localhost"];
  const found = await Promise.all(names.map(find));
  expect(found).toEqual(names.map(() => [{ address: "192.0.2.7", family: 4 }]));
  expect(system).toEqual({ asked: expect.arrayContaining(names), most: 1 });
});

it("a post connects to what DNS says, if that is public or opened", async () => {
  const receiver = createServer((_request, response) => response.end());
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  server.addresses.set("inside.example", "127.0.0.1");
  const url = `http://inside.example:${port}/`;
  expect(await createPost([], Date.now, find)(url, {}, "{}")).toMatchObject({
    status: null,
    error: expect.stringContaining("private"),
  });
  expect(await createPost(["127.0.0.0/8"], Date.now, find)(url, {}, "{}")).toMatchObject({ status: 200 });
  server.silent.set("dead.example", 0);
  expect(await createPost([], Date.now, find)("https://dead.example/", {}, "{}")).toMatchObject({
    error: "DNS did not answer for dead.example (ETIMEOUT).",
  });
});
