import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { ways } from "../../src/bounds.ts";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

const ADDRESS = "https://app.test/api/embed/referrals";
const FORM = "application/x-www-form-urlencoded";

let service: TestService;
let token: string;
let ask: (init: RequestInit, address?: string) => Promise<Response>;
beforeAll(async () => {
  service = await createTestService({ linkDomains: ["https://app.test"] });
  ({ token } = await activePartner(service));
  const app = createApp(service.deps);
  ask = async (init, address = ADDRESS) => app.request(new Request(address, init));
});
afterAll(() => service.close());

const post = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers: { Origin: "https://host.test", ...headers },
});

describe("a read as a form", () => {
  it.each([
    ["", { interval: "7d", timezone: "Europe/Rome" }],
    ["/earnings", { limit: "1" }],
    ["/links", {}],
    ["/payout-method", {}],
  ])("answers what the read of %s with an Authorization header answers", async (path, query) => {
    const byHeader = await ask(
      { headers: { Authorization: `Bearer ${token}`, Origin: "https://host.test" } },
      `${ADDRESS}${path}?${new URLSearchParams(query)}`,
    );
    const byForm = await ask(post({ access_token: token, ...query }), `${ADDRESS}${path}`);
    expect(byForm.status).toBe(200);
    expect(await byForm.json()).toEqual(await byHeader.json());
    for (const name of ["access-control-allow-origin", "cache-control", "content-type", "vary"])
      expect([name, byForm.headers.get(name)]).toEqual([name, byHeader.headers.get(name)]);
  });

  it("is a request that browsers send without a preflight: no header of ours, and a form", () => {
    const { headers } = new Request(ADDRESS, { method: "POST", body: new URLSearchParams({ access_token: token }) });
    expect([...headers]).toEqual([["content-type", `${FORM};charset=UTF-8`]]);
  });

  it("refuses a token that is missing or unknown with 401, readable for the page", async () => {
    const wrong: Record<string, string>[] = [
      {},
      { access_token: "ref_embed_unknown" },
      { access_token: "\0\uFFFD" },
      { access_token: "a\nb" },
    ];
    for (const fields of wrong) {
      const answer = await ask(post(fields));
      expect(answer.status).toBe(401);
      expect(answer.headers.get("access-control-allow-origin")).toBe("https://host.test");
      expect(await answer.json()).toMatchObject({ error: { code: "unauthorized" } });
    }
  });

  it("refuses a query of no meaning with 422, and a body over the limit with 400", async () => {
    const wrong = await ask(post({ access_token: token, interval: "forever" }));
    expect(wrong.status).toBe(422);
    const large = await ask(post({ access_token: token, timezone: "a".repeat(ways.form.bytes) }));
    expect(large.status).toBe(400);
  });

  it("is no other kind of body, and no write that is sent as a form", async () => {
    const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await ask(json)).status).toBe(404);
    const write = await ask(post({ key: "mine" }, { Authorization: `Bearer ${token}` }), `${ADDRESS}/links`);
    expect(write.status).toBe(400);
    expect((await ask(post({ access_token: token }), `${ADDRESS}/enrollment/leave`)).status).toBe(401);
  });

  it("needs an allowed origin as the read does", async () => {
    const { partner } = await activePartner(service);
    const bound = await service.embedToken(partner.id, { allowedOrigins: ["https://other.test"] });
    const answer = await ask(post({ access_token: bound }));
    expect(answer.status).toBe(403);
  });
});
