import { referralsSections } from "../../src/contract/sections.ts";
import { panelTolerance, partTolerance, type Tolerance } from "./compare.ts";

/** One stored picture: a story, the width of the window, and what the toolbar is set to. */
export interface Picture {
  /** File name without ending. */
  name: string;
  story: string;
  widthPx: number;
  globals: Readonly<Record<string, string>>;
  tolerance: Tolerance;
  /** As high as what is shown; otherwise at least as high as a window. */
  cropped?: boolean;
}

const panels = [...referralsSections, "analytics"];
const states = [
  "loading",
  "expired",
  "pending",
  "invited",
  "rejected",
  "declined",
  "deactivated",
  "banned",
  "offline",
  // A state of its own to look at: old figures, without their colour, below the notice.
  "offline-after-load",
  "rate-limited",
  "blocked",
  "failed",
];
const brands = [
  "cream",
  "midnight",
  "slate",
  "red",
  "grey",
  "black",
  "white-and-yellow",
  "violet",
  "transparent",
  "square-corners",
  "round-corners",
  "compact",
  "large-type",
  "own-chart-colours",
];
const arabicPanels = ["arabic", ...panels.filter((panel) => panel !== "overview").map((panel) => `arabic-${panel}`)];
/** What a partner sees at certain moments only. */
const moments = {
  "first-steps": "panels-overview--first-steps",
  milestones: "panels-overview--milestones",
  rewards: "panels-overview--several-rewards",
  share: "panels-interactions--share-the-link",
  why: "panels-interactions--why-after-a-refund",
  "link-card": "embed-pieces--card",
  applying: "embed-states--applying",
  "bring-in-partners": "panels-refer--invitation-alone",
};
/** The screens of the owner's console. */
const consoleScreens = [
  "today",
  "partners",
  "partner",
  "money-held",
  "money-run",
  "money-payouts",
  "leads",
  "program-settings",
  "program-joining",
  "program-rewards",
  "program-mails",
  "program-connections",
  "program-history",
  "people",
];
const parts = [
  "buttons",
  "badges",
  "strips",
  "skeletons",
  "tab-bar",
  "segments",
  "sorted-table",
  "stacked-table",
  "open-dialog",
  "open-dialog-narrow",
  "open-menu",
  "focused-tooltip",
  "shown-toast",
  "one-line",
  "four-lines",
  "line-with-gaps",
  "line-by-keyboard",
  "bars",
  "qr",
];
const fields = ["default", "optional", "wrong", "locked", "long"];

const inBothThemes = (picture: Omit<Picture, "globals" | "name">, name: string): Picture[] =>
  ["light", "dark"].map((theme) => ({ ...picture, name: `${name}-${theme}`, globals: { theme } }));

/**
 * The set of DES-V2: panels by width and theme, states by theme, moments on a phone and in dark, the console's screens on a phone and wide,
 * brands and Arabic, parts by theme. More pictures need a reason.
 */
export const pictureSet: readonly Picture[] = [
  // Shown in the README.
  ...inBothThemes({ story: "layout--showcase", widthPx: 1100, tolerance: panelTolerance, cropped: true }, "readme"),
  ...panels.flatMap((panel) =>
    [360, 700, 1100].flatMap((widthPx) =>
      inBothThemes(
        { story: `panels-${panel}--default`, widthPx, tolerance: panelTolerance },
        `panel-${panel}-${widthPx}`,
      ),
    ),
  ),
  ...states.flatMap((state) =>
    inBothThemes({ story: `embed-states--${state}`, widthPx: 700, tolerance: panelTolerance }, `state-${state}`),
  ),
  ...Object.entries(moments).flatMap(([name, story]) => [
    { name: `${name}-360`, story, widthPx: 360, globals: { theme: "light" }, tolerance: panelTolerance },
    { name: `${name}-1100-dark`, story, widthPx: 1100, globals: { theme: "dark" }, tolerance: panelTolerance },
  ]),
  ...consoleScreens.flatMap((screen) => {
    const shared = { story: `console-${screen}--full`, tolerance: panelTolerance };
    return [
      { ...shared, name: `console-${screen}-360`, widthPx: 360, globals: { theme: "light" } },
      { ...shared, name: `console-${screen}-1100-dark`, widthPx: 1100, globals: { theme: "dark" } },
    ];
  }),
  ...brands.map((brand) => ({
    name: `brand-${brand}`,
    story: `theme-brands--${brand}`,
    widthPx: 1100,
    globals: {},
    tolerance: panelTolerance,
  })),
  ...arabicPanels.map((story) => ({
    name: story,
    story: `languages--${story}`,
    widthPx: 1100,
    globals: {},
    tolerance: panelTolerance,
  })),
  ...parts.flatMap((part) =>
    inBothThemes({ story: `parts--${part}`, widthPx: 700, tolerance: partTolerance }, `part-${part}`),
  ),
  ...fields.flatMap((field) =>
    inBothThemes({ story: `parts-field--${field}`, widthPx: 700, tolerance: partTolerance }, `field-${field}`),
  ),
];
