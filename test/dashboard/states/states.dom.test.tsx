import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ReferralsStateName } from "../../../src/contract/embed.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import type { DemoScene } from "../../../src/demo/scene.ts";
import { showDashboard } from "../show-dashboard.tsx";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { name });

/** Variant, state, title, one of its sentences (design §8). */
const screens: [string, ReferralsStateName, string, RegExp][] = [
  ["pending", "pending", "Your application is in review", /^Northlight decides, and you find the answer here\.$/],
  ["invited", "invited", "You are invited to Northlight", /^Accept to get your link\.$/],
  ["rejected", "rejected", "Your application was not accepted", /^You can apply again from/],
  ["declined", "declined", "You declined this invitation", /^You can still accept until/],
  ["deactivated", "deactivated", "Your account is closed", /^New activity no longer counts\. What you earned is below/],
  ["banned", "banned", "You no longer have access", /^Your links no longer earn\.$/],
  ["blocked", "blocked", "Not available here", /^Referrals are not available on this account\.$/],
];

describe.each(screens)("demo:%s", (variant, state, title, sentence) => {
  test("reports its state once and shows the text of the design", async () => {
    const { states, events } = showDashboard({ variant });
    expect(await heading(title)).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(states.map(({ name }) => name)).toEqual([state]);
    expect(events.filter(({ type }) => type === "state.changed")).toHaveLength(1);
  });
});

test.each(["pending", "invited"] as const)(
  "a partner who is %s reads what they will earn and whom to ask",
  async (variant) => {
    showDashboard({ variant });
    const offer = within(await screen.findByRole("list")).getAllByRole("listitem");
    expect(offer.map(({ textContent }) => textContent)).toEqual([
      "Earn 25% for every customer you refer, for 12 months",
      "Your friends save 20% for 3 months.",
      "Holding period: 30 days.",
      "Minimum payout: $50.",
    ]);
    const contact = screen.queryByText("Questions? Write to partners@northlight.example.");
    expect(contact !== null).toBe(variant === "pending");
  },
);

/** The browser has lost its network; what is mocked ends with the test. */
const goOffline = (): unknown => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
afterEach(() => void vi.restoreAllMocks());

test("approved: loading, then ready", async () => {
  const { handle, states } = showDashboard();
  expect(handle.current!.getState()).toEqual({ name: "loading" });
  expect(screen.getByText("Loading", { selector: ".rf-vh" })).toBeInTheDocument();
  await screen.findByRole("tab", { name: "Overview" });
  expect(states).toEqual([{ name: "ready" }]);
});

test("invited: accepting opens the dashboard", async () => {
  const { user, events } = showDashboard({ variant: "invited" });
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
  expect(events).toContainEqual({ type: "invite.accepted" });
});

test("invited: the host hears of the acceptance although its answer comes when the dashboard is there already", async () => {
  const demo = createDemoFetch({ variant: "invited" });
  let answer!: () => void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let accepted = false;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await demo(input, init);
    if (!String(input).includes("/enrollment/accept")) return response;
    accepted = true;
    await held;
    return response;
  };
  const { user, events, handle } = showDashboard({ fetch });
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  await waitFor(() => expect(accepted).toBe(true));
  act(() => handle.current!.reload());
  await screen.findByRole("tab", { name: "Overview" });
  answer();
  await waitFor(() => expect(events).toContainEqual({ type: "invite.accepted" }));
});

test("invited: declining shows the closed notice, which can be taken back", async () => {
  const { user } = showDashboard({ variant: "invited" });
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  await heading("You declined this invitation");
  await user.click(screen.getByRole("button", { name: "Accept after all" }));
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
});

