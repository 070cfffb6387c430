import type { Meta } from "@storybook/react-vite";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import type { LookArgs } from "../support/look.ts";
import { dark, shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Theme/Brands", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const brand = (name: string): DashboardStory => shown({}, { brand: name });
const options = (look: LookArgs): DashboardStory => shown(look);

export const Cream: DashboardStory = brand("cream");
export const Midnight: DashboardStory = brand("midnight");
export const Slate: DashboardStory = brand("slate");
export const Red: DashboardStory = brand("red");
export const Grey: DashboardStory = brand("grey");
export const Black: DashboardStory = brand("black");
export const WhiteAndYellow: DashboardStory = brand("white and yellow");
export const Violet: DashboardStory = brand("violet");
export const Transparent: DashboardStory = brand("transparent");
export const TransparentDark: DashboardStory = dark(Transparent);
export const SquareCorners: DashboardStory = options({ borderRadius: 0 });
export const RoundCorners: DashboardStory = options({ borderRadius: 24 });
export const Compact: DashboardStory = options({ density: "compact" });
export const LargeType: DashboardStory = options({ fontSize: 18 });
export const OwnChartColours: DashboardStory = options({ chartColors: ["#0f766e", "#b45309", "#7c3aed", "#be123c"] });
