import type { Meta } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { showAsTable } from "../../src/dashboard/charts/ChartFigure.tsx";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { settled } from "../support/settled.ts";
import { shown, type DashboardStory } from "../support/variations.ts";

export default {
  title: "Panels/Interactions",
  component: DemoDashboard,
  argTypes: dashboardControls,
  args: { onEvent: fn(), onError: fn() },
} satisfies Meta<typeof DemoDashboard>;

type Act = (
  canvas: ReturnType<typeof within>,
  args: Parameters<NonNullable<DashboardStory["play"]>>[0]["args"],
) => Promise<void>;

function acted(args: DashboardStory["args"], act: Act): DashboardStory {
  return {
    args,
    play: async (context) => {
      await settled(context);
      await act(within(context.canvasElement), context.args);
    },
  };
}

export const CopyTheLink: DashboardStory = acted({ sections: ["overview"] }, async (canvas, { onEvent }) => {
  await userEvent.click(canvas.getByRole("button", { name: "Copy link" }));
  // Whether a browser under test may write to the clipboard is its own affair; what the reader is told is ours.
  await canvas.findByText(/^(Copied|Press .* to copy)$/, { selector: "[role=status]" });
  if (canvas.queryByRole("button", { name: "Copied" })) {
    await waitFor(() => expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ type: "link.copied" })));
  }
});

export const ShareTheLink: DashboardStory = acted({ sections: ["overview"] }, async (canvas) => {
  // A browser with a share sheet of the device has the dialog behind its QR code.
  await userEvent.click(
    canvas.queryByRole("button", { name: "QR code" }) ?? canvas.getByRole("button", { name: "Share" }),
  );
  const dialog = within(await canvas.findByRole("dialog", { name: "Share" }));
  await expect(dialog.getByLabelText("Message")).toHaveValue(
    "Have a look at Northlight. With my link, or with the code ADA20, you get 20% off for 3 months: https://go.northlight.example/ada",
  );
  await expect(await dialog.findByRole("img", { name: /^QR code for/ })).toBeVisible();
});

export const ExportAsCsv: DashboardStory = acted({ data: "analytics" }, async (canvas, { onEvent }) => {
  await userEvent.click(canvas.getByRole("button", { name: "Export CSV" }));
  await canvas.findByText("Exported 30 rows", { selector: "[role=status]" });
  await waitFor(() =>
    expect(onEvent).toHaveBeenCalledWith({ type: "export.created", section: "timeseries", rows: 30 }),
  );
});

export const CreateLink: DashboardStory = acted({ sections: ["links"] }, async (canvas, { onEvent }) => {
  await userEvent.click(canvas.getByRole("button", { name: /New link/ }));
  const dialog = within(await canvas.findByRole("dialog"));
  const [url, slug] = dialog.getAllByRole("textbox");
  await userEvent.clear(url!);
  await userEvent.type(url!, "https://northlight.example/spring");
  await userEvent.type(slug!, "spring");
  await userEvent.click(dialog.getByRole("button", { name: /Create/ }));
  await waitFor(() => expect(canvas.queryByRole("dialog")).toBeNull());
  await expect((await canvas.findAllByText(/northlight\.example\/spring/))[0]).toBeVisible();
  await waitFor(() => expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ type: "link.created" })));
});

export const CreateLinkWithATakenSlug: DashboardStory = acted({ sections: ["links"] }, async (canvas) => {
  await userEvent.click(canvas.getByRole("button", { name: /New link/ }));
  const dialog = within(await canvas.findByRole("dialog"));
  const [url, slug] = dialog.getAllByRole("textbox");
  await userEvent.clear(url!);
  await userEvent.type(url!, "https://northlight.example/");
  await userEvent.type(slug!, "taken");
  await userEvent.click(dialog.getByRole("button", { name: /Create/ }));
  await waitFor(() => expect(slug).toHaveAttribute("aria-invalid", "true"));
  await waitFor(() => expect(slug).toHaveFocus());
  await expect(slug).toHaveValue("taken");
});

export const SortLinks: DashboardStory = acted({ sections: ["links"] }, async (canvas) => {
  await userEvent.click(canvas.getByRole("button", { name: /Clicks/ }));
  const head = canvas.getByRole("columnheader", { name: /Clicks/ });
  await waitFor(() => expect(head).toHaveAttribute("aria-sort", "descending"));
});

export const ThroughThePages: DashboardStory = acted({ sections: ["earnings"] }, async (canvas) => {
  const next = await canvas.findByRole("button", { name: "Next" });
  await userEvent.click(next);
  await expect((await canvas.findAllByText(/26–50/))[0]).toBeInTheDocument();
  await waitFor(() => expect(canvas.getByRole("button", { name: "Previous" })).toBeEnabled());
});

/** A day as the chart says it, so many days ago. */
const day = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toLocaleDateString("en-US", { month: "short", day: "numeric" });

export const ChartByKeyboard: DashboardStory = acted({ sections: ["overview"] }, async (canvas) => {
  const plot = await canvas.findByRole("slider");
  plot.focus();
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(plot).toHaveAttribute("aria-valuetext", expect.stringContaining(day(0))));
  await userEvent.keyboard("{ArrowLeft}");
  await waitFor(() => expect(plot).toHaveAttribute("aria-valuetext", expect.stringContaining(day(1))));
});

