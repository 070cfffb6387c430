import { screen, within, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EmbedLink } from "../../../src/contract/records.ts";
import type { EmbedList } from "../../../src/contract/scalars.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openLinks(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Links" }));
  return shown;
}

/** What a link is called in the list. */
const nameOf = ({ key, domain }: { key: string; domain: string }): string => `${domain}/${key}`;
const usd = (minor: number): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(minor / 100);
const firstCells = (): (string | null)[] =>
  [...document.querySelectorAll(".rf-table .rf-link-name bdi")].map((cell) => cell.textContent);

test("links stand by what they earned, the figures are the API's, the limit is stated", async () => {
  const { ask, read } = await openLinks();
  const { linkRules, linksTotal } = await ask();
  const { data: links } = await read<EmbedList<EmbedLink>>("/links?archived=false");
  const table = await screen.findByRole("table", { name: "Links" });
  const expected = links.toSorted((a, b) => b.earnings! - a.earnings!);
  expect(firstCells()).toEqual(expected.map(nameOf));
  const cells = within(within(table).getAllByRole("row")[1]!).getAllByRole("cell");
  expect(cells[1]).toHaveTextContent(new Intl.NumberFormat("en").format(expected[0]!.clicks));
  const heads = within(table).getAllByRole("columnheader");
  // Customers stand between leads and sales: one of them may buy more than once.
  expect(heads.slice(1, 6).map(({ textContent }) => textContent)).toEqual(
    ["Clicks", "Leads", "Customers", "Sales", "Earnings"].map((name) => expect.stringContaining(name)),
  );
  expect(cells[3]).toHaveTextContent(String(expected[0]!.conversions));
  expect(cells[5]).toHaveTextContent(usd(expected[0]!.earnings!));
  expect(screen.getByText(`${linksTotal} of ${linkRules!.maxLinks} links`)).toBeVisible();
  expect(within(table).getByRole("columnheader", { name: "Earnings" })).toHaveAttribute("aria-sort", "descending");
});

test("a column head sorts, and a second press reverses the order", async () => {
  const { user, ask } = await openLinks();
  const { links } = await ask();
  const by = links!.toSorted((a, b) => b.clicks - a.clicks).map(nameOf);
  const head = await screen.findByRole("button", { name: "Clicks" });
  await user.click(head);
  expect(firstCells()).toEqual(by);
  await user.click(head);
  expect(firstCells()).toEqual(by.toReversed());
});

