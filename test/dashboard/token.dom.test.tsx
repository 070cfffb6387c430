import { act, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { API, showDashboard } from "./show-dashboard.tsx";

/** A service that knows one token at a time; `next` retires it. */
function createGate(): { fetch: typeof fetch; accept: (token: string) => void; seen: string[]; urls: string[] } {
  const demo = createDemoFetch();
  let good = "one";
  const seen: string[] = [];
  const urls: string[] = [];
  return {
    seen,
    urls,
    accept: (token) => (good = token),
    fetch: async (input, init) => {
      urls.push(String(input));
      const bearer = new Headers(init?.headers).get("Authorization")!.replace("Bearer ", "");
      seen.push(bearer);
      if (bearer === good) return demo(input, init);
      return Response.json({ error: { code: "unauthorized", message: "expired", doc_url: "" } }, { status: 401 });
    },
  };
}

test("reads refused together share one renewal, repeat, and nothing changes on screen (EMB-T5, B13)", async () => {
  const gate = createGate();
  const reasons: string[] = [];
  const token = async ({ reason }: { reason: string }): Promise<string> => {
    reasons.push(reason);
    return reason === "initial" ? "one" : "two";
  };
  const { handle, states, errors } = showDashboard({ fetch: gate.fetch }, { token });
  await screen.findByRole("group", { name: "Countries" });
  gate.accept("two");
  act(() => handle.current!.reload());
  // The first data and the countries: the summary brings all else that Overview shows.
  await waitFor(() => expect(gate.seen.filter((bearer) => bearer === "two").length).toBeGreaterThan(1));
  expect(reasons).toEqual(["initial", "rejected"]);
  expect(states.map(({ name }) => name)).toEqual(["ready"]);
  expect(errors).toEqual([]);
});

test("a renewed token that is refused as well ends the session; Continue asks again and the input is still there", async () => {
  const gate = createGate();
  let given = "one";
  const expired: string[] = [];
  const token = async (): Promise<string> => given;
  const { handle, user, states } = showDashboard(
    { fetch: gate.fetch },
    { token, onTokenExpired: ({ cause }) => expired.push(cause) },
  );
  await user.click(await screen.findByRole("tab", { name: "Refer" }));
  await user.type(await screen.findByLabelText("Full name"), "Half a na");
  gate.accept("three");
  act(() => handle.current!.reload());
  expect(await screen.findByRole("heading", { name: "Your session ended" })).toBeVisible();
  expect(screen.getByText("Continue where you were; what you typed is still here.")).toBeVisible();
  expect(expired).toEqual(["refused"]);
  expect(states.at(-1)).toEqual({ name: "expired", code: "unauthorized" });
  const asked = gate.seen.length;
  given = "three";
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(states.at(-1)).toEqual({ name: "ready" }));
  expect(gate.seen.length).toBeGreaterThan(asked);
  expect(screen.getByLabelText("Full name")).toHaveValue("Half a na");
  expect(screen.getByRole("tab", { name: "Refer" })).toHaveAttribute("aria-selected", "true");
});

test("a string token that ran out asks for a reload; a new string brings the dashboard back (B14)", async () => {
  const gate = createGate();
  const expired: string[] = [];
  const onTokenExpired = ({ cause }: { cause: string }): number => expired.push(cause);
  const { handle, again, states } = showDashboard({ fetch: gate.fetch }, { token: "one", onTokenExpired });
  await screen.findByRole("tab", { name: "Overview" });
  gate.accept("two");
  act(() => handle.current!.reload());
  expect(await screen.findByText("Reload this page to keep going.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  expect(expired).toEqual(["static"]);
  again({ token: "two" });
  await waitFor(() => expect(states.at(-1)).toEqual({ name: "ready" }));
  expect(expired).toEqual(["static"]);
});

test("a token of another partner drops what the first one saw (EMB-T6)", async () => {
  const first = createDemoFetch();
  const second = createDemoFetch({ variant: "empty", override: { partnerName: "Bea" } });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const isSecond = new Headers(init?.headers).get("Authorization") === "Bearer two";
    const response = await (isSecond ? second : first)(input, init);
    if (!isSecond || new URL(String(input)).pathname !== "/api/embed/referrals") return response;
    const answer = (await response.json()) as { partner: { id: string } };
    return Response.json({ ...answer, partner: { ...answer.partner, id: "pn_other" } });
  };
  let given = "one";
  const { handle } = showDashboard({ fetch }, { token: async () => given });
  const countries = await screen.findByRole("group", { name: "Countries" });
  await within(countries).findByText("Germany");
  given = "two";
  await act(() => handle.current!.refreshToken());
  await screen.findByText("Clicks, sales and earnings show up here as they come.");
  await waitFor(() => expect(screen.queryByText("Germany")).toBeNull());
});

test("StrictMode asks for one token (EMB-T1, B10)", async () => {
  const reasons: string[] = [];
  const token = async ({ reason }: { reason: string }): Promise<string> => {
    reasons.push(reason);
    return "ref_embed_strict";
  };
  const { render } = await import("@testing-library/react");
  const { ReferralsDashboard } = await import("../../src/dashboard/ReferralsDashboard.tsx");
  render(
    <StrictMode>
      <ReferralsDashboard data="referrals" token={token} apiUrl={API} environment={{ fetch: createDemoFetch() }} />
    </StrictMode>,
  );
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
  expect(reasons).toEqual(["initial"]);
});

test("the token stands in no address, no key and nowhere in the document (EMB-T7)", async () => {
  const gate = createGate();
  gate.accept("ref_embed_secret");
  const { container, events, errors } = showDashboard({ fetch: gate.fetch }, { token: "ref_embed_secret" });
  await screen.findByRole("group", { name: "Countries" });
  expect(JSON.stringify([gate.urls, events, errors])).not.toContain("secret");
  expect(container.innerHTML).not.toContain("secret");
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a token route that answers 4xx ends the skeleton at once, with its status; Try again asks anew", async () => {
  let answer: () => Promise<string> = () => Promise.reject(new Response("no such route", { status: 404 }) as never);
  const { user, states, errors } = showDashboard({}, { token: () => answer() });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(states[0]).toEqual({ name: "error", code: "token_fetch_failed" });
  await waitFor(() => expect(errors).toHaveLength(2));
  expect(errors[0]).toMatchObject({ code: "token_fetch_failed", status: 404 });
  answer = () => Promise.resolve("one");
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByRole("tablist");
});
