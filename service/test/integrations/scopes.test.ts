import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeyScopes, type ApiKeyScope } from "referrals-embed/contract";
import { createTestService, type TestService } from "../harness.ts";
import { createIntegration } from "./integration.ts";
import { paddleEvent, playedPaddle, transaction } from "./paddle.ts";

let service: TestService;
let id: string;
let deliveryId: string;
beforeAll(async () => {
  service = await createTestService();
  const paddle = await createIntegration(service, playedPaddle);
  id = paddle.id;
  ({ id: deliveryId } = await paddle.take(paddleEvent("transaction.completed", transaction())));
});
afterAll(() => service.close());

const keyWith = async (scopes: readonly ApiKeyScope[]): Promise<string> =>
  (await service.request("POST", "/api-keys", { body: { name: "limited", scopes } })).body.key;

const secret = { secret: "a-secret-of-my-own" };
const changes: [name: string, call: () => [string, string, object?]][] = [
  ["making one", () => ["POST", "/integrations", { provider: "stripe", ...secret }]],
  ["making one without a secret", () => ["POST", "/integrations", { provider: "stripe" }]],
  ["changing its secret", () => ["PATCH", `/integrations/${id}`, secret]],
  ["changing what names the customer", () => ["PATCH", `/integrations/${id}`, { customerIdKey: "note" }]],
  ["doing an event again", () => ["POST", `/integrations/${id}/deliveries/${deliveryId}/replay`]],
];

describe.each(changes)("%s", (_, call) => {
  it.each([
    ["only workspace.write", ["workspace.write"], true],
    ["only track.write", ["track.write"], true],
    ["everything but track.write", apiKeyScopes.filter((scope) => scope !== "track.write"), true],
    ["everything but workspace.write", apiKeyScopes.filter((scope) => scope !== "workspace.write"), true],
    ["both", ["workspace.write", "track.write"], false],
  ] as const)(
    "with %s: whoever sets up who may report sales must be able to report them (J8)",
    async (_, scopes, isRefused) => {
      const [method, path, body] = call();
      const { status, body: answer } = await service.request(method, path, { body, key: await keyWith(scopes) });
      expect(status).toBe(isRefused ? 403 : path === "/integrations" ? 201 : 200);
      if (isRefused) expect(answer.error.message).toMatch(/lacks the scope (workspace|track)\.write/);
    },
  );
});

it("reading and removing one takes no more than before", async () => {
  const key = await keyWith(["workspace.write", "workspace.read"]);
  for (const [method, path] of [
    ["GET", "/integrations"],
    ["GET", `/integrations/${id}`],
    ["POST", `/integrations/${id}/test`],
    ["DELETE", `/integrations/${id}`],
  ] as const)
    expect((await service.request(method, path, { key })).status).toBe(200);
});
