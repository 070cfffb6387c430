import { describe, expect, it } from "vitest";
import { ownerMailKinds, partnerMailKinds, type MailKind } from "referrals-embed/contract";
import { packs } from "referrals-embed/words";
import { mailSlots } from "../../src/domain/rules/mail-texts.ts";
import { mailWords } from "../../src/mails/mail-words.ts";
import { renderMail, type MailToRender } from "../../src/mails/render-mail.ts";
import { sampleMails } from "../../src/mails/sample-mails.ts";

const now = Date.parse("2026-11-29T12:00:00Z");
const samples = sampleMails("https://app.test", now);
const kinds: readonly MailKind[] = [...partnerMailKinds, ...ownerMailKinds];
const face = { name: "Northlight", logo: "https://cdn.test/logo.png", brandColor: "#7c3aed" };
const render = <K extends MailKind>(kind: K, given: Partial<MailToRender<K>> = {}) =>
  renderMail({
    kind,
    data: samples[kind],
    face,
    name: "Eva",
    locale: "en",
    timeZone: "UTC",
    now,
    chooseUrl: "https://app.test/partners/mails/TOKEN",
    ...given,
  } as MailToRender<K>);
const slotsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();

describe.each(Object.keys(packs))("in %s", (locale) => {
  it.each(kinds)("%s is complete: no slot is left open, and each is used that English uses", async (kind) => {
    const { subject, html, text } = await render(kind, { locale });
    for (const part of [subject, html.replace(/<style>.*?<\/style>/s, ""), text])
      expect(part).not.toMatch(/[{}]|\bundefined\b|\bnull\b/);
    expect([...subject].length).toBeLessThanOrEqual(78);
    const url = { url: "", ...samples[kind] }.url ?? "";
    expect(text).toContain(url);
    expect(html).toContain(`<html lang="${locale}" dir="${["ar", "he"].includes(locale) ? "rtl" : "ltr"}">`);
    if (url !== "") expect(html).toMatch(new RegExp(`href="${url.replace(/[?.]/g, "\\$&")}"[^>]*>\\S`));
    const [own, english] = [mailWords[locale]!.texts[kind], mailWords["en"]!.texts[kind]];
    expect(new Set(slotsOf(own.body))).toEqual(new Set(slotsOf(english.body)));
    expect(slotsOf(own.subject + own.body).filter((slot) => !mailSlots(kind).includes(slot))).toEqual([]);
  });

  it("has words of its own for every mail", () => {
    if (locale === "en") return expect(mailWords["en"]).toBeDefined();
    const same = kinds.filter((kind) => mailWords[locale]!.texts[kind].body === mailWords["en"]!.texts[kind].body);
    expect(same).toEqual([]);
  });
});

describe("a mail", () => {
  it("writes amounts and dates as its reader does", async () => {
    const german = await render("payoutSent", { locale: "de-CH" });
    expect(german.subject).toMatch(/^\$.1[’']289\.00 sind zu Ihnen unterwegs$/);
    expect((await render("payoutSent", { locale: "fr" })).text).toContain("1\u202F289,00\u00A0$");
    expect((await render("rejected", { locale: "de", timeZone: "Pacific/Auckland" })).text).toContain("30.12.2026");
    expect((await render("signIn", { locale: "ja" })).text).toMatch(/15 ?分/);
    expect((await render("monthlySummary", { locale: "pl" })).subject).toBe("Northlight: listopad 2026");
  });

  it("leaves out what is not known: the name, a reason, a count of none", async () => {
    const { text } = await render("rejected", {
      name: null,
      data: { reason: "other", note: null, reapplyAfter: null, url: "https://app.test/partners" },
    });
    expect(text).toMatch(/^Thank you for your interest in Northlight\./);
    expect(text).not.toMatch(/again from|\n\n\n/);
    const digest = await render("ownerDigest");
    expect(digest.text).toContain("Applications: 3\nPayouts due: 12\nFailing webhooks: 1\n\nOpen the console:");
    expect(digest.html).not.toContain("Failing integrations");
    const counts = { applications: 3, payoutsDue: 12, failingWebhooks: 1, failingIntegrations: 0 };
    const off = await render("ownerDigest", { data: { ...counts, url: null } });
    expect(off.text).toContain("Failing webhooks: 1\n");
    expect(off.text + off.html).not.toMatch(/Open the console|\/console/);
  });

  it("keeps the lines of a reviewer's note", async () => {
    expect((await render("rejected")).html).toContain("about your audience.</bdi><br><bdi>Then we would love");
  });

  it("escapes what people wrote, and fills no slot with a slot", async () => {
    const attack = `<img src=x onerror=alert(1)>"{link}`;
    const { html, subject } = await render("newApplication", {
      face: {
        name: `<b>Acme</b> {name}`,
        logo: `https://x.test/"onload="alert(1)`,
        brandColor: `red;}</style><script>`,
      },
      name: attack,
      data: { partnerName: attack, url: `https://app.test/"><script>alert(1)</script>` },
    });
    expect(html).not.toMatch(/<img src=x|<b>|<script|"onload="/);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;{link}");
    expect(subject).toContain("<img src=x onerror=alert(1)>");
  });

  it("shows a logo only from the web, and loads nothing else", async () => {
    expect((await render("approved")).html).toContain('src="https://cdn.test/logo.png"');
    for (const logo of ["data:image/png;base64,AAAA", "javascript:alert(1)", "/logo.png"]) {
      const { html } = await render("approved", { face: { ...face, logo } });
      expect(html).not.toMatch(/<img|url\(|<link|@import/);
    }
  });

  it.each([
    ["#7c3aed", "dark"],
    ["#ffe000", "light"],
    ["#fafafa", "light"],
  ])("has a button of the program's colour %s that can be read", async (brandColor) => {
    const { html } = await render("approved", { face: { ...face, brandColor } });
    const [, background = ""] = /class="button"\s+bgcolor="(#\w{6})"/.exec(html) ?? [];
    const [, colour = ""] = /class="label"[^>]*?;color:(#\w{6})/s.exec(html) ?? [];
    expect(contrast(background, colour)).toBeGreaterThanOrEqual(4.5);
  });

  it("cuts a long subject at 78 characters, and never within one", async () => {
    const name = "👩‍👩‍👧‍👦".repeat(90);
    const { subject } = await render("newApplication", { data: { partnerName: name, url: "https://app.test" } });
    expect([...new Intl.Segmenter().segment(subject)]).toHaveLength(78);
    expect(subject.endsWith("👩‍👩‍👧‍👦…")).toBe(true);
  });

  it("is smaller than what mail clients cut off", async () => {
    const sizes = await Promise.all(kinds.map(async (kind) => (await render(kind, { locale: "ar" })).html.length));
    expect(Math.max(...sizes)).toBeLessThan(20_000);
  });
});

function contrast(one: string, other: string): number {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
