import type { ReferralsSection, ReferralsTheme, ReferralsThemeOptions } from "../../src/contract/index.ts";
import { parseColour, toHex, toRgb } from "../../src/rules/colour.ts";

/** What the playground's address holds; empty values are the scheme's own. */
export interface PlaygroundSettings {
  theme: ReferralsTheme;
  backgroundColor: string;
  /** Background in dark; empty: the one above in both. */
  darkBackground: string;
  accentColor: string;
  font: keyof typeof fonts;
  /** Name of a family, in place of `font`. */
  ownFont: string;
  fontSize: number;
  borderRadius: number;
  density: "comfortable" | "compact";
  chart1: string;
  chart2: string;
  chart3: string;
  chart4: string;
  /** What the previews show. */
  panel: ReferralsSection | "analytics";
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
  backgroundColor: "",
  darkBackground: "",
  accentColor: "",
  font: "host",
  ownFont: "",
  fontSize: 14,
  borderRadius: 8,
  density: "comfortable",
  chart1: "",
  chart2: "",
  chart3: "",
  chart4: "",
  panel: "overview",
  vision: "usual",
};

/** The theme options the settings stand for; what is left as it opens is left out. */
export function optionsOf(settings: PlaygroundSettings): ReferralsThemeOptions {
  const { backgroundColor, darkBackground, accentColor, fontSize, borderRadius, density } = settings;
  const charts = [settings.chart1, settings.chart2, settings.chart3, settings.chart4];
  const last = charts.findLastIndex(Boolean);
  const fontFamily = settings.ownFont ? `${settings.ownFont}, sans-serif` : fonts[settings.font];
  return {
    ...backgroundOf(backgroundColor, darkBackground),
    ...(accentColor && { accentColor }),
    ...(fontFamily && { fontFamily }),
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

/** Settings to change because Storybook would leave them out of the address: colours that are neither `#rrggbb` nor a word. */
export function addressable(settings: PlaygroundSettings): Partial<PlaygroundSettings> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      const colour = typeof value === "string" && value.includes("(") ? parseColour(value) : undefined;
      return colour ? [[name, toHex(toRgb(colour))]] : [];
    }),
  );
}
