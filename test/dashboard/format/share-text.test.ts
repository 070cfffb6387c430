import { describe, expect, it } from "vitest";
import type { Bootstrap } from "../../../src/contract/records.ts";
import { createFormat } from "../../../src/dashboard/format/create-format.ts";
import {
  linkName,
  shareAddress,
  shareData,
  shareTargets,
  shareText,
} from "../../../src/dashboard/format/share-text.ts";
import de from "../../../src/locales/de.ts";
import en from "../../../src/locales/en.ts";
import { localeOf } from "./locale-of.ts";

const english = createFormat(localeOf("en"), [en], "UTC");
const german = createFormat(localeOf("de"), [de], "UTC");
const link = { shareUrl: "https://go.acme.example/ada", discountCode: "ADA20" };
const offer = (shareMessages: Record<string, string> | null = null): Pick<Bootstrap, "program" | "discount"> => ({
  program: { name: "Acme", currency: "usd", shareMessages } as Bootstrap["program"],
  discount: { type: "percentage", amount: 20, maxDuration: 3, description: null },
});

describe("linkName", () => {
  it("is the address, the part that all share apart from its ending", () => {
    expect(linkName({ key: "ada", shareUrl: "https://go.acme.example/ada" })).toEqual({
      start: "go.acme.example/",
      ending: "ada",
    });
  });
  it("keeps the page of a link that is shared as its destination", () => {
    expect(linkName({ key: "ada", shareUrl: "https://acme.example/pricing?via=ada" })).toEqual({
      start: "acme.example/pricing?via=",
      ending: "ada",
    });
  });
  it("is the domain itself for the root of one", () => {
    expect(linkName({ key: "_root", shareUrl: "https://acme.example/" })).toEqual({
      start: "",
      ending: "acme.example",
    });
  });
});

describe("shareText", () => {
  it("names offer and code as far as there are any", () => {
    const { program } = offer();
    expect(shareText(english, { program, discount: null }, link)).toBe(`Have a look at Acme: ${link.shareUrl}`);
    expect(shareText(english, offer(), { ...link, discountCode: null })).toBe(
      `Have a look at Acme. With my link you get 20% off for 3 months: ${link.shareUrl}`,
    );
    expect(shareText(english, offer(), link)).toContain("with the code ADA20, you get 20% off for 3 months:");
  });
  it("prefers the program's text in the reader's language, and fills in what it names", () => {
    const texts = { de: "Nimm {code}: {offer}. {link}" };
    expect(shareText(german, offer(texts), link)).toBe(`Nimm ADA20: 3 Monate lang 20 % Rabatt. ${link.shareUrl}`);
    expect(shareText(english, offer(texts), link)).toContain("Have a look at Acme");
  });
  it("does not use a text that names what the link lacks", () => {
    const texts = { en: "Take {code}: {link}" };
    expect(shareText(english, offer(texts), link)).toBe(`Take ADA20: ${link.shareUrl}`);
    expect(shareText(english, offer(texts), { ...link, discountCode: null })).toContain("Have a look at Acme");
  });
});

describe("on the way out", () => {
  const message = { text: `Hello & welcome: ${link.shareUrl}`, url: link.shareUrl, subject: "Acme" };

  it("the device's sheet gets words and address apart, but a text around its address whole", () => {
    expect(shareData(message)).toEqual({ title: "Acme", text: "Hello & welcome", url: link.shareUrl });
    const around = { ...message, text: `See ${link.shareUrl} today` };
    expect(shareData(around)).toEqual({ title: "Acme", text: around.text });
  });
  it("every target is an https address, mail excepted, that no message can break out of", () => {
    for (const target of shareTargets) {
      const { protocol, hash, href } = new URL(shareAddress(target, { ...message, text: 'a&url=x#y" <b>' }));
      expect(protocol).toBe(target === "email" ? "mailto:" : "https:");
      expect(hash).toBe("");
      expect(href).not.toMatch(/[<>" ]/);
    }
  });
});
