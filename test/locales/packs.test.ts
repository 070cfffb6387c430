import { describe, expect, it } from "vitest";
import type { ReferralsMessage } from "referrals-embed/contract";
import en from "../../src/locales/en.ts";
import { loadLocale, nearestPack, openRoom, packs, type Catalogue } from "../../src/locales/load-locale.ts";
import type { ReferralsMessageKey } from "../../src/locales/message-key.ts";

const tags = "ar de es fr he it ja ko nl pl pt-BR zh-CN";
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
  it("are the twelve languages of the design beside English", () => {
    expect(Object.keys(packs).toSorted().join(" ")).toBe(tags);
  });

  it("are found by a shorter tag, a longer one and a sibling region", () => {
    expect(nearestPack("de-AT")).toBe("de");
    expect(nearestPack("pt")).toBe("pt-BR");
    expect(nearestPack("zh-Hans-CN")).toBe("zh-CN");
    expect(nearestPack("tlh")).toBeUndefined();
  });
});

describe("words on screen", () => {
  it("come room by room: the shell with the language, the others when they are opened", async () => {
    const words = await loadLocale("de");
    expect(words["section.links"]).toBe("Links");
    expect(words["metric.clicks"]).toBeUndefined();
    await openRoom("figures");
    expect([words["metric.clicks"], words["form.required"]]).toEqual(["Klicks", undefined]);
  });

  it("have every open room in a language that comes later", async () => {
    await openRoom("lists");
    const words = await loadLocale("fr");
    expect([words["links.new"], words["metric.clicks"]]).toEqual(["Nouveau lien", "Clics"]);
  });

  it("are English in a language that has no pack", async () => {
    expect((await loadLocale("tlh"))["section.links"]).toBe("Links");
  });
});

describe.each(tags.split(" "))("the pack %s", (tag) => {
  it("DES-I1: has every message of the English catalogue and no other", async () => {
    expect(Object.keys(await catalogueOf(tag)).toSorted()).toEqual(keys.toSorted());
  });

  it("DES-I1: has exactly the plural categories its language asks for", async () => {
    const pack = await catalogueOf(tag);
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
    const plurals = keys.filter((key) => typeof en[key] !== "string");
    const found = plurals.map((key) => [key, Object.keys(pack[key] ?? {}).toSorted()]);
    expect(found).toEqual(plurals.map((key) => [key, categories]));
  });

  it("DES-I1: fills the slots English fills; a form for one number may spell it out", async () => {
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

describe("a language that does not come whole", () => {
  const borrowed = packs as Record<string, (typeof packs)[string]>;
  const lost = (): Promise<never> => Promise.reject(new TypeError("offline"));

  it("is read in English when its pack is lost, and in its own words once it comes", async () => {
    const { nl } = packs;
    borrowed.nl = lost;
    expect((await loadLocale("nl"))["section.settings"]).toBe("Settings");
    borrowed.nl = nl!;
    expect((await loadLocale("nl"))["section.settings"]).toBe("Instellingen");
  });

  it("says in English what a lost room would have said", async () => {
    const { rooms } = await packs.it!();
    borrowed.it = () => Promise.resolve({ rooms: { ...rooms, forms: lost } });
    const words = await loadLocale("it");
    await openRoom("forms");
    expect([words["section.settings"], words["form.search"]]).toEqual(["Impostazioni", "Search"]);
  });
});
