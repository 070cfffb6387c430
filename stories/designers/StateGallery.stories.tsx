import type { ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { stateNames } from "../../src/contract/embed.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { settled } from "../support/settled.ts";

function StateGallery(): ReactElement {
  return (
    <main
      style={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(380px, 1fr))", gap: 16, padding: 16 }}
    >
      {stateNames.map((name) => (
        <figure key={name} data-state={name} style={{ margin: 0, font: "13px/20px sans-serif" }}>
          <DemoDashboard title={name} state={name} />
          <figcaption style={{ color: "#6c6c6c", padding: "4px 16px" }}>{name}</figcaption>
        </figure>
      ))}
    </main>
  );
}

export default {
  title: "For designers/State gallery",
  component: StateGallery,
  // The one that loads never settles.
  play: async ({ canvasElement }) => {
    for (const figure of canvasElement.querySelectorAll<HTMLElement>("figure:not([data-state=loading])"))
      await settled({ canvasElement: figure });
  },
} satisfies Meta<typeof StateGallery>;

export const All: StoryObj = {};
