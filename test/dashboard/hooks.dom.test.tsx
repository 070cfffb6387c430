import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { useReferralLinks, useReferralsOverview, useReferralsState } from "../../src/hooks/index.ts";
import { ReferralsEmbedProvider } from "../../src/index.ts";

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
