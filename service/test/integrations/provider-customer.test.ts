import { describe, expect, it } from "vitest";
import type { Source } from "../../src/domain/rules/provenance.ts";
import { afterWord, purchaseOf, saysNothing, stranger, strongest } from "../../src/domain/rules/provider-customer.ts";
import type { ProviderCustomer, Word } from "../../src/domain/rules/provider-customer.ts";

const by = (source: Source) => (text: string) => ({ text, source });
const [buyer, provider, server] = [by("provider-buyer"), by("provider-server"), by("server")];
const on = (day: number) => new Date(Date.UTC(2026, 4, day));
const word = (said: Partial<Word>): Word => ({ ...saysNothing, id: "cus_1", knowsByEmail: false, ...said });
const tied = (text: string, source: Source, recordedAt: Date | null = null): ProviderCustomer => ({
  ...stranger,
  tie: { text, source, recordedAt },
});

describe("whom a provider's customer is tied to (J7)", () => {
  it("is a later record's word, never an older one's or a buyer's (J7)", () => {
    const known = tied("a", "server", on(3));
    const tieAfter = (said: Partial<Word>) => afterWord(known, word(said)).tie;
    expect(tieAfter({ own: provider("b"), recordedAt: on(4) })).toEqual({ ...provider("b"), recordedAt: on(4) });
    expect(tieAfter({ own: provider("b"), recordedAt: on(3) })).toEqual({ ...provider("b"), recordedAt: on(3) });
    expect(tieAfter({ own: provider("b"), recordedAt: on(2) })).toEqual(known.tie);
    expect(tieAfter({ own: buyer("b"), recordedAt: on(4) })).toEqual(known.tie);
  });

  it("keeps its strongest source and its latest record when it is named again (J7)", () => {
    const named = (before: Date | null, own: Word["own"], recordedAt: Date | null) =>
      afterWord(tied("a", "server", before), word({ own, recordedAt })).tie;
    const a = server("a");
    expect(named(on(3), provider("a"), on(4))).toEqual({ ...a, recordedAt: on(4) });
    expect(named(on(3), provider("a"), on(2))).toEqual({ ...a, recordedAt: on(3) });
    expect(named(on(3), provider("a"), null)).toEqual({ ...a, recordedAt: on(3) });
    expect(named(null, provider("a"), on(2))).toEqual({ ...a, recordedAt: on(2) });
    expect(named(on(3), buyer("a"), on(4))).toEqual({ ...a, recordedAt: on(3) });
  });

  it("takes along only what was believed, and only from a name that was not (J7)", () => {
    const brought = { click: buyer("P"), code: server("C") };
    const next = word({ own: provider("b"), recordedAt: on(4) });
    expect(afterWord({ ...tied("a", "provider-buyer"), ...brought }, next)).toMatchObject({
      click: null,
      code: server("C"),
    });
    expect(afterWord({ ...tied("a", "server"), ...brought }, next)).toMatchObject({ click: null, code: null });
  });
});

describe("the click and the code of an event (J7)", () => {
  const told = (known: ProviderCustomer, said: Partial<Word>) => {
    const { click, code } = afterWord(known, word({ click: buyer("P"), code: server("C"), ...said }));
    return [click?.text, code?.text];
  };
  const known = tied("a", "server");

  it("are the customer's where the event names them, or nobody", () => {
    expect(told(known, { own: buyer("a") })).toEqual(["P", "C"]);
    expect(told(known, {})).toEqual(["P", "C"]);
    expect(told(stranger, {})).toEqual(["P", "C"]);
  });

  it("are another's where the event names another, but for what is believed beside a buyer's word", () => {
    expect(told(known, { own: server("b") })).toEqual([undefined, undefined]);
    expect(told(known, { own: buyer("b") })).toEqual([undefined, "C"]);
  });

  it("may be another person's where the payer only typed a known customer's address", () => {
    const typed = { knowsByEmail: true };
    expect(told(known, typed)).toEqual([undefined, "C"]);
    expect(told(known, { ...typed, code: buyer("C") })).toEqual([undefined, undefined]);
    expect(told(known, { ...typed, recordedAt: on(1) })).toEqual(["P", "C"]);
    expect(told(tied("a", "provider-buyer"), typed)).toEqual(["P", "C"]);
    expect(told(tied("cus_1", "server"), typed)).toEqual(["P", "C"]);
  });
});

describe("the buyer of a purchase (J2, J7)", () => {
  const known = { ...tied("a", "server"), click: server("K") };

  it("is another customer where a believed name says so, with nothing of the tied one", () => {
    const said = word({ own: server("b"), click: buyer("P") });
    expect(purchaseOf(known, said)).toEqual({ who: server("b"), click: buyer("P"), code: null, isApart: true });
  });

  it("is the tied customer, whatever the buyer writes", () => {
    for (const own of [null, server("a"), buyer("b")])
      expect(purchaseOf(known, word({ own }))).toMatchObject({
        who: { text: "a" },
        click: server("K"),
        isApart: false,
      });
  });

  it("is whom the buyer names while nobody believed names one, without the click of the name before", () => {
    const named = { who: buyer("b"), click: null, isApart: false };
    expect(purchaseOf({ ...tied("a", "provider-buyer"), click: buyer("K") }, word({ own: buyer("b") }))).toMatchObject(
      named,
    );
    expect(purchaseOf(stranger, word({ own: buyer("b") }))).toMatchObject(named);
    expect(purchaseOf(stranger, word({}))).toMatchObject({ who: null });
  });
});

it("the first believed claim counts, else the first (J7)", () => {
  expect(strongest(null, buyer("P"), buyer("Q"))).toEqual(buyer("P"));
  expect(strongest(server("P"), server("Q"))).toEqual(server("P"));
  expect(strongest(buyer("P"), server("Q"), server("R"))).toEqual(server("Q"));
});