test("a new link is made from the dialog, copied, and stands marked above the others", async () => {
  const { user, events } = await openLinks();
  await user.click(await screen.findByRole("button", { name: "New link" }));
  const dialog = await screen.findByRole("dialog", { name: "New link" });
  await user.type(within(dialog).getByLabelText(/Ending/), "summer");
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  await waitFor(() => expect(firstCells()[0]).toBe("go.northlight.example/summer"));
  expect(events).toContainEqual(expect.objectContaining({ type: "link.created" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  const [first, second] = [...document.querySelectorAll(".rf-link-name")];
  expect(within(first as HTMLElement).getByText("New")).toBeInTheDocument();
  expect(within(second as HTMLElement).queryByText("New")).toBeNull();
  expect(await navigator.clipboard.readText()).toBe("https://go.northlight.example/summer");
  expect(events.filter(({ type }) => type === "link.copied")).toHaveLength(1);
  await navigator.clipboard.writeText("something else");
  const toast = screen.getByText("Link created and copied", { selector: ".rf-toast > span" }).parentElement!;
  await user.click(within(toast).getByRole("button", { name: "Copy link" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("https://go.northlight.example/summer"));
});

test("spaces in an ending become hyphens, and an address needs no https:// (design §6)", async () => {
  const { user } = await openLinks();
  await user.click(await screen.findByRole("button", { name: "New link" }));
  const dialog = await screen.findByRole("dialog", { name: "New link" });
  const destination = within(dialog).getByLabelText("Destination URL");
  await user.clear(destination);
  await user.type(destination, "northlight.example/blog");
  await user.type(within(dialog).getByLabelText(/Ending/), "summer sale");
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  const made = await screen.findByText("summer-sale", { selector: ".rf-link-ending" });
  expect(made.closest("tr")).toHaveTextContent("northlight.example/blog");
});

test("a taken ending goes back to its field, which has the focus; nothing typed is lost (DES-F4)", async () => {
  const { user, ask, errors } = await openLinks();
  const taken = (await ask()).links![0]!.key;
  await user.click(await screen.findByRole("button", { name: "New link" }));
  const dialog = await screen.findByRole("dialog", { name: "New link" });
  const field = within(dialog).getByLabelText(/Ending/);
  await user.type(field, taken);
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  expect(await within(dialog).findByText("This ending is taken. Try another one.")).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveValue(taken);
  expect(errors).toEqual([]);
});

async function edit(user: Shown["user"], name: RegExp): Promise<void> {
  await user.click((await screen.findAllByRole("button", { name }))[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
}

test("what cannot change is locked with its reason", async () => {
  const { user } = await openLinks();
  await edit(user, /^Actions for .*youtube/);
  const dialog = within(await screen.findByRole("dialog", { name: "Edit link" }));
  expect(dialog.getByText("This link has clicks, so its ending stays.")).toBeVisible();
  expect(dialog.getByLabelText("Ending")).toHaveAttribute("readonly");
  expect(dialog.getByLabelText("Destination URL")).not.toHaveAttribute("readonly");
});

test("a link that nothing can be changed of shows what it is and why, and nothing to save", async () => {
  const { user } = await openLinks();
  await edit(user, /^Actions for .*\/ada$/);
  const dialog = within(await screen.findByRole("dialog", { name: "Link" }));
  expect(dialog.getByText("go.northlight.example/ada")).toBeVisible();
  expect(dialog.getByText("The program sets where this link leads.")).toBeVisible();
  expect(dialog.getByText("This link has clicks, so its ending stays.")).toBeVisible();
  expect(dialog.queryByRole("textbox")).toBeNull();
  expect(dialog.queryByRole("button", { name: "Save" })).toBeNull();
});

test("a page on another site is refused with the site to use", async () => {
  const { user } = await openLinks();
  await user.click((await screen.findAllByRole("button", { name: "New link" }))[0]!);
  const dialog = within(await screen.findByRole("dialog", { name: "New link" }));
  await user.clear(dialog.getByLabelText("Destination URL"));
  await user.type(dialog.getByLabelText("Destination URL"), "https://elsewhere.example/page");
  await user.click(dialog.getByRole("button", { name: "Create link" }));
  expect(await dialog.findByText("Use a page on northlight.example.")).toBeVisible();
});

test("nothing archived: no switch to show it", async () => {
  await openLinks();
  expect(await screen.findByRole("table", { name: "Links" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show archived" })).toBeNull();
});

test("an archived link leaves the list, comes back with the toggle, and can be restored", async () => {
  const { user } = await openLinks();
  await user.click(await screen.findByRole("button", { name: /^Actions for .*youtube/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Archive" }));
  await screen.findByText("Link archived", { selector: ".rf-vh" });
  await screen.findByRole("button", { name: "Show archived" });
  await waitFor(() => expect(firstCells()).not.toContainEqual(expect.stringContaining("youtube")));
  await user.click(screen.getByRole("button", { name: "Show archived" }));
  expect(await screen.findByText("Archived")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Actions for .*youtube/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Restore" }));
  await screen.findByText("Link restored", { selector: ".rf-vh" });
});

test("at the limit the button says why instead of acting", async () => {
  const { user } = await openLinks({ override: { maxLinks: 3 } });
  expect(await screen.findByText("You have all 3 links of this program.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "New link" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("without the write scope there is nothing to write with (EMB-L4)", async () => {
  const { user } = await openLinks({ override: { scopes: ["read"] } });
  await screen.findByRole("table", { name: "Links" });
  expect(screen.queryByRole("button", { name: "New link" })).toBeNull();
  await user.click((await screen.findAllByRole("button", { name: /^Actions for/ }))[0]!);
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Share" }));
  expect(await screen.findByRole("dialog", { name: "Share" })).toBeVisible();
});

test("hidden revenue has no column", async () => {
  await openLinks({ override: { hidden: ["revenue", "live"] } });
  await screen.findByRole("table", { name: "Links" });
  expect(screen.queryByRole("columnheader", { name: "Revenue" })).toBeNull();
});

test("500 links come in pages of 25 from the service", async () => {
  const { user } = await openLinks({ override: { linkCount: 120, maxLinks: null, clickCount: 200 } });
  expect(await screen.findByText("1–25 of 120")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("26–50 of 120")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Previous" }));
  expect(await screen.findByText("1–25 of 120")).toBeVisible();
});

test("no links: the empty text offers the first one", async () => {
  await openLinks({ override: { linkCount: 0, clickCount: 0 } });
  expect(await screen.findByText("No links yet. Create one to start sharing.")).toBeVisible();
});

test("a failed list is not an empty one (EMB-S4)", async () => {
  await openLinks({ variant: "error" });
  expect(await screen.findByText("Could not load links.")).toBeVisible();
  expect(screen.queryByText(/No links yet/)).toBeNull();
});
