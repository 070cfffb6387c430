import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openSettings(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Settings" }));
  return shown;
}

const card = async (name: string): Promise<ReturnType<typeof within>> =>
  within(await screen.findByRole("group", { name }));

test("saves the profile and confirms it", async () => {
  const { user, events, requests } = await openSettings();
  const profile = await card("Profile");
  await user.clear(profile.getByLabelText("Name"));
  await user.type(profile.getByLabelText("Name"), "Ada V.");
  await user.click(profile.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved", { selector: ".rf-vh" })).toBeInTheDocument();
  expect(events).toContainEqual({ type: "settings.saved" });
  expect(requests).toContain("PATCH /profile");
});

test("has a field for everything of a profile that the partner may change", async () => {
  const { container, ask } = await openSettings({ override: { namePartners: true } });
  await card("Profile");
  // The demo's partner was paid, which fixes the country.
  const fixed = ["id", "email", "image", "username", "country", "locale", "timezone"];
  const names = Object.keys((await ask()).partner ?? {}).filter((name) => !fixed.includes(name));
  expect(names.filter((name) => !container.querySelector(`[name="${name}"]`))).toEqual([]);
});

test("Save comes with the first change, and goes when it is taken back or saved", async () => {
  const { user } = await openSettings();
  const profile = await card("Profile");
  const name = profile.getByLabelText("Name");
  const save = (): HTMLElement | null => profile.queryByRole("button", { name: "Save" });
  await screen.findByLabelText("PayPal e-mail");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await user.type(name, "x");
  expect(save()).toBeVisible();
  await user.type(name, "{Backspace}");
  expect(save()).toBeNull();
  await user.type(name, "y");
  await user.click(save()!);
  await waitFor(() => expect(save()).toBeNull());
  await user.type(name, "{Backspace}");
  expect(save()).toBeVisible();
});

test("a failed save keeps the input", async () => {
  const { user } = await openSettings({
    override: { failure: { calls: ["PATCH /profile"], with: "internal_server_error" } },
  });
  const profile = await card("Profile");
  await user.type(profile.getByLabelText("Name"), "x");
  await user.click(profile.getByRole("button", { name: "Save" }));
  expect(await profile.findByRole("alert")).toHaveTextContent("That did not work. Try again.");
  expect(profile.getByLabelText("Name")).toHaveValue("Ada Vermeerx");
});

test("changes the payout method, which takes effect later", async () => {
  const { user } = await openSettings();
  const payouts = await card("Payouts");
  await user.type(await payouts.findByLabelText("PayPal e-mail"), "money@vermeer.example");
  await user.click(payouts.getByRole("button", { name: "Save" }));
  expect(await payouts.findByText(/^Takes effect on/)).toBeVisible();
});

test("a change of the payout method that has taken effect is not announced any more", async () => {
  const demo = createDemoFetch();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await demo(input, init);
    if (!String(input).includes("/payout-method")) return answer;
    return Response.json({ ...(await answer.json()), effectiveAt: "2026-08-26T00:00:00.000Z" });
  };
  await openSettings({ fetch });
  const payouts = await card("Payouts");
  expect(await payouts.findByLabelText("PayPal e-mail")).toBeVisible();
  expect(payouts.queryByText(/^Takes effect/)).toBeNull();
});

test("shows a bank account that the server has set, and offers what the partner may choose", async () => {
  await openSettings({ override: { payoutMethod: "bank" } });
  const payouts = await card("Payouts");
  expect(await payouts.findByText("Bank transfer")).toBeVisible();
  expect(payouts.getByLabelText("PayPal e-mail")).toBeVisible();
});

test("takes a bank account where the program offers it, by what its country calls for (P14)", async () => {
  const demo = createDemoFetch();
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!String(input).includes("/payout-method")) return demo(input, init);
    if (init?.method === "PUT") sent.push(JSON.parse(String(init.body)));
    const answer = await demo(input, init);
    if (!answer.ok) return answer;
    return Response.json({ ...(await answer.json()), available: ["paypal", "bank", "manual"] });
  };
  const { user } = await openSettings({ fetch });
  const payouts = await card("Payouts");
  await payouts.findByLabelText("PayPal e-mail");
  const choose = (label: string, value: string) => user.selectOptions(payouts.getByLabelText(label), value);
  await choose("Paid by", "bank");
  expect(payouts.queryByLabelText("PayPal e-mail")).toBeNull();
  expect(payouts.queryByLabelText("IBAN")).toBeNull();
  await choose("Country", "US");
  expect(payouts.getByLabelText("Account number")).toBeVisible();
  expect(payouts.getByLabelText("Bank code (routing number)")).toBeVisible();
  await choose("Country", "DE");
  expect(payouts.queryByLabelText("Account number")).toBeNull();
  await user.type(payouts.getByLabelText("Account holder"), "Ada Okafor");
  await user.type(payouts.getByLabelText("IBAN"), "DE89 3704 0044 0532 0130 01");
  await user.click(payouts.getByRole("button", { name: "Save" }));
  // A wrong checksum is told at the field.
  expect(await payouts.findByLabelText("IBAN")).toBeInvalid();
  await user.clear(payouts.getByLabelText("IBAN"));
  await user.type(payouts.getByLabelText("IBAN"), "DE89 3704 0044 0532 0130 00");
  await user.click(payouts.getByRole("button", { name: "Save" }));
  expect(await payouts.findByText("DE89…3000")).toBeVisible();
  expect(sent.at(-1)).toEqual({
    method: "bank",
    bank: { country: "DE", holder: "Ada Okafor", iban: "DE89 3704 0044 0532 0130 00" },
  });
  await choose("Paid by", "manual");
  await user.click(payouts.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ method: "manual" }));
});

test("asks whether friends may read the partner's name, no at first, where the program wants it (L14)", async () => {
  const { user, requests } = await openSettings();
  const friends = await card("Friends");
  const choice = friends.getByRole("checkbox", { name: "Show my name and picture to friends who follow my links" });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  await user.click(friends.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved", { selector: ".rf-vh" })).toBeInTheDocument();
  expect(requests).toContain("PATCH /profile");
  expect(choice).toBeChecked();
});

test("asks nothing of friends where the program names nobody (L14)", async () => {
  showDashboard({ override: { namePartners: false } }, { sections: ["settings"] });
  expect(await screen.findByRole("checkbox", { name: "Show my name" })).toBeVisible();
  expect(screen.queryByRole("checkbox", { name: /to friends/ })).toBeNull();
});

test("leaving asks first, then the account is closed", async () => {
  const { user } = await openSettings();
  await user.click(await screen.findByRole("button", { name: "Leave the program" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave Northlight" }));
  await user.click(dialog.getByRole("button", { name: "Leave the program" }));
  expect(await screen.findByRole("heading", { name: "Your account is closed" })).toBeVisible();
});
