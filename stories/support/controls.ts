import type { ArgTypes } from "@storybook/react-vite";
import { stateNames } from "../../src/contract/embed.ts";
import { analyticsSections, referralsSections } from "../../src/contract/sections.ts";
import { themeOptionRows, themes } from "../../src/contract/theme.ts";
import { demoVariants, type DemoVariant } from "../../src/demo/index.ts";
import { locales } from "./look.ts";

const [fontSize, borderRadius] = [themeOptionRows.fontSize.range!, themeOptionRows.borderRadius.range!];
type Table = NonNullable<ArgTypes[string]["table"]>;

// Each row has a table of its own: Storybook loses what two rows share on its way to the panel.
const look = (more?: Table): Table => ({ category: "Look", ...more });
const scene = (more?: Table): Table => ({ category: "Scene", ...more });
const props = (more?: Table): Table => ({ category: "Props", ...more });

/** Props that no control can set, or that the story itself needs. */
export const hidden = (...names: string[]): ArgTypes =>
  Object.fromEntries(names.map((name) => [name, { control: false, table: { disable: true } }]));

/** Controls of every story. What is left open is the toolbar's, then the dashboard's default. */
export const lookControls: ArgTypes = {
  theme: { control: "inline-radio", options: themes, description: "Colour scheme", table: look() },
  backgroundColor: { control: "color", description: "All other colours follow it", table: look() },
  accentColor: { control: "color", description: "Colour of the primary button", table: look() },
  chartColors: { control: "object", description: "Up to four: clicks, leads, sales, earnings", table: look() },
  density: { control: "inline-radio", options: themeOptionRows.density.values!, table: look() },
  borderRadius: {
    control: { type: "range", min: borderRadius[0], max: borderRadius[1] },
    description: "px",
    table: look(),
  },
  fontSize: { control: { type: "range", min: fontSize[0], max: fontSize[1] }, description: "px", table: look() },
  fontFamily: { control: "text", description: "CSS font family", table: look() },
  locale: { control: "select", options: locales, description: "Language", table: look() },
};

/** Data of the demo in words. */
const variants: Partial<Record<DemoVariant, string>> = {
  "": "ninety days of a program",
  empty: "nothing yet",
  "10k": "ten thousand rows",
  long: "long texts and amounts",
  jpy: "a currency without decimals",
  error: "every panel fails",
  slow: "answers take two seconds",
  offline: "the network goes after the first data",
};

/** Controls of a whole dashboard, besides its look. */
export const dashboardControls: ArgTypes = {
  state: {
    control: "select",
    options: stateNames,
    description: "State of the embed",
    table: scene({ type: { summary: "ReferralsStateName" } }),
  },
  variant: {
    control: { type: "select", labels: variants },
    options: Object.keys(variants),
    description: "Data of the demo",
    table: scene({ type: { summary: "DemoVariant" }, defaultValue: { summary: '""' } }),
  },
  data: {
    control: "inline-radio",
    options: ["referrals", "analytics", "card"],
    description: "Which dashboard",
    table: props({ defaultValue: { summary: '"referrals"' } }),
  },
  sections: {
    control: "inline-check",
    options: [...new Set([...referralsSections, ...analyticsSections])],
    description: "Which sections, in which order",
    table: props({ type: { summary: "ReferralsSection[]" }, defaultValue: { summary: "all the program offers" } }),
  },
  title: { control: "text", description: "Label for assistive technology", table: props() },
  headingLevel: {
    control: "inline-radio",
    options: [2, 3, 4],
    description: "Level the headings begin at",
    table: props({ defaultValue: { summary: "2" } }),
  },
  ...hidden("override", "token", "messages", "handleRef", "environment", "onEvent", "onError"),
};

/** For what reads its own demo token: `<ReferralsEmbed>` and the smaller pieces. */
export const tokenControl: ArgTypes[string] = {
  control: "select",
  options: Object.keys(demoVariants).map((variant) => (variant ? `demo:${variant}` : "demo")),
  description: "A token of the demo: another state, other data",
  table: scene(),
};
