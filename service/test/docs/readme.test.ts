import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createReferralsClient, type ReferralsClient } from "../../../src/server/index.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
let apiKey: string;
beforeAll(async () => {
  service = await createTestService();
  ({ apiKey } = await service.createWorkspace({ saleRateBp: undefined }));
});
afterAll(() => service.close());

type Step = (referrals: ReferralsClient, clickId: string, user: { id: string; email: string }) => Promise<void>;

/** The code blocks of a chapter of the README, each as a function. */
async function stepsOf(heading: string): Promise<Step[]> {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const chapter = readme.split(/^### /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  return [...chapter.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => new AsyncFunction("referrals", "clickId", "user", code ?? "") as unknown as Step,
  );
}

it("earns a partner what the README says, when its calls are sent as they stand there", async () => {
  const referrals = createReferralsClient({ apiKey, baseUrl: "https://app.test/api", fetch: service.fetch });
  const [setUp, report, ...others] = await stepsOf("3. Leads and sales");
  expect(others).toEqual([]);
  const user = { id: "user_2207", email: "visitor@mail.test" };
  await setUp?.(referrals, "", user);
  const partner = { name: "Ada", email: "ada@mail.test", image: "https://acme.test/ada.png", tenantId: "ada" };
  const { publicToken } = await referrals.embedTokens.referrals({ tenantId: "ada", partner });
  const [enrolled] = await referrals.partners.list({ tenantId: "ada" });
  const link = enrolled?.links?.[0];
  expect(link?.url).toBe("https://acme.example");
  await report?.(referrals, await storeClick(service, link?.id ?? ""), user);
  const answer = await service.request<{ earnings: object }>("GET", "/embed/referrals", {
    key: publicToken,
  });
  expect(answer.body.earnings).toMatchObject({ earned: 975, ready: 0, clearing: [{ amount: 975 }] });
});
