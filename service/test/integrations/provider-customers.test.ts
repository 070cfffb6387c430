import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";
import type { PlayedProvider, SentEvent } from "./integration.ts";
import { playedProviders } from "./played-providers.ts";
import { fields, Model, type Came, type Field, type Said } from "./provider-customers.ts";
import { createScene, type Scene } from "./scene.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

/** How a provider names customers: what ids begin with, and whether a buyer becomes one by typing an e-mail address. */
interface Naming {
  customer: string;
  invoice: string;
  isTyped: boolean;
}

const namingOf: Readonly<Record<PlayedProvider["provider"], Naming>> = {
  stripe: { customer: "cus_", invoice: "pi_", isTyped: false },
  paddle: { customer: "ctm_", invoice: "txn_", isTyped: true },
  polar: { customer: "customer-", invoice: "order-", isTyped: true },
  lemonsqueezy: { customer: "lemonsqueezy_customer_", invoice: "lemonsqueezy_order_", isTyped: true },
};

/** One thing that happens: a field says something, the last event comes again, or a customer is erased. */
interface Happening {
  field: number;
  own: number;
  click: number;
  does: "say" | "again" | "erase";
}

const happening: fc.Arbitrary<Happening> = fc.record({
  field: fc.nat(99),
  own: fc.nat(2),
  click: fc.nat(2),
  does: fc.constantFrom(...Array.from({ length: 8 }, () => "say" as const), "again", "erase"),
});

let count = 1000;
const next = (): number => (count += 1);

/** Two partners with a click each, in the scene's workspace. */
async function partnersOf(scene: Scene): Promise<{ id: string; click: string }[]> {
  const { id, links } = await scene.call("POST", "/partners", { email: `q-${next()}@mail.test`, name: "Quinn" });
  return [
    { id: scene.partner.id, click: scene.click },
    { id, click: await storeClick(service, links[0].id) },
  ];
}

/** What became of the purchases by their number, as it is stored; nothing of those whose customer was erased since. */
async function storedCame(ids: readonly number[], prefix: string): Promise<Map<number, Came>> {
  const { db } = service.ctx("");
  const invoices = ids.map((id) => `${prefix}${id}`);
  const sales = await db
    .selectFrom("sale_events as s")
    .innerJoin("customers as u", "u.id", "s.customer_id")
    .leftJoin("commissions as c", (join) => join.onRef("c.event_id", "=", "s.id").on("c.type", "=", "sale"))
    .select(["s.invoice_id", "u.external_id", "c.partner_id", "c.status"])
    .where("s.invoice_id", "in", invoices)
    .execute();
  const held = await db
    .selectFrom("unverified_sales")
    .select("invoice_id")
    .where("invoice_id", "in", invoices)
    .execute();
  const came = new Map<number, Came>();
  for (const [index, id] of ids.entries()) {
    const sale = sales.find((row) => row.invoice_id === invoices[index]);
    const isHeld = held.some((row) => row.invoice_id === invoices[index]);
    if (sale && sale.external_id === null) continue;
    if (sale) expect(sale.status ?? "pending").toBe("pending");
    came.set(id, sale ? { customer: sale.external_id ?? "", partner: sale.partner_id } : isHeld ? "held" : "parked");
  }
  return came;
}

/** Whether only the buyer names a customer there. */
const isOfBuyer = ({ in: place, isBelieved, names }: Field): boolean =>
  place === "purchase" && !isBelieved && names === "always";

interface World {
  scene: Scene;
  partners: { id: string; click: string }[];
}

/** Lets a case happen to a customer of the provider's nobody knows, and says what came of each purchase, here and by the rules. */
async function played(
  { scene, partners }: World,
  happenings: readonly Happening[],
  { provider, ids }: { provider: PlayedProvider["provider"]; ids: Naming },
): Promise<{ story: string[]; came: Map<number, Came>; ruled: Map<number, Came> }> {
  const customer = next();
  const owns = [`user_${customer}_a`, `user_${customer}_b`];
  for (const externalId of owns) await scene.call("POST", "/customers", { externalId });
  const model = new Model(`${ids.customer}${customer}`, ids.isTyped);
  const story: string[] = [];
  let last: SentEvent | null = null;
  for (const { does, ...drawn } of happenings) {
    if (does === "erase") {
      const own = owns[drawn.own % 2]!;
      await scene.call("DELETE", `/customers/ext_${own}`);
      await scene.call("POST", "/customers", { externalId: own });
      model.erase(own);
      story.push(`${own} is erased`);
      // Sent again after that it would be an event of a new customer.
      last = null;
    } else if (does === "again") {
      if (last) expect((await scene.post(last)).status).toBe(200);
    } else {
      const all = fields[provider];
      const field = all[drawn.field % all.length]!;
      const isNamed = field.names === "always" || (field.names === "maybe" && drawn.own < 2);
      const own = isNamed ? owns[drawn.own % 2]! : null;
      const partner = field.hasClick ? (partners[drawn.click] ?? null) : null;
      const id = next();
      const at = service.clock.now();
      last = await field.event({ customer, id, own, click: partner?.click ?? null, apiKey: scene.key, at });
      expect((await scene.post(last)).status).toBe(200);
      await scene.retryAll();
      const said: Said = { in: field.in, own, click: partner?.id ?? null, isBelieved: field.isBelieved };
      model.tell(id, said);
      story.push(`${id}: ${field.name} says ${own ?? "nobody"}, by ${said.click ?? "no click"}`);
    }
  }
  const came = await storedCame([...model.came.keys()], ids.invoice);
  return { story, came, ruled: model.came };
}

describe.each(playedProviders)("a customer of $provider", (provider) => {
  const ids = namingOf[provider.provider];
  const name = provider.provider;
  let world: World;
  beforeAll(async () => {
    const scene = await createScene(service, provider);
    world = { scene, partners: await partnersOf(scene) };
  });
  it.skipIf(!fields[name].some(isOfBuyer))(
    "has no events that wake each other for ever while they wait (J4)",
    async () => {
      const [{ scene }, customer] = [world, next()];
      await scene.call("POST", "/customers", { externalId: `user_${customer}` });
      const field = fields[name].find(isOfBuyer);
      const made = { customer, own: `user_${customer}`, click: null, apiKey: scene.key, at: service.clock.now() };
      for (const _ of [1, 2]) if (field) await scene.post(await field.event({ ...made, id: next() }));
      await retryParkedEvents(service.ctx(""));
      expect(await retryParkedEvents(service.ctx(""))).toBe(0);
    },
  );

  // Shows whose the purchases without a name are by then.
  const isBare = ({ in: place, names }: Field): boolean => place === "purchase" && names !== "always";
  const nameless: Happening = { does: "say", field: fields[name].findIndex(isBare), own: 2, click: 2 };

  it("is who the rules say, whatever is said, sent again and erased, in any order (J2, J7, Y4)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 2, maxLength: 6 }), async (some) => {
        const { story, came, ruled } = await played(world, [...some, nameless], { provider: name, ids });
        expect({ story, came: [...came] }).toEqual({ story, came: [...ruled] });
      }),
      casesWithin(60, 2000),
    );
  });
});
