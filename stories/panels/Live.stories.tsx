import { useState, type ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import type { ReferralsEvent } from "../../src/contract/embed.ts";
import { hidden } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { createLiveDemo } from "../support/live-demo.ts";
import { settled } from "../support/settled.ts";

interface LiveProps {
  onEvent: (event: ReferralsEvent) => void;
}

/** A dashboard that listens, and a button that makes something happen elsewhere. */
function Live({ onEvent }: LiveProps): ReactElement {
  const [demo] = useState(createLiveDemo);
  return (
    <>
      <p style={{ padding: "8px 24px", font: "13px/20px sans-serif" }}>
        <button type="button" onClick={() => void demo.sell()}>
          A customer buys
        </button>
      </p>
      <DemoDashboard environment={{ fetch: demo.fetch }} onEvent={onEvent} />
    </>
  );
}

export default {
  title: "Panels/Live updates",
  component: Live,
  args: { onEvent: fn() },
  argTypes: hidden("onEvent"),
} satisfies Meta<LiveProps>;

/** Figures change in place, the new row carries a dot, one summary is announced, the host hears of it by id. */
export const ASaleComesIn: StoryObj<LiveProps> = {
  play: async (context) => {
    await settled(context);
    const canvas = within(context.canvasElement);
    await userEvent.click(canvas.getByRole("tab", { name: "Earnings" }));
    const table = within(await canvas.findByRole("table", { name: "Commissions" }));
    await expect(table.queryByText("New")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "A customer buys" }));
    await waitFor(() => expect(table.getAllByText("New")).toHaveLength(1));
    await expect(await canvas.findByText("New: 2 Clicks, 1 Sales")).toHaveAttribute("role", "status");
    await waitFor(() => expect(context.args.onEvent).toHaveBeenCalledWith({ type: "earning.added", id: "cm_live_0" }));
  },
};