test("an invitation that has expired says so, and offers no Accept", async () => {
  showDashboard({ variant: "invited", override: { overdue: true } });
  expect(await heading("This invitation has expired")).toBeVisible();
  expect(screen.getByText("Ask Northlight for a new one.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
});

test("an invitation that expires while it is on screen says so when it is accepted", async () => {
  const failure = { calls: ["POST /enrollment/accept"], with: "invite_expired" } as const;
  const { user, states } = showDashboard({ variant: "invited", override: { failure } });
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await heading("This invitation has expired")).toBeVisible();
  expect(screen.getByText("Ask Northlight for a new one.")).toBeVisible();
  expect(states.at(-1)).toEqual({ name: "error", code: "invite_expired" });
});

test("rejected: applying again is offered once it is time", async () => {
  showDashboard({ variant: "rejected" });
  await heading("Your application was not accepted");
  expect(screen.queryByRole("button", { name: "Apply again" })).toBeNull();
});

test("rejected and due: applying again puts the application in review", async () => {
  const { user, events } = showDashboard({ variant: "rejected", override: { overdue: true } });
  await user.click(await screen.findByRole("button", { name: "Apply again" }));
  expect(await heading("Your application is in review")).toBeVisible();
  expect(events).toContainEqual({ type: "application.submitted" });
});

test("banned: no figures, no links, no reason", async () => {
  const { container } = showDashboard({ variant: "banned" });
  await heading("You no longer have access");
  expect(container).not.toHaveTextContent(/\$|northlight\.example\//);
  expect(screen.queryByRole("tab")).toBeNull();
});

test("deactivated: what was earned is below, and there is nothing to write links with", async () => {
  const { user } = showDashboard({ variant: "deactivated" });
  await user.click(await screen.findByRole("tab", { name: "Links" }));
  await screen.findByRole("table", { name: "Links" });
  expect(screen.queryByRole("button", { name: "New link" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Payout settings" }));
  expect(screen.getByRole("tab", { name: "Settings" })).toHaveAttribute("aria-selected", "true");
});

test("a 500 on the first read is the error state, with a retry that can succeed", async () => {
  const failing: Partial<DemoScene> = { failure: { calls: ["GET /"], with: "internal_server_error" } };
  const { errors, states, requests, user } = showDashboard({ override: failing });
  expect(await heading("That did not work")).toBeVisible();
  expect(states).toEqual([{ name: "error", code: "internal_server_error" }]);
  expect(errors).toEqual([expect.objectContaining({ code: "internal_server_error", scope: "embed", retryable: true })]);
  const before = requests.length;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(requests.length).toBeGreaterThan(before));
});

test("a 429 on the first read counts the seconds down", async () => {
  const { states } = showDashboard({ variant: "rate_limited" });
  expect(await heading("Too many requests")).toBeVisible();
  expect(screen.getAllByText(/^Trying again in \d+ seconds\.$/).length).toBeGreaterThan(0);
  expect(states).toEqual([{ name: "rate_limited", code: "rate_limit_exceeded", retryAfter: 20 }]);
});

test("a service that gives no answer to a browser with a connection does not say that the reader is offline", async () => {
  const { states } = showDashboard({ override: { failure: { calls: "all", with: "network" } } });
  expect(await heading("That did not work")).toBeVisible();
  expect(screen.getByText("We could not load your dashboard.")).toBeVisible();
  expect(screen.queryByText(/offline/i)).toBeNull();
  expect(states).toEqual([{ name: "offline", code: "network" }]);
});

test("nor does it over the data it has", async () => {
  const { handle } = showDashboard({ variant: "offline" });
  await screen.findByRole("tab", { name: "Overview" });
  act(() => handle.current!.reload());
  expect(await screen.findByText(/^Showing data from [^.]*\.$/)).toBeVisible();
  expect(screen.getByText("That did not work")).toBeVisible();
});

test("no answer on the first read: offline without data", async () => {
  goOffline();
  const { states } = showDashboard({ override: { failure: { calls: "all", with: "network" } } });
  expect(await heading("You are offline")).toBeVisible();
  expect(states).toEqual([{ name: "offline", code: "network" }]);
});

test("no answer later keeps the data on screen, marked as stale (EMB-S3)", async () => {
  const { states, handle } = showDashboard({ variant: "offline" });
  await screen.findByRole("tab", { name: "Overview" });
  goOffline();
  act(() => handle.current!.reload());
  expect(await screen.findByText(/^Showing data from .* We try again when you are back\.$/)).toBeVisible();
  expect(states.at(-1)).toEqual({ name: "offline", code: "network", stale: true });
  expect(screen.getByRole("tab", { name: "Overview" })).toBeVisible();
});

test("offline is shown once, above; panels keep their data without a strip of their own (design §8)", async () => {
  const { errors, handle } = showDashboard({ variant: "offline" });
  await screen.findByRole("tab", { name: "Overview" });
  goOffline();
  act(() => handle.current!.reload());
  await waitFor(() => expect(errors.map(({ scope }) => scope)).toContain("embed"));
  expect(await screen.findByText("You are offline")).toBeVisible();
  expect(await screen.findByRole("radio", { name: /^Clicks/ })).toBeVisible();
  expect(screen.queryByText(/^Could not load performance/)).toBeNull();
  // What has nothing to show still says so, or it would look empty (EMB-S4).
  expect(await screen.findByText("Could not load countries.")).toBeVisible();
});

test.each([
  ["is not on the list", "https://bad.example", "The page at https://bad.example may not show this embed."],
  ["hides its origin", null, "A page that hides its origin may not show this embed."],
])("a host that %s sees no data, and onError gets origin_not_allowed once (EMB-P15)", async (_, hostOrigin, text) => {
  const answer = { ...(await showDashboard().ask()) };
  document.body.innerHTML = "";
  const listed = { ...answer, token: { ...answer.token, allowedOrigins: ["https://good.example"] } };
  const fetch = (async () => Response.json(listed)) as typeof globalThis.fetch;
  const { container, errors, states } = showDashboard({ fetch }, { hostOrigin });
  expect(await screen.findByText("This site is not set up for referrals.")).toBeVisible();
  expect(errors).toMatchObject([{ code: "origin_not_allowed", scope: "embed", retryable: false }]);
  expect(errors[0]?.message).toContain(text);
  expect(states.at(-1)).toEqual({ name: "blocked", code: "origin_not_allowed" });
  expect(container).not.toHaveTextContent("Northlight");
  expect(container.querySelector("[role=tablist]")).toBeNull();
});

test("a site that the service refuses inline is told so, on screen and by onError, once (EMB-P15)", async () => {
  const error = { code: "forbidden", message: "Not here.", doc_url: "https://app.test/docs/errors#origin_not_allowed" };
  const fetch = (async () => Response.json({ error }, { status: 403 })) as typeof globalThis.fetch;
  const { errors, states } = showDashboard({ fetch });
  expect(await screen.findByText("This site is not set up for referrals.")).toBeVisible();
  await waitFor(() => expect(states.at(-1)).toEqual({ name: "blocked", code: "origin_not_allowed" }));
  expect(errors).toMatchObject([{ code: "origin_not_allowed", status: 403, scope: "embed", retryable: false }]);
});

test("a panel's 429 counts down in its card", async () => {
  showDashboard({ override: { failure: { calls: ["GET /analytics"], with: "rate_limit_exceeded" } } });
  const [seen] = await screen.findAllByText(/^Too many requests\. Trying again in \d+ seconds\.$/);
  expect(seen).toBeVisible();
  expect(screen.getByRole("group", { name: "Next payout" })).toBeVisible();
});

test("a demo token is marked, a real one is not", async () => {
  const demo = showDashboard({}, { token: "demo" });
  expect(await screen.findByText("Sample data")).toBeVisible();
  demo.unmount();
  showDashboard();
  await screen.findByRole("tab", { name: "Overview" });
  expect(screen.queryByText("Sample data")).toBeNull();
});

test("no token yet: loading, and nothing is asked", async () => {
  const { requests, again } = showDashboard({}, { token: null });
  expect(screen.getByText("Loading", { selector: ".rf-vh" })).toBeInTheDocument();
  expect(requests).toEqual([]);
  again({ token: "ref_embed_now" });
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
});

test("analytics the program hides is blocked, not a page of failed cards (EMB-S6)", async () => {
  const { states, requests } = showDashboard({ override: { hidden: ["analytics", "live"] } }, { data: "analytics" });
  expect(await heading("Not available here")).toBeVisible();
  expect(screen.queryByText(/^Could not load/)).toBeNull();
  expect(states).toEqual([{ name: "blocked", code: "forbidden" }]);
  expect(requests.filter((request) => request.includes("/analytics"))).toEqual([]);
});

test("offline without an answer is a state of its own, not a strip (EMB-S6)", async () => {
  const fetch = (): Promise<Response> => Promise.reject(new TypeError("no network"));
  goOffline();
  const { states } = showDashboard({ fetch });
  expect(await heading("You are offline")).toBeVisible();
  expect(screen.getByText("We try again when you are back.")).toBeVisible();
  expect(states.at(-1)).toEqual({ name: "offline", code: "network" });
});

test("a browser that goes offline shows so at once over the data it has, and comes back (EMB-S6)", async () => {
  const { states } = showDashboard();
  await screen.findByRole("tab", { name: "Overview" });
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(states.at(-1)).toEqual({ name: "offline", code: "network", stale: true });
  expect(screen.getByText(/^Showing data from/)).toBeVisible();
  expect(screen.getByRole("tab", { name: "Overview" })).toBeVisible();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(states.at(-1)).toEqual({ name: "ready" });
});
