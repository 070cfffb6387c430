import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  attribute,
  chooseClick,
  selfReferralSignals,
  targetOf,
  targetOfLink,
} from "../../src/domain/rules/attribution.ts";
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

describe("an attributed event", () => {
  const link = { id: "lnk_1" };
  const brought = targetOfLink({ id: "lnk_1", enrollment_id: "pge_1" });
  const partner = {
    email: "ann@mail.test",
    payoutEmail: "pay@mail.test",
    tenantId: "t_1",
    sameVisitor: false,
    sameAddress: false,
    holdsSameAddress: false,
    known: [],
  };
  const given = (
    more: { enrollment?: null; mode?: string; target?: object; partner?: object | null; notEarning?: string } = {},
  ) =>
    attribute({
      program: { attribution_model: "last", self_referral: more.mode ?? "hold" },
      target: { ...brought, ...more.target },
      enrollment: more.enrollment === null ? null : { row: { id: "pge_1" }, notEarning: more.notEarning ?? null },
      customerEmail: "bob@mail.test",
      customerExternalId: "c_1",
      facts: { link, partner: more.partner === null ? null : { ...partner, ...more.partner } },
      source: "server",
    } as never);
  const refusal = (more: Parameters<typeof given>[0]) => given(more).refusal;
  const holds = (more: Parameters<typeof given>[0]) => given(more).holdReasons;

  it("is the link's, unless it came too late or the partner earns nothing (A7, C4)", () => {
    expect(given()).toMatchObject({ link, refusal: null, holdReasons: [], record: { reason: "click" } });
    expect(given().enrollment?.row.id).toBe("pge_1");
    expect(given({ enrollment: null })).toMatchObject({ link, enrollment: null, refusal: null });
    const late = given({ target: { inside: false } });
    expect(late).toMatchObject({ link: null, enrollment: null, seenLink: link, refusal: "window_expired" });
    expect(late.record.reason).toBe("window_expired");
    expect(given({ target: { kind: "none" } })).toMatchObject({ record: { reason: "no_attribution" } });
    expect(refusal({ target: { kind: "none" } })).toBe("no_attribution");
    expect(refusal({ notEarning: "enrollment_not_earning:banned" })).toBe("enrollment_not_earning:banned");
    expect(refusal({ target: { kind: "bound", inside: false } })).toBeNull();
  });

  it("is held by any signal but an address, and by an address where the group says so (A12)", () => {
    expect(holds({ partner: { tenantId: "c_1" } })).toEqual(["self_referral"]);
    expect(holds({ partner: { sameVisitor: true }, target: { visitor: "v" } })).toEqual(["self_referral"]);
    expect(holds({ partner: { sameVisitor: true } })).toEqual([]);
    const oneAddress = { target: { address: "a" }, partner: { sameAddress: true } };
    expect(given(oneAddress)).toMatchObject({ holdReasons: [], record: { signals: ["address"] } });
    expect(holds({ ...oneAddress, partner: { ...oneAddress.partner, holdsSameAddress: true } })).toEqual([
      "self_referral",
    ]);
    expect(holds({ ...oneAddress, target: {} })).toEqual([]);
    expect(given({ ...oneAddress, partner: {} }).record.signals).toEqual([]);
    expect(holds({ partner: null })).toEqual([]);
    expect(holds({ partner: { known: ["email", "visitor"] } })).toEqual(["self_referral"]);
    expect(given({ partner: { known: ["payout", "visitor"] } }).record.signals).toEqual(["payout"]);
    expect(holds({ mode: "allow", partner: { tenantId: "c_1" } })).toEqual([]);
  });

  it("is refused only where the program blocks it and nobody else can be meant (A13)", () => {
    expect(refusal({ mode: "block", partner: { email: "bob@mail.test" } })).toBe("self_referral_block");
    expect(refusal({ mode: "block", partner: { tenantId: "c_1" } })).toBe("self_referral_block");
    expect(given({ mode: "block", partner: { payoutEmail: "bob@mail.test" } })).toMatchObject({
      refusal: null,
      holdReasons: ["self_referral"],
    });
    expect(given({ mode: "block", partner: { tenantId: "c_1" } }).holdReasons).toEqual([]);
    expect(refusal({ mode: "hold", partner: { tenantId: "c_1" } })).toBeNull();
  });
});

describe("whom an event would be attributed to", () => {
  const clicked = (id: string, days: number, linkId = "lnk_1") =>
    ({ click_id: id, at: new Date(at.getTime() - days * dayMs), link_id: linkId, enrollment_id: "pge_1" }) as never;
  const nobody = { customer: null, presented: null, boundClick: null, earlier: [], code: null, earlierCode: null };
  const target = (known: object, priority = "code") =>
    targetOf(
      { ...nobody, ...known },
      { attribution_model: "last", attribution_window_days: 30, attribution_priority: priority } as never,
      at,
    );
  const code = { id: "lnk_2", enrollmentId: "pge_2" };

  it("is whom a bound customer is bound to, whatever is presented (A8)", () => {
    const customer = { link_id: "lnk_9", enrollment_id: "pge_9", click_id: "clk_9" };
    const boundClick = clicked("clk_9", 100);
    expect(target({ customer, boundClick, presented: clicked("clk_1", 1), code })).toMatchObject({
      kind: "bound",
      linkId: "lnk_9",
      ageSeconds: 100 * 86_400,
      inside: true,
    });
    expect(target({ customer }).ageSeconds).toBeNull();
    expect(target({ customer: { link_id: null }, presented: clicked("clk_1", 1) }).kind).toBe("click");
  });

  it("is a code's partner or a click's, as the program says (A17)", () => {
    const presented = clicked("clk_1", 1);
    expect(target({ presented, code })).toMatchObject({ kind: "code", linkId: "lnk_2", inside: true });
    expect(target({ presented, code }, "click")).toMatchObject({ kind: "click", linkId: "lnk_1", inside: true });
    expect(target({ presented: clicked("clk_1", 40), code }, "click")).toMatchObject({ kind: "code" });
    expect(target({ presented: clicked("clk_1", 1, "lnk_2"), code })).toMatchObject({ kind: "click" });
    expect(target({ presented })).toMatchObject({ kind: "click", ageSeconds: 86_400 });
    expect(target({})).toMatchObject({ kind: "none", inside: false });
  });

  it("is a click's to the millisecond at which the window ends, its age in whole seconds (A7)", () => {
    const ended = clicked("clk_1", 30 + 1 / dayMs);
    expect(target({ presented: clicked("clk_1", 30) }).inside).toBe(true);
    expect(target({ presented: ended })).toMatchObject({ inside: false, ageSeconds: 30 * 86_400 });
    const customer = { link_id: "lnk_9", enrollment_id: "pge_9", click_id: "clk_1" };
    expect(target({ customer, boundClick: ended }).ageSeconds).toBe(30 * 86_400);
  });

  it("counts a click once that was also seen before (A6)", () => {
    const earlier = ["clk_1", "clk_2"].map((clickId) => ({ clickId, at, linkId: "lnk_1", enrollmentId: "pge_1" }));
    const { candidates } = target({ presented: clicked("clk_1", 1), earlier });
    expect(candidates.map(({ clickId }) => clickId)).toEqual(["clk_1", "clk_2"]);
  });
});
