import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { showDashboard, type Shown } from "./show-dashboard.tsx";

async function open(tab: string, ...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: tab }));
  return shown;
}
const menuOf = (name: RegExp): Promise<HTMLElement> => screen.findByRole("button", { name });

describe("when the control that has the focus goes, the nearest that stays has it (DES-M2)", () => {
  test("an archived link gives it to the row below", async () => {
    const { user } = await open("Links");
    await user.click(await menuOf(/^Actions for .*ada-youtube/));
    await user.click(await screen.findByRole("menuitem", { name: "Archive" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Actions for .*ada-youtube/ })).toBeNull());
    await waitFor(() => expect(screen.getByRole("button", { name: /^Actions for .*ada-newsletter/ })).toHaveFocus());
  });

  test("the last row gives it to the one above", async () => {
    const { user } = await open("Links");
    await user.click(await menuOf(/^Actions for .*ada-newsletter/));
    await user.click(await screen.findByRole("menuitem", { name: "Archive" }));
    await waitFor(() => expect(screen.getByRole("button", { name: /^Actions for .*ada-youtube/ })).toHaveFocus());
  });

  test("a referral that was sent gives it to Refer another, and that to the first field", async () => {
    const { user } = await open("Refer");
    await user.type(await screen.findByLabelText("Full name"), "Noor Haddad");
    await user.type(screen.getByLabelText("Work e-mail"), "noor@haddad.example");
    await user.type(screen.getByLabelText("Company"), "Haddad");
    await user.selectOptions(screen.getByLabelText("Country"), "NL");
    await user.click(screen.getByRole("button", { name: "Send referral" }));
    const again = await screen.findByRole("button", { name: "Refer another" });
    await waitFor(() => expect(again).toHaveFocus());
    expect(screen.getByText("Netherlands")).toBeVisible();
    await user.click(again);
    await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  });

  test("an invitation that was accepted gives it to the dashboard", async () => {
    const { user } = showDashboard({ variant: "invited" });
    await user.click(await screen.findByRole("button", { name: "Accept" }));
    await waitFor(() => expect(screen.getByRole("tab", { name: "Overview" })).toHaveFocus());
  });

  test("a notice keeps it while the read is tried again, then gives it to what stands there", async () => {
    let answer: (() => void) | undefined;
    const well = createDemoFetch();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (!String(input).includes("/leaderboard")) return well(input, init);
      if (!answer) return new Response("{}", { status: 500 });
      await new Promise<void>((resolve) => (answer = resolve));
      return well(input, init);
    };
    const { user, errors } = await open("Leaderboard", { fetch });
    // Its own retries are over.
    await waitFor(() => expect(errors).toHaveLength(1));
    const retry = screen.getByRole("button", { name: "Try again" });
    answer = () => undefined;
    const before = answer;
    await user.click(retry);
    await waitFor(() => expect(answer).not.toBe(before));
    expect(retry).toHaveFocus();
    answer();
    await waitFor(() => expect(screen.getByLabelText("Show my name")).toHaveFocus());
  });

  test("does not move the focus when the reader has clicked elsewhere meanwhile", async () => {
    const { user } = await open("Links");
    await user.click(await menuOf(/^Actions for .*ada-youtube/));
    await user.click(await screen.findByRole("menuitem", { name: "Archive" }));
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Actions for .*ada-youtube/ })).toBeNull());
    expect(document.body).toHaveFocus();
  });
});
