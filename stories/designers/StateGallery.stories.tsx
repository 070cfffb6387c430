import type { ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { DemoDashboard, type DemoDashboardProps } from "../support/DemoDashboard.tsx";
import { settled } from "../support/settled.ts";

const states: Readonly<Record<string, DemoDashboardProps>> = {
  expired: { override: { failure: { calls: "all", with: "unauthorized" } } },
  pending: { variant: "pending" },
  invited: { variant: "invited" },
  rejected: { variant: "rejected" },
  declined: { variant: "declined" },
  banned: { variant: "banned" },
  "no answer": { override: { failure: { calls: "all", with: "network" } } },
  "rate limited": { variant: "rate_limited" },
  blocked: { variant: "blocked" },
  error: { override: { failure: { calls: "all", with: "internal_server_error" } } },
};

function StateGallery(): ReactElement {
  return (
    <main
      style={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(380px, 1fr))", gap: 16, padding: 16 }}
    >
      {Object.entries(states).map(([name, props]) => (
        <figure key={name} style={{ margin: 0, font: "13px/20px sans-serif" }}>
          <DemoDashboard title={name} {...props} />
          <figcaption style={{ color: "#6c6c6c", padding: "4px 16px" }}>{name}</figcaption>
        </figure>
      ))}
    </main>
  );
}

export default {
  title: "For designers/State gallery",
  component: StateGallery,
  play: settled,
} satisfies Meta<typeof StateGallery>;

export const All: StoryObj = {};
