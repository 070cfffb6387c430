import { useRef, useState, type ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { DemoDashboard } from "../support/DemoDashboard.tsx";

/** A dashboard whose token is refused twice, above what the host hears. */
function TokenRenewal(): ReactElement {
  const [log, setLog] = useState<string[]>([]);
  const say = useRef((line: string) => setLog((lines) => [...lines, line])).current;
  return (
    <>
      <DemoDashboard
        sections={["overview"]}
        override={{ expiresAfterMs: 0 }}
        token={({ reason }) => {
          say(`token asked for: ${reason}`);
          return Promise.resolve({ publicToken: "story" });
        }}
        onError={(error) => say(`onError: ${error.code}`)}
        onTokenExpired={({ cause }) => say(`onTokenExpired: ${cause}`)}
        onEvent={(event) =>
          say(
            event.type === "state.changed"
              ? `state: ${event.previous} → ${event.state.name}`
              : `onEvent: ${event.type}`,
          )
        }
        onLoad={({ state }) => say(`onLoad: ${state.name}`)}
      />
      <ol aria-label="What the host hears" style={{ font: "13px/20px monospace", padding: "0 48px", color: "#595959" }}>
        {log.map((line, n) => (
          <li key={n}>{line}</li>
        ))}
      </ol>
    </>
  );
}

export default { title: "Embed/Token renewal", component: TokenRenewal } satisfies Meta<typeof TokenRenewal>;

export const RefusedTwice: StoryObj = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Continue" }));
    await expect(await canvas.findByRole("button", { name: /Copy link/ })).toBeVisible();
    await expect(await canvas.findByText(/onTokenExpired: refused/)).toBeVisible();
    await expect(await canvas.findByText(/expired → /)).toBeVisible();
  },
};
