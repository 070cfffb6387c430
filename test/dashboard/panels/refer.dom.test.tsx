import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openRefer(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Refer" }));
  return shown;
}

const fill = async ({ user }: Shown): Promise<void> => {
  await user.type(await screen.findByLabelText("Full name"), "Noor Haddad");
  await user.type(screen.getByLabelText("Work e-mail"), "noor@haddad.example");
  await user.type(screen.getByLabelText("Company"), "Haddad");
  await user.selectOptions(screen.getByLabelText("Country"), "NL");
  await user.click(screen.getByRole("button", { name: "Send referral" }));
};

test("sends the form, says what was sent, and lists it", async () => {
  const shown = await openRefer();
  await fill(shown);
  expect(await screen.findByText("Referral sent")).toBeVisible();
  expect(shown.events).toContainEqual({ type: "referral.submitted" });
  await waitFor(() => expect(screen.getAllByText("Noor Haddad").length).toBe(2));
});

test("a duplicate referral is named as such, and nothing typed is lost", async () => {
  const shown = await openRefer();
  await fill(shown);
  await shown.user.click(await screen.findByRole("button", { name: "Refer another" }));
  await fill(shown);
  expect(await screen.findByText("You already sent this one.")).toBeVisible();
  expect(screen.getByLabelText("Full name")).toHaveValue("Noor Haddad");
});

test("a missing value is reported on its field in words that name it, and the first one gets the focus (DES-F3)", async () => {
  const { user } = await openRefer();
  await user.click(await screen.findByRole("button", { name: "Send referral" }));
  const name = screen.getByLabelText("Full name");
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription("“Full name” is missing.");
  expect(screen.getByLabelText("Company")).toHaveAccessibleDescription("“Company” is missing.");
  expect(screen.getByLabelText("Work e-mail")).toHaveAccessibleDescription("“Work e-mail” is missing.");
});

test("no form in the program: no tab", async () => {
  showDashboard({ override: { referralForm: null } });
  await screen.findByRole("tab", { name: "Links" });
  expect(screen.queryByRole("tab", { name: "Refer" })).toBeNull();
});

const bringsPartners = [{ event: "referral", type: "percentage", amount: 10, maxDurationMonths: 12 }] as const;

test("where bringing in partners is paid, their link can be copied, with what it pays and came to (C15)", async () => {
  const { user, events } = await openRefer({ override: { moreRewards: bringsPartners } });
  const card = within(await screen.findByRole("group", { name: "Bring in partners" }));
  expect(card.getByText("Earn 10% of what partners you bring in earn, for 12 months")).toBeVisible();
  const link = /^https:\/\/northlight\.example\/\?invited_by=\w+$/;
  expect(await card.findByDisplayValue(link)).toHaveAccessibleName("Your invitation link");
  const facts = card.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(facts).toEqual(["3", "1", "$142.50"]);
  await user.click(card.getByRole("button", { name: "Copy link" }));
  expect(events).toContainEqual({ type: "invitation.copied" });
  expect(await navigator.clipboard.readText()).toMatch(link);
});

test("the tab is there for the invitation link alone, without a form and without the scope to send one", async () => {
  const override = { moreRewards: bringsPartners, referralForm: null, scopes: ["read"] } as const;
  const { requests } = await openRefer({ override });
  expect(await screen.findByRole("button", { name: "Copy link" })).toBeVisible();
  expect(screen.queryByRole("group", { name: /Refer a customer|Sent so far/ })).toBeNull();
  expect(requests).toContain("GET /invitation");
});

test("what bringing in partners pays is said as it is reckoned: a sum once, a share, a share of the first sale", async () => {
  for (const [reward, text] of [
    [{ type: "flat", amount: 5000 }, "Earn $50 when a partner you bring in makes their first sale"],
    [{ type: "percentage", amount: 10, maxDurationMonths: null }, "Earn 10% of what partners you bring in earn"],
    [
      { type: "percentage", amount: 10, maxDurationMonths: 0 },
      "Earn 10% of what partners you bring in earn with their first sale",
    ],
  ] as const) {
    const { unmount } = showDashboard({ override: { moreRewards: [{ event: "referral", ...reward }] } });
    expect(await screen.findByText(text)).toBeVisible();
    unmount();
  }
});

test("a link that cannot be loaded says so in its card, and the form stays", async () => {
  const failure = { calls: ["GET /invitation"], with: "internal_server_error" } as const;
  await openRefer({ override: { moreRewards: bringsPartners, failure } });
  expect(await screen.findByText("Could not load your invitation link.")).toBeVisible();
  expect(screen.getByLabelText("Full name")).toBeVisible();
});
