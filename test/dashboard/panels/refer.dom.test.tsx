import { screen, waitFor } from "@testing-library/react";
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
