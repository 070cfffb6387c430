import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { erasePartner, erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import { createTestService, type TestService } from "../harness.ts";
import { empty, kept, named, stays } from "./erasure-lists.ts";
import { fillTables } from "./fill-tables.ts";
import { knownPeople, marks, type KnownPeople } from "./known-people.ts";
import { idsOf, markRows, placesOf, tablesWithout, wordColumns } from "./marked-rows.ts";

let service: TestService;
let people: KnownPeople;
beforeEach(async () => {
  service = await createTestService();
  people = await knownPeople(service);
  await fillTables(service, people);
});
afterEach(() => service.close());

type Who = "partner" | "customer";

/**
 * Marks every column of every row of a person's. A table that they have no row in has to be listed as one: else the marks of a new table
 * would be none, and the test would be green by that.
 */
const markAll = async (who: Who): Promise<void> => {
  const columns = (await wordColumns(service.store)).map(({ table, name }) => `${table}.${name}`);
  expect(named(kept).filter((column) => !columns.includes(column))).toEqual([]);
  const ids = await idsOf(service.store, people.seeds[who]);
  expect(await tablesWithout(service.store, ids)).toEqual(named(empty[who]));
  await markRows(service.store, { mark: marks[who], ids, kept: new Set(named(kept)) });
};

/**
 * Says what is left of a person and not listed, and what is listed and not left. No job runs before: erasing needs none, and those that
 * forget what is old would hide what it has missed.
 */
const leftBeside = async (who: Who) => {
  const [left, listed] = [await placesOf(service.store, marks[who]), named(stays[who])];
  return {
    left: left.filter((place) => !listed.includes(place)),
    listed: listed.filter((place) => !left.includes(place)),
  };
};
const nothing = { left: [], listed: [] };

const must = async (method: string, path: string, body?: object): Promise<void> => {
  const answer = await service.request(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
};
const completePayout = () => must("PATCH", `/payouts/${people.payoutId}`, { status: "completed" });

describe("erasing a partner leaves what is listed and nothing else (Y6)", () => {
  it("of one who left and forfeits, once the payout on its way has arrived", async () => {
    const { partnerId } = people;
    await markAll("partner");
    await must("POST", "/partners/deactivate", { partnerId });
    await erasePartner(service.ctx(), { partnerId }, { forfeit: true });
    await completePayout();
    expect(await leftBeside("partner")).toEqual(nothing);
  });

  it("of one who is banned and was paid", async () => {
    const { partnerId } = people;
    await markAll("partner");
    await completePayout();
    await must("POST", "/partners/ban", { partnerId, reason: "spam" });
    await erasePartner(service.ctx(), { partnerId });
    expect(await leftBeside("partner")).toEqual(nothing);
  });

  it("of one who asked for it, everywhere", async () => {
    await markAll("partner");
    await erasePartnerEverywhere(service.ctx(""), people.partnerId, { forfeit: true });
    await completePayout();
    expect(await leftBeside("partner")).toEqual(nothing);
  });
});

describe("erasing a customer leaves what is listed and nothing else (Y4)", () => {
  it("of one with a lead, sales, a refund, a dispute and a partner's referral", async () => {
    await markAll("customer");
    await must("DELETE", `/customers/${people.customerId}`);
    expect(await leftBeside("customer")).toEqual(nothing);
  });
});
