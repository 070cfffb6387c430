import type { ReferralsThemeOptions } from "../src/contract/theme.ts";

/** A value of each option that is none of its defaults; the compiler asks for that of a new one. */
export const otherThemeOptions: Required<ReferralsThemeOptions> = {
  backgroundColor: "#fdf6e3",
  accentColor: "#b91c1c",
  fontFamily: "Georgia",
  fontSize: 17,
  borderRadius: 2,
  density: "compact",
  chartColors: ["#b91c1c", "#166534", "#1d4ed8", "#a16207"],
};
