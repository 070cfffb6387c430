import { describe, expect, it } from "vitest";
import { earnedRows, reward, rewardLead, rewardSale } from "../../src/domain/rules/rewards.ts";

const at = new Date("2026-05-10T12:00:00Z");
const offer = (id: string, more: object = {}) => ({
  reward: {
    id,
    event: "sale",
    type: "percentage",
    amount_minor: null,
    rate_bp: 1_000,
    max_duration_months: null,
    max_amount: null,
    conditions: [],
    ...more,
  },
  used: 0,
});
const standing = (id: string, notEarning: string | null = null) => ({
  row: { id, approved_at: new Date("2026-01-10T12:00:00Z") },
  notEarning,
});
const flat = (maxDurationMonths: number | null) =>
  offer("rw_flat", { event: "referral", type: "flat", amount_minor: 500, max_duration_months: maxDurationMonths });

/** A sale of 100.00 for a partner whom another one brought in: 10 % for the one, and 10 % of that for the other. */
function sold(given: { event?: object; recipients?: object; offers?: object } = {}) {
  const event = {
    eventId: "sal_1",
    rewardEvent: "sale",
    at,
    amount: 10_000,
    quantity: 1,
    holdingDays: 30,
    holdReasons: [],
    signals: [],
    facts: {},
    ...given.event,
  };
  const recipients = {
    enrollment: standing("pge_own"),
    refusal: null,
    commissionId: "cm_own",
    referrer: standing("pge_referrer"),
    referralCommissionId: "cm_referral",
    recruit: { signals: [], refusal: null, holdReasons: [] },
    ...given.recipients,
  };
  const offers = {
    saleReward: offer("rw_sale"),
    referralReward: offer("rw_referral", { event: "referral" }),
    frozen: null,
    firstCommission: null,
    hasSaleCommission: false,
    ...given.offers,
  };
  const { outcomes, freeze } = rewardSale(event as never, recipients as never, offers as never);
  const told = outcomes.map(({ decision, commission }) => [decision.code, commission?.earnings ?? 0]);
  return { told, outcomes, freeze };
}

describe("a sale", () => {
  it("pays its partner, the one who brought that one in, and freezes its terms (C15)", () => {
    const { told, outcomes, freeze } = sold();
    expect(told).toEqual([
      ["ok", 1_000],
      ["ok", 100],
    ]);
    expect(outcomes.map(({ commission }) => commission)).toMatchObject([
      { status: "pending", reward: { capped: false }, payable_at: new Date("2026-06-09T12:00:00Z") },
      { status: "pending", source_id: "cm_own", enrollment_id: "pge_referrer" },
    ]);
    expect(freeze).toMatchObject({ enrollmentId: "pge_own", terms: { rewardId: "rw_sale" } });
  });

  it.each<[string, Parameters<typeof sold>[0], string]>([
    ["it is refused", { recipients: { refusal: "window_expired" } }, "window_expired"],
    ["it is nobody's", { recipients: { enrollment: null } }, "no_reward"],
    ["its partner earns nothing", { recipients: { enrollment: standing("pge", "no_attribution") } }, "no_attribution"],
    ["no reward is offered", { offers: { saleReward: null } }, "no_reward"],
    ["its frozen reward has ended", { offers: { frozen: { ended: true, terms: {}, used: 0 } } }, "no_reward"],
  ])("pays nobody where %s (C25)", (_, given, code) => {
    expect(sold(given)).toMatchObject({ told: [[code, 0]], freeze: null });
  });

  it("pays by the terms that its customer's first sale froze (C8)", () => {
    const frozen = { ended: false, used: 0, terms: { ...termsOfTen, rateBp: 2_000 } };
    const { told, freeze } = sold({ offers: { frozen, saleReward: null } });
    expect(told[0]).toEqual(["ok", 2_000]);
    expect(freeze).toBeNull();
  });

  it("says that the cap took a part of it, and holds what its reasons hold (C11, C26)", () => {
    const saleReward = offer("rw_sale", { max_amount: 400 });
    expect(sold({ offers: { saleReward } }).outcomes[0]?.commission?.reward).toMatchObject({ capped: true });
    const [own, referral] = sold({ event: { amount: null } }).outcomes.map(({ commission }) => commission);
    expect(own).toMatchObject({ status: "hold", hold_reasons: ["fx_unknown"], amount: 0, reward: { capped: false } });
    expect(referral).toMatchObject({ status: "hold", hold_reasons: ["fx_unknown"], earnings: 0 });
  });
});

