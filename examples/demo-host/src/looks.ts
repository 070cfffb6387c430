import type { ReferralsTheme, ReferralsThemeOptions } from "referrals-embed";

/** Scheme of the app. */
export type Scheme = "light" | "dark";

/** The page behind the dashboard, which takes it over: then nothing shows where one ends and the other begins. */
const pages = { light: "#fbfbfc", dark: "#101216" } as const satisfies Record<Scheme, string>;

/** Colours a brand might have; white text is readable on each. */
export const brands = {
  Blue: "#2867e4",
  Violet: "#7c3aed",
  Teal: "#0f766e",
  Red: "#b93a26",
} as const;

/** Name of a colour. */
export type Brand = keyof typeof brands;

/** What an integrator passes so that the dashboard looks like the app around it. */
export function embedLook(
  scheme: Scheme,
  brand: Brand,
): { theme: ReferralsTheme; themeOptions: ReferralsThemeOptions } {
  return {
    theme: scheme,
    themeOptions: { backgroundColor: pages[scheme], accentColor: brands[brand], borderRadius: 10 },
  };
}

/** Gives the app itself its look. */
export function paintApp(scheme: Scheme, brand: Brand): void {
  const { dataset, style } = document.documentElement;
  dataset["theme"] = scheme;
  style.setProperty("--page", pages[scheme]);
  style.setProperty("--brand", brands[brand]);
}
