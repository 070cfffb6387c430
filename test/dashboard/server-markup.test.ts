import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ReferralsDashboard } from "../../src/dashboard/ReferralsDashboard.tsx";
import { ReferralsEmbedSkeleton } from "../../src/dashboard/ReferralsEmbedSkeleton.tsx";

const dashboard = (): string =>
  renderToString(
    createElement(ReferralsDashboard, { data: "referrals", token: "ref_embed_x", apiUrl: "https://service.test/api" }),
  );

test("a server renders the skeleton, free of language, time and token, and asks for nothing (EMB-R1, R4)", () => {
  const html = dashboard();
  expect(html).toContain("rf-skeleton");
  expect(html).not.toMatch(/lang=|ref_embed|>[^<]*[A-Za-z]{3}/);
});

test("no style attribute and no style text (EMB-R3)", () => {
  expect(dashboard()).not.toMatch(/style=|<style/);
  expect(renderToString(createElement(ReferralsEmbedSkeleton, { data: "analytics" }))).not.toMatch(/style=|<style/);
});
