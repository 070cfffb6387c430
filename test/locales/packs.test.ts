import { describe, expect, it, vi } from "vitest";
import type { ReferralsMessage } from "referrals-embed/contract";
import en from "../../src/locales/en.ts";
import { loadedLocale, loadLocale, nearestPack, packs, type Catalogue } from "../../src/locales/load-locale.ts";
import type { ReferralsMessageKey } from "../../src/locales/message-key.ts";

const tags = "ar de en es fr he it ja ko nl pl pt-BR zh-CN";
const keys = Object.keys(en) as ReferralsMessageKey[];

/** What a host imports from `referrals-embed/locales/<tag>`. */
async function catalogueOf(tag: string): Promise<Catalogue> {
  return ((await import(`../../src/locales/${tag}.ts`)) as { default: Catalogue }).default;
}

function slotsOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted();
}

function textsOf(message: ReferralsMessage): string[] {
  return typeof message === "string" ? [message] : Object.values(message);
}

describe("the language packs", () => {
  it("are the thirteen languages of the design", () => {
    expect(Object.keys(packs).toSorted().join(" ")).toBe(tags);
  });

  it("are found by a shorter tag, a longer one and a sibling region", () => {
    expect(nearestPack("de-AT")).toBe("de");
    expect(nearestPack("pt")).toBe("pt-BR");
    expect(nearestPack("zh-Hans-CN")).toBe("zh-CN");
    expect(nearestPack("tlh")).toBeUndefined();
  });
});

describe("loadLocale", () => {
  it("answers every text of a language at once", async () => {
    const words = await loadLocale("de");
    expect([words["section.links"], words["metric.clicks"]]).toEqual(["Links", "Klicks"]);
  });

  it("gives a language without waiting once it was loaded", async () => {
    expect(loadedLocale("fr")).toBeUndefined();
    const french = await loadLocale("fr");
    expect(loadedLocale("fr")).toBe(french);
  });

  it("answers English for a language that has no pack", async () => {
    expect(await loadLocale("tlh")).toBe(en);
  });
});

describe.each(tags.split(" "))("the pack %s", (tag) => {
  it("has every message of the English catalogue and no other (DES-I1)", async () => {
    expect(Object.keys(await catalogueOf(tag)).toSorted()).toEqual(keys.toSorted());
  });

  it("has exactly the plural categories its language asks for (DES-I1)", async () => {
    const pack = await catalogueOf(tag);
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
    const plurals = keys.filter((key) => typeof en[key] !== "string");
    const found = plurals.map((key) => [key, Object.keys(pack[key] ?? {}).toSorted()]);
    expect(found).toEqual(plurals.map((key) => [key, categories]));
  });

  it("fills the slots English fills; a form for one number may spell it out (DES-I1)", async () => {
    const pack = await catalogueOf(tag);
    const wrong = keys.filter((key) => {
      const wanted = slotsOf(textsOf(en[key]).at(-1)!);
      const spelled = wanted.filter((slot) => slot !== "{count}");
      const fits = (text: string, slots: string[]): boolean => slotsOf(text).join() === slots.join();
      const isPlural = typeof pack[key] !== "string";
      return !textsOf(pack[key]!).every((text) => fits(text, wanted) || (isPlural && fits(text, spelled)));
    });
    expect(wrong).toEqual([]);
  });

  it("holds plain text: no markup, no stray space, no exclamation", async () => {
    const pack = await catalogueOf(tag);
    const texts = keys.flatMap((key) => textsOf(pack[key]!));
    expect(texts.filter((text) => /[<>!！]|^\s|\s$|\s{2}/.test(text))).toEqual([]);
    expect(texts.filter((text) => text === "")).toEqual([]);
  });
});

describe("a pack that does not load", () => {
  it("is English until a later call loads it", async () => {
    const replaceable = packs as Record<string, (typeof packs)[string]>;
    const { nl } = packs;
    replaceable.nl = () => Promise.reject(new TypeError("offline"));
    expect(await loadLocale("nl")).toBe(en);
    replaceable.nl = nl!;
    expect((await loadLocale("nl"))["section.settings"]).toBe("Instellingen");
  });

  it("rejects when English does not load either", async () => {
    vi.resetModules();
    const fresh = await import("../../src/locales/load-locale.ts");
    const offline = (): Promise<never> => Promise.reject(new TypeError("offline"));
    Object.assign(fresh.packs, { it: offline, en: offline });
    await expect(fresh.loadLocale("it")).rejects.toThrow("offline");
  });
});
