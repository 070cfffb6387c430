import { afterAll, beforeAll, expect, it } from "vitest";
import { integrations } from "../../src/commands/integrations.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, type TestService } from "../harness.ts";
import { checkout, createStripe } from "./stripe.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
  // The command has the clock of the machine.
  service.clock.set(Date.now());
});
afterAll(() => service.close());

const run = async (...words: string[]): Promise<string> => {
  const { text } = await runCommand({ store: service.store, config: service.deps.config }, integrations, ...words);
  return text;
};

it("makes an integration, says where its events go, takes its secret and tells what each event did", async () => {
  const [id = "", url, ...events] = (await run("create", "stripe", "--name", "Shop")).split("\n");
  expect(url).toBe(`https://app.test/api/integrations/${id}/events`);
  expect(events).toContain("invoice.paid");
  expect(await run("list")).toContain("no secret yet");
  const updated = JSON.parse(await run("update", id, "--secret", "whsec_command", "--match-email", "yes"));
  expect(updated).toMatchObject({ name: "Shop", hasSecret: true, matchEmail: true });
  expect(await run("show", id)).not.toContain("whsec_command");
  expect(await run("test", id)).toContain("takes events");
  expect(await run("deliveries", id)).toContain("ignored");
  expect(await run("delete", id)).toContain("is deleted");
  expect(await run("list")).toBe("There is no integration.");
});

it("does an event again", async () => {
  const stripe = await createStripe(service);
  const { id } = await stripe.take("checkout.session.completed", checkout());
  expect(await run("replay", stripe.id, id)).toContain("parked");
  expect(await stripe.deliveries()).toMatchObject([{ attempts: 2 }]);
});

it("says what it does not understand", async () => {
  await expect(run("create", "cash")).rejects.toThrow("There are: stripe");
  await expect(run("update", "int_1", "--match-email", "maybe")).rejects.toThrow("must be yes or no");
  await expect(run("update", "int_1", "--secret", "short")).rejects.toThrow("secret");
  await expect(run("turn", "int_1")).rejects.toThrow("not turn");
});