const termsOfTen = {
  rewardId: "rw_old",
  event: "sale",
  type: "percentage",
  amountMinor: null,
  maxDurationMonths: null,
  maxAmount: null,
  conditions: [],
};

describe("the share of the one who brought a partner in (C15)", () => {
  const months = (count: number) => offer("rw_r", { event: "referral", max_duration_months: count });

  it.each<[string, Parameters<typeof sold>[0], unknown]>([
    ["is none without one", { recipients: { referrer: null } }, undefined],
    ["is none of a sale that earns nothing", { event: { amount: 1 } }, undefined],
    [
      "is none while that one earns nothing",
      { recipients: { referrer: standing("p", "no_reward") } },
      ["no_reward", 0],
    ],
    ["is none without a reward for it", { offers: { referralReward: null } }, ["no_reward", 0]],
    [
      "is none where it is refused",
      { recipients: { recruit: { signals: [], refusal: "self_referral_block", holdReasons: [] } } },
      ["self_referral_block", 0],
    ],
    ["ends with its months", { offers: { referralReward: months(4) } }, ["duration_over", 0]],
    ["lasts its months", { offers: { referralReward: months(5), hasSaleCommission: true } }, ["ok", 100]],
    ["of 0 months comes with the first sale", { offers: { referralReward: months(0) } }, ["ok", 100]],
    [
      "of 0 months does not come again",
      { offers: { referralReward: months(0), hasSaleCommission: true } },
      ["first_sale_only", 0],
    ],
    ["is a flat value once, at any time", { offers: { referralReward: flat(1) } }, ["ok", 500]],
    [
      "is a flat value only once",
      { offers: { referralReward: flat(null), hasSaleCommission: true } },
      ["first_sale_only", 0],
    ],
  ])("%s", (_, given, share) => {
    expect(sold(given).told[1]).toEqual(share);
  });
});

it("a lead pays where it is somebody's who earns, and a reward is offered (C25)", () => {
  const event = { eventId: "led_1", rewardEvent: "lead", at, amount: null, quantity: 2, holdingDays: 0, facts: {} };
  const lead = (
    recipient: object,
    offered: object | null = offer("rw_lead", { event: "lead", type: "flat", amount_minor: 300 }),
  ) => {
    const recipients = { enrollment: standing("pge_own"), refusal: null, commissionId: "cm_1", ...recipient };
    const given = { ...event, holdReasons: [], signals: [] };
    const { decision, commission } = rewardLead(given as never, recipients as never, offered as never);
    return [decision.code, commission?.earnings ?? 0];
  };
  expect(lead({})).toEqual(["ok", 600]);
  expect(lead({ refusal: "no_attribution" })).toEqual(["no_attribution", 0]);
  expect(lead({ enrollment: null })).toEqual(["no_reward", 0]);
  expect(lead({ enrollment: standing("pge", "window_expired") })).toEqual(["window_expired", 0]);
  expect(lead({}, null)).toEqual(["no_reward", 0]);
});

it("a day of clicks is payable when its holding days have passed after its end (C13)", () => {
  const clicks = { eventId: "d", rewardEvent: "click", at, clickDate: "2026-05-09", amount: null, quantity: 1 };
  const event = { ...clicks, holdingDays: 2, holdReasons: [], signals: [], facts: {} };
  const terms = { ...termsOfTen, event: "click", type: "flat", amountMinor: 5, rateBp: null };
  const claim = { commissionId: "cm_1", enrollment: standing("pge_own").row, terms, used: 0 };
  expect(reward(event as never, claim as never).commission?.payable_at).toEqual(new Date("2026-05-12T00:00:00Z"));
});

it("terms are frozen for a customer who is known (C8)", () => {
  const rewards = { outcomes: [], freeze: sold().freeze };
  expect(earnedRows(rewards, { at, customerId: "cus_1", ids: [] }).terms).toMatchObject({ customer_id: "cus_1" });
  expect(earnedRows(rewards, { at, customerId: null, ids: [] }).terms).toBeNull();
  expect(earnedRows({ ...rewards, freeze: null }, { at, customerId: "cus_1", ids: [] }).terms).toBeNull();
});
