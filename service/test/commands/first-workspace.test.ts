import { afterAll, beforeAll, expect, it } from "vitest";
import { firstWorkspace } from "../../src/commands/serve.ts";
import type { AppDeps } from "../../src/app-deps.ts";
import { createContext, type Context } from "../../src/domain/context.ts";
import { createIds } from "../../src/domain/ids.ts";
import type { Store } from "../../src/store/open.ts";
import { testClock, testConfig } from "../harness.ts";
import { openOwnStore } from "../open-test-store.ts";

let store: Store;
beforeAll(async () => void (store = await openOwnStore()));
afterAll(() => store.close());

it("replicas that start on an empty store at the same moment make one workspace between them, and all start", async () => {
  const clock = testClock();
  const config = testConfig({ apiKey: `ref_${"a".repeat(40)}` });
  const deps: AppDeps = { store, clock, ids: createIds(clock), config, log: { error: () => {} } };
  const systemContext = (workspaceId = ""): Context =>
    createContext({ ...deps, actor: { type: "system", id: null }, workspaceId, requestId: null });
  expect(await firstWorkspace({ store, deps: { ...deps, config: testConfig() }, systemContext })).toBe(false);
  await Promise.all([1, 2, 3].map(() => firstWorkspace({ store, deps, systemContext })));
  expect(await firstWorkspace({ store, deps: { ...deps, config: testConfig() }, systemContext })).toBe(true);
  expect(await store.db.selectFrom("workspaces").select("slug").execute()).toEqual([{ slug: "workspace" }]);
  expect(await store.db.selectFrom("api_keys").select("id").execute()).toHaveLength(1);
});