export const AnotherSeries: DashboardStory = acted({ sections: ["overview"] }, async (canvas) => {
  await userEvent.click(canvas.getByRole("radio", { name: /Earnings/ }));
  await expect(await canvas.findByRole("slider", { name: /Earnings/ })).toBeVisible();
});

export const ChartAsTable: DashboardStory = {
  ...acted({ sections: ["overview"] }, async (canvas) => {
    await userEvent.click(canvas.getByRole("button", { name: "Show as table" }));
    await expect(await canvas.findByRole("table")).toBeVisible();
  }),
  // The choice holds for the page: the story that is opened next would show tables too.
  beforeEach: () => () => showAsTable(false),
};

export const AnotherRange: DashboardStory = acted({ sections: ["overview"] }, async (canvas, { onEvent }) => {
  await userEvent.selectOptions(canvas.getByRole("combobox", { name: /Range/ }), "7d");
  await waitFor(() =>
    expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ type: "range.changed", interval: "7d" })),
  );
});

export const FormErrors: DashboardStory = acted({ sections: ["refer"] }, async (canvas) => {
  const send = canvas.getByRole("button", { name: /Send/ });
  await userEvent.click(send);
  const [first] = canvas.getAllByRole("textbox");
  await waitFor(() => expect(first).toHaveAttribute("aria-invalid", "true"));
  await expect(send).toBeEnabled();
});

export const SendAReferral: DashboardStory = acted({ sections: ["refer"] }, async (canvas, { onEvent }) => {
  await userEvent.type(canvas.getByRole("textbox", { name: /Full name/ }), "Sam Ortega");
  await userEvent.type(canvas.getByRole("textbox", { name: /Work e-mail/ }), "sam@ortega.example");
  await userEvent.type(canvas.getByRole("textbox", { name: /Company/ }), "Ortega Ltd");
  await userEvent.selectOptions(canvas.getByRole("combobox", { name: /Country/ }), "NL");
  await userEvent.click(canvas.getByRole("button", { name: /Send/ }));
  await canvas.findByRole("button", { name: /another/ });
  await waitFor(() => expect(onEvent).toHaveBeenCalledWith({ type: "referral.submitted" }));
});

export const SaveSettings: DashboardStory = acted({ sections: ["settings"] }, async (canvas, { onEvent }) => {
  await userEvent.type(canvas.getByRole("textbox", { name: /Company/ }), " and friends");
  await userEvent.click(canvas.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onEvent).toHaveBeenCalledWith({ type: "settings.saved" }));
});

export const AcceptAnInvitation: DashboardStory = acted({ variant: "invited" }, async (canvas, { onEvent }) => {
  await userEvent.click(canvas.getByRole("button", { name: "Accept" }));
  await canvas.findByRole("button", { name: /Copy link/ });
  await waitFor(() => expect(onEvent).toHaveBeenCalledWith({ type: "invite.accepted" }));
});

export const WhyThisAmount: DashboardStory = acted({ sections: ["earnings"] }, async (canvas) => {
  await userEvent.click(canvas.getAllByRole("button", { name: /[Ww]hy|\*\*\*/ })[0]!);
  await expect(await canvas.findByRole("dialog")).toBeVisible();
});

/** What the customer got back, and what the partner earns less by it. */
export const WhyAfterARefund: DashboardStory = acted({ sections: ["earnings"] }, async (canvas) => {
  // On a phone the filters stand behind a button.
  const filters = canvas.queryByRole("button", { name: "Filters" });
  if (filters) await userEvent.click(filters);
  await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Status" }), "refunded");
  await waitFor(() => expect(canvas.queryByText(/^(Ready|Clears)/)).toBeNull());
  await userEvent.click((await canvas.findAllByRole("button", { name: /[Ww]hy|\*\*\*/ }))[0]!);
  const dialog = within(await canvas.findByRole("dialog"));
  await expect(dialog.getByText("Refunded to the customer")).toBeVisible();
  await expect(dialog.getByText("Less by the refund")).toBeVisible();
});

export const ReadOnly: DashboardStory = shown({ override: { scopes: ["read"] } });
export const ReadOnlySettings: DashboardStory = shown({ override: { scopes: ["read"] }, sections: ["settings"] });
export const SeveralLinks: DashboardStory = shown({ override: { linkCount: 8 } });
export const NoLink: DashboardStory = shown({ override: { linkCount: 0 } });
export const LimitReached: DashboardStory = shown({ override: { maxLinks: 3 }, sections: ["links"] });
export const NoPayoutMethod: DashboardStory = shown({ override: { payoutMethod: null } });
export const RevenueHidden: DashboardStory = shown({ override: { hidden: ["revenue", "live"] }, sections: ["links"] });
export const EarningsHidden: DashboardStory = shown({ override: { hidden: ["earnings", "payouts", "live"] } });
export const QueryLinks: DashboardStory = shown({ override: { linkStyle: "query" } });
export const TooFewPartners: DashboardStory = shown({
  override: { leaderboardPartners: 2 },
  sections: ["leaderboard"],
});
export const ExactLeaderboard: DashboardStory = shown({
  override: { leaderboardAmounts: "exact" },
  sections: ["leaderboard"],
});
