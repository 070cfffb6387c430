import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { subscribe } from "../webhooks/subscribe.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

/** The statements the store was asked while `work` ran: those of the credential, BEGIN and COMMIT included. */
async function statements(work: () => Promise<{ status: number }>): Promise<string[]> {
  const asked: string[] = [];
  const { prototype } = pg.Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } };
  const original = prototype.query;
  prototype.query = function query(...given: unknown[]): unknown {
    const [first] = given as [string | { text: string }];
    asked.push((typeof first === "string" ? first : first.text).replace(/\s+/g, " ").trim());
    return original.apply(this, given);
  };
  try {
    expect((await work()).status).toBeLessThan(300);
  } finally {
    prototype.query = original;
  }
  // No part of the call: a connection that listens for changes and asks from time to time whether it still lives, and the key's last
  // use, noted once a minute.
  return asked.filter((text) => !/^(listen |select 1$|update "api_keys")/.test(text));
}

/** A workspace with a partner, a click of theirs, and calls in the workspace's name. */
async function begin(): Promise<{
  world: World;
  clickId: string;
  post: (path: string, body: object) => () => Promise<{ status: number }>;
}> {
  const world = await createWorld(service, { sale: { rateBp: 2500 }, lead: { flat: 100 } }, 1);
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const post = (path: string, body: object) => () => service.request("POST", path, { key: world.apiKey, body });
  return { world, clickId, post };
}

/** How many statements each kind of call takes, in a workspace of its own. */
async function counted(): Promise<Record<"firstSale" | "laterSale" | "lead" | "refund", number>> {
  const { clickId, post } = await begin();
  const sale = { customerExternalId: "buyer", amount: 4900 };
  const count = async (work: () => Promise<{ status: number }>): Promise<number> => (await statements(work)).length;
  return {
    firstSale: await count(post("/track/sale", { ...sale, clickId, invoiceId: "in_1" })),
    laterSale: await count(post("/track/sale", { ...sale, invoiceId: "in_2" })),
    lead: await count(post("/track/lead", { clickId, eventName: "Sign up", customerExternalId: "reader" })),
    refund: await count(post("/track/refund", { invoiceId: "in_1", amount: 900 })),
  };
}

describe("statements of a call that no webhook hears", () => {
  it("are at most 18 for a customer's first sale, 14 for a later one, 14 for a lead and 14 for a refund", async () => {
    // Twice, the fewer of each: a job in the background may ask something while a call is under way.
    const [one, two] = [await counted(), await counted()];
    const fewer = (of: keyof typeof one): number => Math.min(one[of], two[of]);
    expect(fewer("firstSale")).toBeLessThanOrEqual(18);
    expect(fewer("laterSale")).toBeLessThanOrEqual(14);
    expect(fewer("lead")).toBeLessThanOrEqual(14);
    expect(fewer("refund")).toBeLessThanOrEqual(14);
  });

  it("are 4 for a repeated invoice: credential, BEGIN, one that recognises the call, COMMIT", async () => {
    const { clickId, post } = await begin();
    const sale = post("/track/sale", { customerExternalId: "buyer", amount: 4900, clickId, invoiceId: "in_1" });
    await sale();
    expect(await statements(sale)).toHaveLength(4);
  });

  it("are at most 15 for a payout of one partner", async () => {
    const { world, post } = await begin();
    const { partnerId } = world.members[0]!;
    await post("/commissions", { partnerId, amount: 700 })();
    const asked = await statements(post("/payouts", { partnerId }));
    expect(asked.length).toBeLessThanOrEqual(15);
  });
});

describe("events of leads, sales, refunds, commissions and payouts", () => {
  const announced = ["lead.created", "sale.created", "sale.refunded", "commission.created", "commission.updated"];
  const outbox = async ({ ctx }: World): Promise<string[]> => {
    const rows = await ctx.db
      .selectFrom("outbox_events")
      .select("event")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("event", "in", [...announced, "payout.created", "payout.updated"] as never[])
      .orderBy("id")
      .execute();
    return rows.map(({ event }) => event);
  };
  const live = async ({ post, clickId, world }: Awaited<ReturnType<typeof begin>>): Promise<string[]> => {
    const asked = await statements(
      post("/track/sale", { customerExternalId: "b", amount: 900, clickId, invoiceId: "i" }),
    );
    await post("/track/refund", { invoiceId: "i", amount: 100 })();
    const { partnerId } = world.members[0]!;
    await post("/commissions", { partnerId, amount: 700 })();
    await post("/payouts", { partnerId })();
    return asked;
  };

  it("are neither built nor written while no webhook subscribes to them", async () => {
    const given = await begin();
    await subscribe(given.world.ctx, ["link.created"]);
    const asked = await live(given);
    expect(await outbox(given.world)).toEqual([]);
    // What an event is judged by names the partner's profile too.
    const built = asked.filter((text) => !text.includes("holdsSameAddress"));
    expect(built.filter((text) => /outbox_events|link_tags|partner_profiles/.test(text))).toEqual([]);
  });

  it("are written in the order of their causes, those that a webhook subscribes to and no others", async () => {
    const given = await begin();
    await subscribe(given.world.ctx, ["sale.created", "commission.created"]);
    await subscribe(given.world.ctx, ["sale.refunded", "payout.created"]);
    await live(given);
    expect(await outbox(given.world)).toEqual([
      "sale.created",
      "commission.created",
      "commission.created",
      "sale.refunded",
      "commission.created",
      "payout.created",
    ]);
  });
});
