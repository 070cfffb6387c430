import { createContext, useContext } from "react";
import { themeOptionRows, type ReferralsTheme, type ReferralsThemeOptions } from "../../src/contract/theme.ts";

/** How a story looks. */
export interface Look {
  theme: ReferralsTheme;
  themeOptions: ReferralsThemeOptions;
  locale: string;
}

/** What the Controls panel offers on every story; what is left open there is the toolbar's. */
export type LookArgs = Partial<Pick<Look, "theme" | "locale">> & ReferralsThemeOptions;

/** The toolbar's languages. */
export const locales = ["en", "de", "fr", "es", "pt-BR", "it", "nl", "pl", "ja", "ko", "zh-CN", "ar", "he"] as const;

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

/** Carries the look that was chosen to the dashboards of a story. */
export const LookContext = createContext<Look>(plainLook);

/** The look that was chosen. */
export function useLook(): Look {
  return useContext(LookContext);
}

/** Stories show the bundled fonts, so that pictures agree on every machine. */
export const bundledFonts: ReferralsThemeOptions = {
  fontFamily: "Inter Variable, Noto Sans Arabic Variable, Noto Sans Hebrew Variable, sans-serif",
};

const optionNames = Object.keys(themeOptionRows) as (keyof ReferralsThemeOptions)[];

/** The look that the toolbar's values stand for, with a story's own arguments in their place. */
export function lookOf(globals: Record<string, string | undefined>, args: LookArgs = {}): Look {
  const own = Object.fromEntries(
    optionNames.flatMap((name) => (args[name] === undefined || args[name] === "" ? [] : [[name, args[name]]])),
  );
  return {
    theme: args.theme ?? (globals.theme as ReferralsTheme | undefined) ?? "light",
    locale: args.locale ?? globals.locale ?? "en",
    themeOptions: {
      ...bundledFonts,
      ...(globals.density === "compact" ? { density: "compact" } : {}),
      ...brands[globals.brand ?? "none"],
      ...own,
    },
  };
}
