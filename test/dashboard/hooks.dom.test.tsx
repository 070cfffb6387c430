import { render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { useReferralLinks, useReferralsOverview, useReferralsState } from "../../src/hooks/index.ts";
import { ReferralsEmbedProvider } from "../../src/index.ts";

afterEach(() => void vi.unstubAllGlobals());

function Program(): ReactElement {
  return <p>{useReferralsOverview().data?.program.name}</p>;
}

function Figures(): ReactElement {
  const { name } = useReferralsState();
  const { data } = useReferralsOverview();
  const links = useReferralLinks({ limit: 2 });
  return (
    <p>
      {name} {data?.program.name} {links.data?.data.length}
    </p>
  );
}

test("hooks below one provider read with its token and share one session", async () => {
  const reasons: string[] = [];
  const token = async ({ reason }: { reason: string }): Promise<string> => {
    reasons.push(reason);
    return "demo";
  };
  render(
    <ReferralsEmbedProvider token={token} apiUrl="https://service.test/api">
      <Figures />
    </ReferralsEmbedProvider>,
  );
  expect(await screen.findByText("ready Northlight 2")).toBeVisible();
  expect(reasons).toEqual(["initial"]);
});

test("a hook without a provider says which one and what to do", () => {
  expect(() => render(<Figures />)).toThrow("useReferralsState needs a ReferralsEmbedProvider above.");
});

test("a single query renews the token before its life ends (EMB-T3)", async () => {
  const answer = createDemoFetch();
  vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
    const first = await (await answer(...asked)).json();
    const expires = new Date(Date.parse(first.generatedAt) + 30_000).toISOString();
    return Response.json({ ...first, token: { ...first.token, expires } });
  });
  const reasons: string[] = [];
  const token = async ({ reason }: { reason: string }): Promise<string> => `ref_embed_${reasons.push(reason)}`;
  render(
    <ReferralsEmbedProvider token={token} apiUrl={`${location.origin}/api`}>
      <Program />
    </ReferralsEmbedProvider>,
  );
  expect(await screen.findByText("Northlight")).toBeVisible();
  await waitFor(() => expect(reasons).toEqual(["initial", "expiring"]));
});
