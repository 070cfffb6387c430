import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksIn } from "../../../test/guides/blocks.ts";
import { createReferralsClient } from "../../../src/server/index.ts";
import { commands } from "../../src/program.ts";
import { readGiven } from "../../src/commands/command.ts";
import { listSettings } from "../../src/config.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const user = { id: "user_2207", name: "Vera", email: "visitor@mail.test", image: "https://acme.test/vera.png" };

/** The form whose answers the guide of tokens sends. */
const questions = {
  fields: ["site", "audience"].map((key, position) => {
    return { key, label: key, type: "text", required: true, locked: false, position };
  }),
};

/** A partner with a link, and a click on it. */
async function clickOfAPartner(): Promise<string> {
  const { links } = await service.createPartner({ tenantId: "user_1" });
  return storeClick(service, (links as { id: string }[])[0]?.id ?? "");
}

/** The commands of a shell block: a line each, long ones joined. */
const linesOf = (code: string): string[] =>
  code
    .replace(/\\\n\s*/g, " ")
    .split(/\n|&&/)
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "");

/** Words as a shell reads them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? "");

const shell = blocksIn("sh").flatMap(([place, { code }]) =>
  linesOf(code).map((line): [string, string] => [place, line]),
);

describe("commands in the guides and the README", () => {
  it.each(shell.filter(([, line]) => !line.startsWith("curl ")))("%s: %s: is understood", (_, line) => {
    const words = wordsOf(line);
    const settings = listSettings().map(({ name }) => name);
    while (/^[A-Z_]+=/.test(words[0] ?? "")) expect(settings).toContain(words.shift()?.split("=", 1)[0]);
    const [program = "", first = "", ...others] = words;
    // The server of a guide, which test/long/templates.ts starts.
    if (program === "node" && first.startsWith("--env-file")) return expect(others).toEqual(["server.ts"]);
    if (program === "npm") return expect(["install", "ci", "start", "test", "run"]).toContain(first);
    const [name = "", ...rest] = program === "npx" ? others : others.slice(0);
    expect([`npx referrals-service`, `node service/dist/cli.js`]).toContain(`${program} ${first}`);
    const command = commands[name];
    expect(command, name).toBeDefined();
    if (command) readGiven(name, command, rest);
  });

  it.each(shell.filter(([, line]) => line.startsWith("curl ")))("%s: %s: is answered with success", async (_, line) => {
    const clickId = await clickOfAPartner();
    const lead = { clickId, eventName: "Sign up", customerExternalId: user.id };
    await service.request("POST", "/track/lead", { body: lead });
    const words = wordsOf(line);
    const after = (option: string): string | undefined => words[words.indexOf(option) + 1];
    const address = words.find((word) => /^(https:|\$BASE_URL)/.test(word)) ?? "";
    const body = words.includes("-d") ? JSON.parse(after("-d") ?? "") : undefined;
    const method = words.includes("-X") ? (after("-X") ?? "") : body ? "POST" : "GET";
    const headers = words.filter((_, index) => words[index - 1] === "-H");
    expect(headers.some((header) => /^Authorization: Bearer \$\w*KEY$/.test(header))).toBe(true);
    expect(headers.includes("Content-Type: application/json")).toBe(body !== undefined);
    const path = address.replace(/^(https:\/\/app\.example\.com\/api|\$BASE_URL)/, "");
    const answer = await service.request(method, path, { body });
    expect([answer.status, answer.body]).toEqual([expect.toSatisfy((status: number) => status < 300), answer.body]);
  });
});

describe("calls of the SDK in the guides", () => {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const statements = blocksIn("ts").filter(
    ([, { code }]) => /\breferrals\.\w+\.\w+\(/.test(code) && !/^(import|export)/m.test(code),
  );
  const files = [...new Set(statements.map(([, { file }]) => file))];

  it("are run in several guides", () => {
    expect(files).toEqual(
      expect.arrayContaining(["docs/guides/tokens.md", "docs/guides/tracking.md", "docs/guides/payouts.md"]),
    );
  });

  it.each(files)("%s: each block is taken by the service, one after the other", async (file) => {
    const clickId = await clickOfAPartner();
    const { apiKey } = service;
    if (file.endsWith("tokens.md"))
      await service.request("PATCH", "/program", { body: { applicationForm: questions } });
    const referrals = createReferralsClient({ apiKey, baseUrl: "https://app.test/api", fetch: service.fetch });
    for (const [place, block] of statements.filter(([, { file: own }]) => own === file)) {
      const given = {
        referrals,
        user,
        req: { cookies: { ref_id: clickId }, query: { timezone: "Europe/Berlin" } },
        clickId,
      };
      // A block may say itself where its click comes from.
      const names = Object.keys(given).filter((name) => !block.code.includes(`const ${name} =`));
      const run = new AsyncFunction(...names, block.code);
      await expect(
        Promise.resolve(run(...names.map((name) => given[name as keyof typeof given]))).then(() => place),
      ).resolves.toBe(place);
    }
    await service.request("PATCH", "/program", { body: { applicationForm: null } });
  });
});

describe("the first-party proxy", () => {
  it("has blocks that close what they open, and send the service's own host", () => {
    for (const [place, { code }] of blocksIn("nginx", "caddyfile")) {
      expect(code.split("{").length, place).toBe(code.split("}").length);
      expect(code, place).toMatch(/(proxy_set_header|header_up) Host app\.example\.com/);
    }
  });

  it("serves the page, its data and the script from the host's own address, with nginx where it is here", async () => {
    const nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);
    const blocks = blocksIn("nginx").map(([, { code }]) => code);
    expect(blocks).toHaveLength(2);
    const paths = ["/embed/referrals", "/api/embed/referrals", "/assets/analytics.js", "/api/track/lead"];
    const patterns = blocks.map((code) => new RegExp(/location ~ (\S+)/.exec(code)?.[1] ?? "$^"));
    for (const path of paths) expect(patterns.filter((pattern) => pattern.test(path))).toHaveLength(1);
    for (const path of ["/", "/api/partners", "/embedded/x", "/api/embedded"])
      expect(patterns.filter((pattern) => pattern.test(path))).toEqual([]);
    if (!nginx) return;
    const asked: string[] = [];
    const upstream = createServer(
      getRequestListener((request) => {
        asked.push(`${request.headers.get("host")} ${new URL(request.url).pathname}`);
        return service.fetch(request.url, request);
      }),
    );
    await new Promise<void>((done) => upstream.listen(0, "127.0.0.1", done));
    const { port } = upstream.address() as AddressInfo;
    const folder = await mkdtemp(join(tmpdir(), "nginx-"));
    const site = blocks
      .join("\n")
      .replaceAll("proxy_pass https://app.example.com", `proxy_pass http://127.0.0.1:${port}`);
    const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
server { listen unix:${folder}/socket; ${site} } }`;
    await writeFile(join(folder, "nginx.conf"), config);
    const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
      stdio: "ignore",
    });
    const ended = new Promise((done) => child.once("exit", done));
    try {
      await expect.poll(() => existsSync(join(folder, "socket"))).toBe(true);
      const { id } = await service.createPartner();
      const token = await service.embedToken(id as string);
      const headers = { Authorization: `Bearer ${token}` };
      const path = "/api/embed/referrals";
      const [answer] = (await once(get({ socketPath: join(folder, "socket"), path, headers }), "response")) as [
        IncomingMessage,
      ];
      expect([answer.statusCode, await json(answer)]).toEqual([
        200,
        expect.objectContaining({ partner: expect.objectContaining({ id }) }),
      ]);
      expect(asked).toEqual(["app.example.com /api/embed/referrals"]);
    } finally {
      child.kill();
      await ended;
      await new Promise((done) => upstream.close(done));
      await rm(folder, { recursive: true });
    }
  });
});
