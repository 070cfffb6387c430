import { createContext, useContext } from "react";
import type { ReferralsTheme, ReferralsThemeOptions } from "../../src/contract/theme.ts";

/** What the toolbar chose. */
export interface Look {
  theme: ReferralsTheme;
  themeOptions: ReferralsThemeOptions;
  locale: string;
}

/** Brands of the toolbar and of Theme/Brands. */
export const brands: Readonly<Record<string, ReferralsThemeOptions>> = {
  none: {},
  cream: { backgroundColor: "#faf7f2" },
  midnight: { backgroundColor: "#0b1020" },
  slate: { backgroundColor: "#1e293b" },
  red: { backgroundColor: "#ef4444" },
  grey: { backgroundColor: "#7c7c7c" },
  black: { backgroundColor: "#000000" },
  "white and yellow": { backgroundColor: "#ffffff", accentColor: "#ffff00" },
  violet: { backgroundColor: "#111827", accentColor: "#7c3aed" },
  transparent: { backgroundColor: "transparent" },
};

/** The look of a story without a toolbar. */
export const plainLook: Look = { theme: "light", themeOptions: {}, locale: "en" };

/** Carries the toolbar's choice to the dashboards of a story. */
export const LookContext = createContext<Look>(plainLook);

/** The toolbar's choice. */
export function useLook(): Look {
  return useContext(LookContext);
}

/** Stories show the bundled fonts, so that pictures agree on every machine. */
export const bundledFonts: ReferralsThemeOptions = {
  fontFamily: "Inter Variable, Noto Sans Arabic Variable, Noto Sans Hebrew Variable, sans-serif",
};

/** The look the toolbar's values stand for. */
export function lookOf(globals: Record<string, string | undefined>): Look {
  return {
    theme: (globals.theme as ReferralsTheme | undefined) ?? "light",
    locale: globals.locale ?? "en",
    themeOptions: {
      ...bundledFonts,
      ...(globals.density === "compact" ? { density: "compact" } : {}),
      ...brands[globals.brand ?? "none"],
    },
  };
}
