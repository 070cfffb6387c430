import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apply } from "../../src/commands/apply.ts";
import { readGiven, type Done } from "../../src/commands/command.ts";
import { askFor, init } from "../../src/commands/init.ts";
import type { OperatorCommand } from "../../src/commands/operator.ts";
import { createTestService, type TestService } from "../harness.ts";
import { openOwnStore } from "../open-test-store.ts";
import { runCommand } from "./run-command.ts";

let folder: string;
let service: TestService;
let file: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "init-"));
  service = await createTestService({}, await openOwnStore());
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => void (file = join(folder, `program-${(count += 1)}.jsonc`)));

const run = (command: OperatorCommand, ...words: string[]): Promise<Done> =>
  runCommand({ store: service.store, config: { ...service.deps.config, dataDir: folder } }, command, ...words);
const keysIn = (text: string): string[] => [/ref_\w{40}/, /ref_pub_\w{32}/].map((key) => key.exec(text)![0]);
const ask = async (path: string, key: string, method = "GET", body?: object) =>
  (await service.request(method, path, { key, body })).body;

/** A workspace as the first start with `API_KEY` makes it: its program has no address and pays nothing. */
const unfinished = (slug: string) =>
  service.createWorkspace({
    slug,
    program: { name: "Partner program", url: service.deps.config.appUrl },
    saleRateBp: undefined,
  });

describe("init", () => {
  it("makes an unfinished program work: file, reward, discount, keys that work, the next snippet (G8)", async () => {
    const before = await unfinished("first");
    const words = [
      "--name",
      "Acme",
      "--url",
      "https://acme.test",
      "--reward",
      "12.5%",
      "--discount",
      "5.00",
      "--hold",
      "7",
    ];
    const { text } = await run(init, file, ...words, "--workspace", "first");
    const [secret, publishable] = keysIn(text);
    expect(publishable).toBe(before.publishableKey);
    expect(text).toContain(`REFERRALS_API_KEY=${secret}`);
    expect(await ask("/program", secret!)).toMatchObject({
      name: "Acme",
      url: "https://acme.test",
      holdingPeriodDays: 7,
    });
    const [group] = await ask("/groups", secret!);
    const [reward] = await ask("/rewards", secret!);
    const [discount] = await ask("/discounts", secret!);
    expect([group.saleRewardId, group.discountId]).toEqual([reward.id, discount.id]);
    expect(reward).toMatchObject({ type: "percentage", amount: 12.5, maxDuration: 12 });
    expect(discount).toMatchObject({ type: "flat", amount: 500 });
    expect(await readFile(file, "utf8")).toContain("// Landing page, to which default links lead.");
    expect((await run(apply, "--check", file)).text).toContain("is right");
  });

  it("lets links that were made before the program had an address lead to it, and no others (G9)", async () => {
    const { apiKey } = await unfinished("links");
    const [group] = await ask("/groups", apiKey);
    await ask(`/groups/${group.id}`, apiKey, "PATCH", { utm: { utm_source: "partner" } });
    const partner = await ask("/partners", apiKey, "POST", { email: "early@mail.test" });
    const own = await ask("/links", apiKey, "POST", { url: `${service.deps.config.appUrl}/` });
    await run(init, file, "--url", "https://acme.test/start", "--workspace", "links");
    const urlOf = async (id: string) => (await ask(`/links/${id}`, apiKey)).url;
    expect(await urlOf(partner.links[0].id)).toBe("https://acme.test/start?utm_source=partner");
    expect(await urlOf(own.id)).toBe(own.url);
    await ask("/program", apiKey, "PATCH", { url: "https://moved.test" });
    expect(await urlOf(partner.links[0].id)).toBe("https://acme.test/start?utm_source=partner");
  });

  it("leaves a program that works, and a file that is there, alone", async () => {
    await unfinished("twice");
    const words = ["--url", "https://acme.test", "--workspace", "twice"];
    await run(init, file, ...words);
    await expect(run(init, file, ...words)).rejects.toThrow("is there already");
    await expect(run(init, `${file}.new`, ...words)).rejects.toThrow("The workspace twice has a program that works.");
  });

  it.each([
    [["--url", "acme.test"], "program.url: must be an absolute http(s) URL"],
    [["--url", "https://a.test", "--currency", "zzz"], "program.currency: must be an ISO 4217"],
    [["--url", "https://a.test", "--hold", "12"], "program.holdingPeriodDays: must be one of 0, 7, 14, 30, 60, 90"],
    [["--url", "https://a.test", "--reward", "a lot"], "--reward must be a share such as 25%, or a sum such as 5.00"],
    [["--url", "https://a.test", "--currency", "jpy", "--reward", "5.00"], "or a sum such as 500, not 5.00"],
    [[], "Where do partners send people? Say it with --url https://acme.com."],
  ])("says what of %j cannot be, and writes nothing", async (words, message) => {
    const slug = `wrong-${count}`;
    await unfinished(slug);
    await expect(run(init, file, ...words, "--workspace", slug)).rejects.toThrow(message);
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  it("asks on a terminal for what was not given, and takes the default for an empty answer", async () => {
    const asked: string[] = [];
    const answers = ["Acme", "", "30%", "10%", " 14 "];
    const given = readGiven("init", init, ["--url", "https://acme.test"]);
    const { options } = await askFor(given, {
      question: (text) => {
        asked.push(text);
        return Promise.resolve(answers.shift() ?? "");
      },
    });
    expect(options).toMatchObject({ name: "Acme", currency: "usd", reward: "30%", discount: "10%", hold: "14" });
    expect(asked[1]).toBe("Which currency do you pay in? [usd] ");
    expect(asked).toHaveLength(5);
  });
});
