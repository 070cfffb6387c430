import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksIn } from "../../../test/guides/blocks.ts";
import type { Schema } from "../../src/docs/fields.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

const run = promisify(execFile);

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

describe("requests of servers in other languages", () => {
  const calls = blocksIn("php", "ruby").flatMap(([place, { code }]) =>
    [...code.matchAll(/(?:referrals|Referrals\.post)\(['"](\/[\w/]+)['"], (?:\[|\{)([\s\S]*?)\n\s*(?:\]|\})\)/g)].map(
      ([, path = "", body = ""]): [string, string, string] => [place, path, body],
    ),
  );

  it("are there for tokens, leads and sales, in each language", () => {
    for (const guide of ["php", "rails"])
      expect(calls.filter(([place]) => place.includes(guide)).map(([, path]) => path)).toEqual([
        "/tokens/embed/referrals",
        "/track/lead",
        "/track/sale",
      ]);
  });

  it.each(calls)("%s: POST %s takes every field that is sent, and is sent what it needs", async (_, path, body) => {
    const document = (await service.request<Schema>("GET", "/openapi.json", { key: null })).body;
    let schema: Schema = document["paths"][path].post.requestBody.content["application/json"].schema;
    if (schema["$ref"]) schema = document["components"].schemas[schema["$ref"].split("/").at(-1)];
    const [outer = "", inner] = body.split(/\bpartner['"]?(?: =>|:) [[{]/);
    const names = (text: string): string[] =>
      [...text.matchAll(/(?:'(\w+)' =>|\b(\w+): )/g)].map(([, php, ruby]) => php ?? ruby ?? "");
    const fields = Object.keys(schema["properties"]);
    expect(names(outer).filter((name) => !fields.includes(name))).toEqual([]);
    expect((schema["required"] ?? []).filter((name: string) => !names(outer).includes(name))).toEqual([]);
    if (inner === undefined) return;
    const { properties, required = [] } = schema["properties"].partner;
    expect(names(inner).filter((name) => !(name in properties))).toEqual([]);
    expect(required.filter((name: string) => !names(inner).includes(name))).toEqual([]);
  });

  it.each(["php", "ruby"])("%s blocks close what they open", (language) => {
    for (const [place, { code }] of blocksIn(language)) {
      const text = code.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*$|\/\/.*$/gm, "");
      for (const [open, close] of ["()", "[]", "{}"])
        expect(text.split(open!).length, place).toBe(text.split(close!).length);
    }
  });
});

/** What the language must have besides itself, and what a host has around the blocks of its guide. */
const hosts = {
  php: {
    probe: ["-r", "exit(function_exists('curl_init') ? 0 : 1);"],
    write: (blocks: string[]) => `<?php
function signed_in_user() { return ['id' => 'user_php', 'name' => 'Vera', 'email' => 'php@mail.test']; }
$_COOKIE['ref_id'] = getenv('CLICK_ID');
$invoice = ['id' => 'in_php'];
${blocks.map((code) => code.replace("<?php", "")).join("\n")}`,
  },
  ruby: {
    probe: ["-e", 'require "json"; require "net/http"'],
    write: ([client, controller, ...reports]: string[]) => `require "ostruct"
class String
  def present? = !empty?
end
class ApplicationController
  def self.before_action(*) = nil
  def self.skip_forgery_protection = nil
  def current_user = OpenStruct.new(id: "user_ruby", name: "Vera", email: "ruby@mail.test")
  def response = @response ||= OpenStruct.new(headers: {})
  def render(json:) = puts(json)
end
${client}
${controller}
ReferralsTokensController.new.create
cookies = { ref_id: ENV["CLICK_ID"] }
user = ApplicationController.new.current_user
invoice = OpenStruct.new(number: "in_ruby")
${reports.join("\n")}`,
  },
};

describe("the server part of a guide", () => {
  it.each(["php", "ruby"] as const)(
    "in %s mints a token and reports a lead and a sale, where the language is here",
    async (language) => {
      const { probe, write } = hosts[language];
      const blocks = blocksIn(language).map(([, { code }]) => code);
      expect(blocks.length).toBeGreaterThan(1);
      const isHere = await run(language, probe).then(
        () => true,
        () => false,
      );
      if (!isHere) return;
      const server = createServer(getRequestListener((request) => service.fetch(request.url, request)));
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const folder = await mkdtemp(join(tmpdir(), "guide-"));
      try {
        const file = join(folder, "program");
        await writeFile(file, write(blocks));
        const { links } = await service.createPartner({ tenantId: `partner_${language}` });
        const env = {
          ...process.env,
          REFERRALS_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
          REFERRALS_API_KEY: service.apiKey,
          CLICK_ID: await storeClick(service, (links as { id: string }[])[0]?.id ?? ""),
        };
        const { stdout } = await run(language, [file], { env });
        const { publicToken } = JSON.parse(stdout) as { publicToken: string };
        expect((await service.request("GET", "/embed/referrals", { key: publicToken })).status).toBe(200);
        const [customer] = (await service.request<any>("GET", `/customers?externalId=user_${language}`)).body;
        expect(customer).toMatchObject({ email: `${language}@mail.test`, sales: 1, saleAmount: 4900 });
      } finally {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
        await rm(folder, { recursive: true });
      }
    },
  );
});
