import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseClick, selfReferralSignals } from "../../src/domain/rules/attribution.ts";
import { eventKey } from "../../src/domain/rules/event-key.ts";
import { dayMs } from "../harness.ts";

const at = new Date("2026-06-01T00:00:00Z");
const click = fc.record({
  clickId: fc.string({ minLength: 1, maxLength: 3 }),
  at: fc.integer({ min: 0, max: 200 }).map((days) => new Date(at.getTime() - days * dayMs)),
});
const settings = fc.record({ model: fc.constantFrom("last", "first"), windowDays: fc.integer({ min: 1, max: 100 }) });

describe("the deciding click", () => {
  it("does not depend on the order in which clicks were presented (A6)", () => {
    fc.assert(
      fc.property(fc.array(click, { maxLength: 6 }), settings, (clicks, settings) => {
        expect(chooseClick(clicks.toReversed(), settings, at)).toEqual(chooseClick(clicks, settings, at));
      }),
    );
  });

  it("is inside the window whenever any click is; last takes the newest, first the oldest inside (A6, A7)", () => {
    fc.assert(
      fc.property(fc.array(click, { minLength: 1, maxLength: 6 }), settings, (clicks, settings) => {
        const inside = clicks.filter((click) => at.getTime() - click.at.getTime() <= settings.windowDays * dayMs);
        const choice = chooseClick(clicks, settings, at)!;
        expect(choice.inside).toBe(inside.length > 0);
        if (inside.length === 0) return;
        const times = inside.map((click) => click.at.getTime());
        expect(choice.click.at.getTime()).toBe(settings.model === "last" ? Math.max(...times) : Math.min(...times));
      }),
    );
  });

  it("is none without clicks (A5)", () => {
    expect(chooseClick([], { model: "last", windowDays: 90 }, at)).toBeNull();
  });
});

describe("self-referral signals", () => {
  const nobody = {
    partnerEmail: null,
    customerEmail: null,
    tenantId: null,
    customerExternalId: null,
    sameVisitor: false,
    payoutEmail: null,
    sameAddress: false,
  };

  it.each([
    ["Ann@Mail.test", "ann+shop@mail.test", true],
    ["a.n.n@gmail.com", "ann+x@GMAIL.com", true],
    ["a.nn@mail.test", "ann@mail.test", false],
    ["ann@mail.test", "ann@other.test", false],
    ["ann@bücher.test", "ann@xn--bcher-kva.test", true],
    ["a.nn@gmail.com", "ann+x@googlemail.com", true],
    ["ann@mail.test", "ann@mail.test.", true],
    ["ann@mail.test", "\uff41nn@mail.test", true],
  ])("%s and %s are one mailbox: %s (A12)", (partnerEmail, customerEmail, same) => {
    expect(selfReferralSignals({ ...nobody, partnerEmail, customerEmail })).toEqual(same ? ["email"] : []);
  });

  it("compares the external id byte for byte, and nothing with nothing (A12)", () => {
    expect(selfReferralSignals(nobody)).toEqual([]);
    expect(selfReferralSignals({ ...nobody, tenantId: "u1", customerExternalId: "u1" })).toEqual(["external_id"]);
    expect(selfReferralSignals({ ...nobody, tenantId: "u1", customerExternalId: "U1" })).toEqual([]);
    expect(selfReferralSignals({ ...nobody, sameVisitor: true })).toEqual(["visitor"]);
    expect(selfReferralSignals({ ...nobody, sameVisitor: true, sameAddress: true })).toEqual(["visitor"]);
    expect(selfReferralSignals({ ...nobody, sameAddress: true })).toEqual(["address"]);
  });

  it("compares the address that PayPal pays a partner at as well (A12)", () => {
    const facts = { ...nobody, payoutEmail: "Ann+pay@mail.test", customerEmail: "ann@mail.test" };
    expect(selfReferralSignals(facts)).toEqual(["payout"]);
    expect(selfReferralSignals({ ...facts, partnerEmail: "ann@mail.test" })).toEqual(["email", "payout"]);
  });
});

describe("event names", () => {
  it("are compared trimmed, in lower case, with blanks as hyphens (V2)", () => {
    expect(eventKey("  Sign   UP\tnow ")).toBe("sign-up-now");
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(eventKey(eventKey(name))).toBe(eventKey(name));
      }),
    );
  });
});
