import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { tabNames } from "../tab-names.ts";
import { showDashboard } from "./show-dashboard.tsx";

const tabs = (): (string | null)[] => screen.getAllByRole("tab").map((tab) => tab.textContent);

describe("tab bar", () => {
  test("arrows, Home and End move and activate a tab; the host gets the event", async () => {
    const { user, events } = showDashboard();
    await user.click(await screen.findByRole("tab", { name: "Overview" }));
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Links" })).toHaveFocus();
    expect(events).toContainEqual({ type: "section.changed", section: "links" });
    await user.keyboard("{End}");
    expect(screen.getByRole("tab", { name: "Settings" })).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Overview" })).toHaveFocus();
  });

  test.each([
    ["Links", /^GET \/links\?/],
    ["Earnings", /^GET \/earnings\?/],
    ["Leaderboard", /^GET \/leaderboard/],
    ["Refer", /^GET \/referrals\?/],
  ])("%s asks for its first rows when its tab is about to be pressed, and once", async (name, path) => {
    const { user, requests } = showDashboard();
    const asked = (): string[] => requests.filter((request) => path.test(request));
    const tab = await screen.findByRole("tab", { name });
    expect(asked()).toEqual([]);
    await user.hover(tab);
    await waitFor(() => expect(asked()).toHaveLength(1));
    await user.click(tab);
    await waitFor(() => expect(document.querySelector(".rf-panel:not([hidden]) > *")).not.toBeNull());
    await waitFor(() => expect(document.querySelector(".rf-panel:not([hidden]) .rf-skeleton")).toBeNull());
    expect(asked()).toHaveLength(1);
  });

  test("a failure of what is asked ahead is told only once the panel is open", async () => {
    const { user, errors, requests } = showDashboard({
      override: { failure: { calls: ["GET /links"], with: "internal_server_error" } },
    });
    const asked = (): string[] => requests.filter((request) => request.startsWith("GET /links?"));
    const tab = await screen.findByRole("tab", { name: "Links" });
    await user.hover(tab);
    // It is tried three times more.
    await waitFor(() => expect(asked()).toHaveLength(4));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(errors).toEqual([]);
    await user.click(tab);
    await waitFor(() => expect(errors).toContainEqual(expect.objectContaining({ scope: "panel", section: "links" })));
    expect(asked().length).toBeGreaterThan(4);
  });

  test("a panel left keeps its state", async () => {
    const { user } = showDashboard();
    await user.click(await screen.findByRole("tab", { name: "Refer" }));
    await user.type(await screen.findByLabelText("Full name"), "Noor");
    await user.click(screen.getByRole("tab", { name: "Overview" }));
    await user.click(screen.getByRole("tab", { name: "Refer" }));
    expect(screen.getByLabelText("Full name")).toHaveValue("Noor");
  });

  test("a change between tabs visited before draws no panel anew", async () => {
    const { user } = showDashboard();
    const open = (name: string): Promise<void> => user.click(screen.getByRole("tab", { name }));
    await screen.findByRole("tab", { name: "Links" });
    await open("Links");
    await screen.findByRole("table", { name: "Links" });
    await open("Overview");
    await waitFor(() => expect(document.querySelector(".rf-skeleton")).toBeNull());
    // Every figure a panel draws is written by one of these.
    const writers = [
      vi.spyOn(Intl.NumberFormat.prototype as { readonly format: unknown }, "format", "get"),
      vi.spyOn(Intl.NumberFormat.prototype, "formatToParts"),
    ];
    await open("Links");
    await open("Overview");
    expect(screen.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
    for (const writer of writers) {
      expect(writer).not.toHaveBeenCalled();
      writer.mockRestore();
    }
  });

  test("`sections` chooses and orders; one section alone has no bar", async () => {
    const { again } = showDashboard({}, { sections: ["links", "overview"] });
    await screen.findByRole("tab", { name: "Links" });
    expect(tabs()).toEqual(["Links", "Overview"]);
    again({ sections: ["links"] });
    expect(await screen.findByRole("table", { name: "Links" })).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
  });

  test("`hide` leaves out", async () => {
    showDashboard({}, { sections: { hide: ["leaderboard", "refer"] } });
    await screen.findByRole("tab", { name: "Links" });
    expect(tabs()).toEqual(tabNames.filter((name) => name !== "Leaderboard" && name !== "Refer"));
  });
});

test("no text is shown before a host's own colours are exact (DES-S3)", async () => {
  showDashboard({}, { themeOptions: { accentColor: "#7c3aed" } });
  const tab = await screen.findByRole("tab", { name: "Overview" });
  expect(tab.closest<HTMLElement>(".rf-root")?.style.getPropertyValue("--rf-accent")).toBe("#7c3aed");
});

describe("language and words", () => {
  test("the root names language, direction and itself (design §17.11)", async () => {
    showDashboard({}, { locale: "en-GB" });
    const root = await screen.findByRole("group", { name: "Referrals" });
    expect(root).toHaveAttribute("lang", "en-GB");
    expect(root).toHaveAttribute("dir", "ltr");
  });

  test("a right-to-left language sets the root's direction and loads its pack (DES-I3)", async () => {
    showDashboard({}, { locale: "ar" });
    await waitFor(() => expect(document.querySelector(".rf-root")).toHaveAttribute("dir", "rtl"));
    expect(await screen.findByRole("tablist")).not.toHaveTextContent("Overview");
  });

  test("the skeleton is drawn once: words that come later leave it as it is", async () => {
    let answerNow = (): void => {};
    const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
    const answer = createDemoFetch();
    showDashboard({ fetch: (input, init) => mayAnswer.then(() => answer(input, init)) }, { locale: "ja" });
    const skeletons = document.querySelectorAll(".rf-skeleton, .rf-card");
    expect(skeletons.length).toBeGreaterThan(10);
    expect(document.querySelector("[lang]")).toBeNull();
    await waitFor(() => expect(document.querySelector(".rf-root")).toHaveAttribute("lang", "ja"));
    expect([...skeletons].filter((one) => !one.isConnected)).toEqual([]);
    answerNow();
    await screen.findByRole("tablist");
    expect(skeletons[0]?.isConnected).toBe(false);
  });

  test("the host's messages win, and change without a reload", async () => {
    const { again } = showDashboard({}, { messages: { "ui.copyLink": "Grab the link" } });
    expect(await screen.findByRole("button", { name: "Grab the link" })).toBeVisible();
    again({ messages: { "ui.copyLink": "Take it" } });
    expect(await screen.findByRole("button", { name: "Take it" })).toBeVisible();
  });

  test("headings begin where the host's outline wants them", async () => {
    showDashboard({}, { headingLevel: 3 });
    expect(await screen.findByRole("heading", { level: 3 })).toHaveTextContent(/^Earn/);
    expect(screen.getByRole("heading", { level: 4, name: "Next payout" })).toBeVisible();
  });

  test("the title replaces the group's name", async () => {
    showDashboard({}, { title: "Invite friends" });
    expect(await screen.findByRole("group", { name: "Invite friends" })).toBeVisible();
  });
});

describe("host", () => {
  test("calls onReady and onLoad once, and the handle works", async () => {
    const loads: unknown[] = [];
    const readies: unknown[] = [];
    const { handle, requests } = showDashboard(
      {},
      { onLoad: (load) => loads.push(load), onReady: (ready) => readies.push(ready) },
    );
    const tab = await screen.findByRole("tab", { name: "Overview" });
    expect(readies).toEqual([{ protocol: 0, height: 0 }]);
    expect(loads).toEqual([{ data: "referrals", state: { name: "ready" }, ms: expect.any(Number) }]);
    handle.current!.focus();
    expect(tab).toHaveFocus();
    const before = requests.filter((request) => request.startsWith("GET ?")).length;
    act(() => handle.current!.reload());
    await waitFor(() => expect(requests.filter((request) => request.startsWith("GET ?")).length).toBe(before + 1));
  });

  test("a callback that throws breaks nothing (EMB-A3)", async () => {
    const thrown: unknown[] = [];
    globalThis.reportError = (error) => thrown.push(error);
    showDashboard(
      {},
      {
        onLoad: () => {
          throw new Error("host");
        },
      },
    );
    expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
    expect(thrown).toEqual([new Error("host")]);
  });

  test("`data` switches without a reload", async () => {
    const { again } = showDashboard();
    await screen.findByRole("tab", { name: "Overview" });
    again({ data: "analytics" });
    expect(await screen.findByRole("group", { name: "Browsers" })).toBeVisible();
    expect(screen.getByRole("group", { name: "Referral analytics" })).toBeInTheDocument();
  });

  test("another language changes words and direction, and keeps what was done (DES-I5)", async () => {
    const { again, user } = showDashboard();
    await user.click(await screen.findByRole("tab", { name: "Refer" }));
    await user.type(await screen.findByLabelText("Full name"), "Noor");
    again({ locale: "ar" });
    const root = document.querySelector(".rf-root")!;
    await waitFor(() => expect(root).toHaveAttribute("lang", "ar"));
    expect(root).toHaveAttribute("dir", "rtl");
    // The program speaks its own language (DES-I2); what was typed is still here.
    expect(await screen.findByLabelText("Full name")).toHaveValue("Noor");
    expect(screen.getAllByRole("tab")[5]).toHaveAttribute("aria-selected", "true");
  });

  test("neither loading nor a refresh moves the focus (DES-M2)", async () => {
    const { handle } = showDashboard();
    await screen.findByRole("tab", { name: "Overview" });
    expect(document.body).toHaveFocus();
    act(() => handle.current!.reload());
    await within(await screen.findByRole("group", { name: "Countries" })).findByRole("list");
    expect(document.body).toHaveFocus();
  });
});
