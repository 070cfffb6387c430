import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apply } from "../../src/commands/apply.ts";
import { readGiven, type Done } from "../../src/commands/command.ts";
import { init } from "../../src/commands/init.ts";
import { askFor } from "../../src/commands/init-answers.ts";
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
    [["--url", "acme.test"], "--url acme.test: That is no address of a page. Give it with https://, such as"],
    [
      ["--url", "https://a.test", "--currency", "zzz"],
      "--currency zzz: There is no such currency. Give its three letters",
    ],
    [["--url", "https://a.test", "--hold", "12"], "--hold 12: Give one of 0, 7, 14, 30, 60 or 90."],
    [
      ["--url", "https://a.test", "--reward", "a lot"],
      "--reward a lot: That is neither a share nor a sum of that currency.",
    ],
    [["--url", "https://a.test", "--reward", "10001%"], "--reward 10001%: That is neither a share nor"],
    [["--url", "https://a.test", "--name", "n".repeat(300)], ": A name has 1 to 190 characters."],
    [["--url", "https://a.test", "--currency", "jpy", "--reward", "5.00"], "--reward 5.00: That is neither"],
    [["--url", "x", "--hold", "1"], "such as https://acme.com.\n--hold 1: Give one of"],
    [[], "Where do partners send people? Say it with --url https://acme.com."],
  ])("says what of %j cannot be, and writes nothing", async (words, message) => {
    const slug = `wrong-${count}`;
    await unfinished(slug);
    await expect(run(init, file, ...words, "--workspace", slug)).rejects.toThrow(message);
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  /** A terminal at which these answers are typed, and everything on it. */
  function terminalOf(...answers: string[]) {
    const shown: string[] = [];
    return {
      shown,
      question: async (text: string): Promise<string> => {
        shown.push(text);
        if (answers.length === 0) throw new Error("closed");
        return answers.shift()!;
      },
      tell: (text: string) => void shown.push(text),
    };
  }

  it("asks on a terminal for what was not given, and takes the default for an empty answer", async () => {
    const given = readGiven("init", init, ["--url", "https://acme.test"]);
    const terminal = terminalOf("Acme's", "", "30%", "10%", " 14 ");
    const { options } = await askFor(given, terminal);
    expect(options).toMatchObject({ name: "Acme's", currency: "usd", reward: "30%", discount: "10%", hold: "14" });
    expect(terminal.shown[1]).toBe("Which currency do you pay in? [usd] ");
    expect(terminal.shown.slice(5)).toEqual([
      `\nThe same without questions: referrals-service init --url https://acme.test --name 'Acme'\\''s' --currency usd --reward 30% --discount 10% --hold 14\n`,
    ]);
  });

  it("judges each answer at once in the words of its question, and asks only that one again", async () => {
    const terminal = terminalOf(
      "Acme",
      "acme.test",
      "",
      "https://acme.test",
      "dollars",
      "usd",
      "lots",
      "10001%",
      "25%",
      "no",
      "none",
      "31",
      "30",
    );
    const { options } = await askFor(readGiven("init", init, []), terminal);
    expect(options).toMatchObject({ url: "https://acme.test", currency: "usd", reward: "25%", discount: "none" });
    const [, url, wrongUrl, again] = terminal.shown;
    expect([url, wrongUrl, again]).toEqual([
      "Where do partners send people (https://...)? ",
      "That is no address of a page. Give it with https://, such as https://acme.com.",
      url,
    ]);
    const asked = (text: string): number => terminal.shown.filter((line) => line.startsWith(text)).length;
    expect([
      asked("What is the program"),
      asked("Where do"),
      asked("Which currency"),
      asked("What does a sale"),
      asked("What does a partner's"),
      asked("How many days"),
    ]).toEqual([1, 3, 2, 3, 2, 2]);
  });

  it("loses no answer when the terminal closes: it prints the call that has them", async () => {
    const given = readGiven("init", init, ["mine.jsonc"]);
    await expect(askFor(given, terminalOf("Acme", "https://acme.test", "eur"))).rejects.toThrow(
      "Nothing was set up. To go on: referrals-service init mine.jsonc --name Acme --url https://acme.test --currency eur",
    );
  });
});
