import { screen, within, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openTab(name: string, ...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name }));
  return shown;
}

describe("Leaderboard", () => {
  test("shows the own row exactly and marked, others without invented names", async () => {
    await openTab("Leaderboard");
    const own = (await screen.findByText("You")).closest("tr")!;
    expect(own).toHaveTextContent(/\$[\d,]+\.\d\d/);
    expect(screen.getAllByText("Partner", { selector: "bdi" }).length).toBeGreaterThan(0);
  });
  test("the own name goes on and off at once", async () => {
    const { user, requests } = await openTab("Leaderboard");
    await user.click(await screen.findByRole("checkbox", { name: "Show my name" }));
    await waitFor(() => expect(requests.some((request) => request === "PATCH /profile")).toBe(true));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Show my name" }).checked).toBe(false),
    );
  });
  test("too few partners: the empty text, no rows", async () => {
    await openTab("Leaderboard", { override: { leaderboardPartners: 2 } });
    expect(await screen.findByText("Not enough partners yet. It opens once five have earned.")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
  test("fails in its card", async () => {
    await openTab("Leaderboard", { variant: "error" });
    expect(await screen.findByText("Could not load the leaderboard.")).toBeVisible();
  });
});

describe("Resources", () => {
  test("questions, files and colours of the program", async () => {
    await openTab("Resources");
    expect(await screen.findByText("When do I get paid?")).toBeVisible();
    expect(screen.getByRole("link", { name: "Download Logo" })).toHaveAttribute("rel", "noopener noreferrer");
    expect(screen.getByText("#0b1020")).toBeVisible();
  });
  test("nothing to give: no tab", async () => {
    showDashboard({ override: { material: false } });
    await screen.findByRole("tab", { name: "Links" });
    expect(screen.queryByRole("tab", { name: "Resources" })).toBeNull();
  });
});

describe("Refer", () => {
  const fill = async ({ user }: Shown): Promise<void> => {
    await user.type(await screen.findByLabelText("Full name"), "Noor Haddad");
    await user.type(screen.getByLabelText("Work e-mail"), "noor@haddad.example");
    await user.type(screen.getByLabelText("Company"), "Haddad");
    await user.selectOptions(screen.getByLabelText("Country"), "NL");
    await user.click(screen.getByRole("button", { name: "Send referral" }));
  };
  test("sends the form, says what was sent, and lists it", async () => {
    const shown = await openTab("Refer");
    await fill(shown);
    expect(await screen.findByText("Referral sent")).toBeVisible();
    expect(shown.events).toContainEqual({ type: "referral.submitted" });
    await waitFor(() => expect(screen.getAllByText("Noor Haddad").length).toBe(2));
  });
  test("the same again is told as such, and nothing typed is lost", async () => {
    const shown = await openTab("Refer");
    await fill(shown);
    await shown.user.click(await screen.findByRole("button", { name: "Refer another" }));
    await fill(shown);
    expect(await screen.findByText("You already sent this one.")).toBeVisible();
    expect(screen.getByLabelText("Full name")).toHaveValue("Noor Haddad");
  });
  test("DES-F3: what is missing is said on its field, the first one has the focus", async () => {
    const { user } = await openTab("Refer");
    await user.click(await screen.findByRole("button", { name: "Send referral" }));
    expect(screen.getAllByText("This is needed.").length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Full name")).toHaveFocus();
  });
  test("no form in the program: no tab", async () => {
    showDashboard({ override: { referralForm: null } });
    await screen.findByRole("tab", { name: "Links" });
    expect(screen.queryByRole("tab", { name: "Refer" })).toBeNull();
  });
});

describe("Settings", () => {
  const card = async (name: string): Promise<ReturnType<typeof within>> =>
    within(await screen.findByRole("region", { name }));
  test("saves the profile and says so", async () => {
    const { user, events, requests } = await openTab("Settings");
    const profile = await card("Profile");
    await user.clear(profile.getByLabelText("Name"));
    await user.type(profile.getByLabelText("Name"), "Ada V.");
    await user.click(profile.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved", { selector: ".rf-vh" })).toBeInTheDocument();
    expect(events).toContainEqual({ type: "settings.saved" });
    expect(requests).toContain("PATCH /profile");
  });
  test("a failed save keeps the input", async () => {
    const { user } = await openTab("Settings", {
      override: { failure: { calls: ["embed.updateProfile"], with: "internal_server_error" } },
    });
    const profile = await card("Profile");
    await user.type(profile.getByLabelText("Name"), "x");
    await user.click(profile.getByRole("button", { name: "Save" }));
    expect(await profile.findByRole("alert")).toHaveTextContent("That did not work. Try again.");
    expect(profile.getByLabelText("Name")).toHaveValue("Ada Vermeerx");
  });
  test("changes the way of payment, which takes effect later", async () => {
    const { user } = await openTab("Settings");
    const payouts = await card("Payouts");
    await user.type(await payouts.findByLabelText("PayPal e-mail"), "money@vermeer.example");
    await user.click(payouts.getByRole("button", { name: "Save" }));
    expect(await payouts.findByText(/^Takes effect on/)).toBeVisible();
  });
  test("leaving asks first, then the account is closed", async () => {
    const { user } = await openTab("Settings");
    await user.click(await screen.findByRole("button", { name: "Leave the program" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Leave Northlight" }));
    await user.click(dialog.getByRole("button", { name: "Leave the program" }));
    expect(await screen.findByRole("heading", { name: "Your account is closed" })).toBeVisible();
  });
});

describe("Analytics", () => {
  test("shows every breakdown of the answer, and others for another metric", async () => {
    const { user, requests } = showDashboard({}, { data: "analytics" });
    for (const name of ["Countries", "Devices", "Browsers", "Referers", "Links"]) {
      expect(await screen.findByRole("region", { name })).toBeVisible();
    }
    await user.click(await screen.findByRole("checkbox", { name: /^Leads/ }));
    await waitFor(() => expect(requests.some((request) => request.includes("event=leads&groupBy=devices"))).toBe(true));
    expect(screen.getByRole("slider", { name: "Clicks, Leads" })).toBeInTheDocument();
  });
  test("one series always stays", async () => {
    const { user } = showDashboard({}, { data: "analytics" });
    const clicks = await screen.findByRole("checkbox", { name: /^Clicks/ });
    await user.click(clicks);
    expect(clicks).toBeChecked();
  });
  test("sections choose and order the cards", async () => {
    showDashboard({}, { data: "analytics", sections: ["devices"] });
    expect(await screen.findByRole("region", { name: "Devices" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Countries" })).toBeNull();
  });
  test("a failing breakdown leaves the others", async () => {
    showDashboard({ variant: "error" }, { data: "analytics" });
    expect(await screen.findByText("Could not load devices.")).toBeVisible();
    expect(screen.getByRole("slider", { name: "Clicks" })).toBeInTheDocument();
  });
  test("no activity: the empty text in plot and lists", async () => {
    showDashboard({ variant: "empty" }, { data: "analytics" });
    await waitFor(() => expect(screen.getAllByText("Nothing in this range. Try a longer one.").length).toBe(6));
  });
  test("the export reports its rows", async () => {
    URL.createObjectURL = () => "blob:test";
    URL.revokeObjectURL = () => undefined;
    const { user, events, ask } = showDashboard({}, { data: "analytics" });
    const { timeseries } = await ask();
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(events).toContainEqual({ type: "export.created", section: "timeseries", rows: timeseries!.length });
    expect(await screen.findByText(`Exported ${timeseries!.length} rows`, { selector: ".rf-vh" })).toBeInTheDocument();
  });
});
