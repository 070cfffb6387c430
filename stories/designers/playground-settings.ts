import type { ReferralsTheme, ReferralsThemeOptions } from "../../src/contract/theme.ts";

/** What the playground's address holds; empty values are the scheme's own. */
export interface PlaygroundSettings {
  theme: ReferralsTheme;
  background: string;
  /** Background in dark; empty: the one above in both. */
  darkBackground: string;
  accent: string;
  font: keyof typeof fonts;
  fontSize: number;
  borderRadius: number;
  density: "comfortable" | "compact";
  chart1: string;
  chart2: string;
  chart3: string;
  chart4: string;
  vision: keyof typeof visions;
}

/** Families by a name that fits an address. */
export const fonts = {
  host: "",
  inter: "Inter Variable, Inter, sans-serif",
  serif: "Georgia, serif",
  mono: "ui-monospace, monospace",
} as const;

/** Ways of seeing: a colour matrix each, as published for dichromats; forced colours replace the tokens instead. */
export const visions = {
  usual: "",
  protan: "0.152 1.053 -0.205 0 0  0.115 0.786 0.099 0 0  -0.004 -0.048 1.052 0 0  0 0 0 1 0",
  deutan: "0.367 0.861 -0.228 0 0  0.280 0.673 0.047 0 0  -0.012 0.043 0.969 0 0  0 0 0 1 0",
  tritan: "1.256 -0.077 -0.179 0 0  -0.078 0.931 0.148 0 0  0.005 0.691 0.304 0 0  0 0 0 1 0",
  forced: "",
} as const;

/** The playground as it opens. */
export const firstSettings: PlaygroundSettings = {
  theme: "light",
  background: "",
  darkBackground: "",
  accent: "",
  font: "host",
  fontSize: 14,
  borderRadius: 8,
  density: "comfortable",
  chart1: "",
  chart2: "",
  chart3: "",
  chart4: "",
  vision: "usual",
};

/** The theme options the settings stand for; what is left as it opens is left out. */
export function optionsOf(settings: PlaygroundSettings): ReferralsThemeOptions {
  const { background, darkBackground, accent, font, fontSize, borderRadius, density } = settings;
  const charts = [settings.chart1, settings.chart2, settings.chart3, settings.chart4];
  const last = charts.findLastIndex((colour) => colour !== "");
  return {
    ...backgroundOf(background, darkBackground),
    ...(accent && { accentColor: accent }),
    ...(fonts[font] && { fontFamily: fonts[font] }),
    ...(fontSize !== firstSettings.fontSize && { fontSize }),
    ...(borderRadius !== firstSettings.borderRadius && { borderRadius }),
    ...(density !== firstSettings.density && { density }),
    ...(last >= 0 && { chartColors: charts.slice(0, last + 1) }),
  };
}

function backgroundOf(light: string, dark: string): ReferralsThemeOptions {
  if (dark && dark !== light) return { backgroundColor: { light, dark } };
  return light ? { backgroundColor: light } : {};
}
