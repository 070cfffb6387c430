import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, unknownLink, type DecisionInput } from "../../src/clicks/redirect/decide.ts";
import { drawOf } from "../../src/clicks/redirect/redirect.ts";
import type { RedirectDomain, RedirectLink } from "../../src/clicks/redirect/redirect-link.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

const link: RedirectLink = {
  id: "link_1",
  workspaceId: "ws_1",
  programId: null,
  enrollmentId: null,
  domain: "ref.test",
  key: "k",
  url: "https://example.com/",
  ios: null,
  android: null,
  geo: null,
  variants: null,
  testStartedAt: null,
  testCompletedAt: null,
  expiresAt: null,
  disabled: false,
  invitedUntil: null,
  partnerDeactivated: false,
  expiredUrl: null,
  passwordHash: null,
  proxy: false,
  title: null,
  description: null,
  image: null,
  video: null,
  rewrite: false,
  doIndex: false,
  trackConversion: false,
  hasPartner: false,
  clickRewardId: null,
  fallbackUrl: null,
  clickIdParams: ["ref_id"],
};

const input: DecisionInput = {
  now,
  proven: false,
  crawler: false,
  os: null,
  country: null,
  variant: null,
  draw: () => 0,
};
const domain: RedirectDomain = {
  slug: "ref.test",
  notFoundUrl: "https://d.test/404",
  expiredUrl: "https://d.test/410",
};

const everything: RedirectLink = {
  ...link,
  disabled: true,
  expiresAt: now,
  passwordHash: "scrypt:x:y",
  proxy: true,
  rewrite: true,
  ios: "https://ios.test/",
  geo: { DE: "https://de.test/" },
  variants: [
    { url: "https://a.test/", percentage: 70 },
    { url: "https://b.test/", percentage: 30 },
  ],
};
const everybody: DecisionInput = { ...input, crawler: true, os: "ios", country: "DE", variant: 1 };

describe("the order of decisions (api §12)", () => {
  it("an unknown link goes to the domain's notFoundUrl, else nowhere (L4, row 1)", () => {
    expect(unknownLink(domain)).toEqual({ kind: "unknown", to: "https://d.test/404" });
    expect(unknownLink(null)).toEqual({ kind: "unknown", to: null });
  });

  it("a disabled link answers as an unknown one, before everything else (L4, row 2)", () => {
    expect(decide(everything, domain, everybody)).toEqual({ kind: "unknown", to: "https://d.test/404" });
    expect(decide(everything, null, everybody)).toEqual({ kind: "unknown", to: null });
  });

  it("2: a deactivated partner's link goes to the program's fallbackUrl if set", () => {
    const gone = { ...everything, partnerDeactivated: true };
    expect(decide({ ...gone, fallbackUrl: "https://acme.test/" }, domain, everybody)).toEqual({
      kind: "unknown",
      to: "https://acme.test/",
    });
    expect(decide(gone, domain, everybody)).toEqual({ kind: "unknown", to: "https://d.test/404" });
    expect(decide({ ...everything, fallbackUrl: "https://acme.test/" }, null, everybody)).toEqual({
      kind: "unknown",
      to: null,
    });
  });

  it("3, L5: from expiresAt on, expiredUrl, else the domain's, else gone; before password and all", () => {
    const on = { ...everything, disabled: false };
    expect(decide({ ...on, expiredUrl: "https://x.test/" }, domain, everybody)).toEqual({
      kind: "expired",
      to: "https://x.test/",
    });
    expect(decide(on, domain, everybody)).toEqual({ kind: "expired", to: "https://d.test/410" });
    expect(decide(on, null, everybody)).toEqual({ kind: "expired", to: null });
    expect(decide({ ...link, expiresAt: now + 1 }, null, input)).toMatchObject({ kind: "redirect" });
  });

  const open = { ...everything, disabled: false, expiresAt: null };

  it("4: a password is asked of everybody, crawlers too, until proven", () => {
    expect(decide(open, domain, everybody)).toEqual({ kind: "password" });
  });

  const proven = { ...everybody, proven: true };

  it("5: a crawler sees the preview of a link with proxy, nobody else does", () => {
    expect(decide(open, domain, proven)).toEqual({ kind: "preview" });
    expect(decide({ ...open, proxy: false }, domain, proven)).toMatchObject({ kind: "frame" });
    expect(decide(open, domain, { ...proven, crawler: false })).toMatchObject({ kind: "frame" });
  });

  it("6: a cloaked link frames the destination of row 7, http and https only", () => {
    const visitor = { ...proven, crawler: false };
    expect(decide(open, null, visitor)).toEqual({ kind: "frame", to: "https://ios.test/", variant: null });
    expect(decide({ ...open, ios: "acme://open" }, null, visitor)).toEqual({
      kind: "redirect",
      to: "acme://open",
      variant: null,
    });
  });

  it("7: device before country before test before url", () => {
    const plain = { ...open, rewrite: false, passwordHash: null };
    const at = (changes: Partial<DecisionInput>): unknown =>
      (decide(plain, null, { ...input, ...changes }) as { to: string }).to;
    expect(at({ os: "ios", country: "DE", variant: 1 })).toBe("https://ios.test/");
    expect(at({ os: "android", country: "DE", variant: 1 })).toBe("https://de.test/");
    expect(at({ country: "FR", variant: 1 })).toBe("https://b.test/");
    expect(decide(link, null, input)).toEqual({ kind: "redirect", to: "https://example.com/", variant: null });
  });
});

describe("an A/B test (L8)", () => {
  const tested = { ...link, variants: everything.variants };
  const at = (link: RedirectLink, changes: Partial<DecisionInput> = {}): unknown =>
    (decide(link, null, { ...input, ...changes }) as { to: string }).to;

  it("70/30 draws 5.00 and 69.99 to the first, 70.00 and 99.99 to the second (X7)", () => {
    expect([5, 69.99, 70, 99.99].map((draw) => at(tested, { draw: () => draw }))).toEqual([
      "https://a.test/",
      "https://a.test/",
      "https://b.test/",
      "https://b.test/",
    ]);
  });

  it("keeps the variant of the cookie, unless there is none of that number", () => {
    expect(at(tested, { variant: 1, draw: () => 0 })).toBe("https://b.test/");
    expect(at(tested, { variant: 3, draw: () => 0 })).toBe("https://a.test/");
  });

  it("runs from testStartedAt until testCompletedAt", () => {
    expect(at({ ...tested, testStartedAt: now + 1 })).toBe("https://example.com/");
    expect(at({ ...tested, testStartedAt: now })).toBe("https://a.test/");
    expect(at({ ...tested, testCompletedAt: now })).toBe("https://example.com/");
    expect(at({ ...tested, testCompletedAt: now + 1 })).toBe("https://a.test/");
  });

  it("draws as the rule says, the same for one visitor, and over the whole range", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, visitor) => {
        const hex = createHash("sha256").update(`${id}:${visitor}`).digest("hex").slice(0, 16);
        expect(drawOf(id, visitor)).toBe(Number(BigInt(`0x${hex}`) % 10_000n) / 100);
      }),
    );
  });
});
