import type { ReferralsTheme, ReferralsThemeOptions } from "referrals-embed";
import type { ReactElement } from "react";

interface Look {
  label: string;
  theme: ReferralsTheme;
  themeOptions: ReferralsThemeOptions;
  /** Scheme of the app around the embeds. */
  surround: "light" | "dark" | "system" | "brand";
}

/** What the switch offers. */
export const looks = {
  light: { label: "Light", theme: "light", themeOptions: {}, surround: "light" },
  dark: { label: "Dark", theme: "dark", themeOptions: {}, surround: "dark" },
  system: { label: "System", theme: "system", themeOptions: {}, surround: "system" },
  brand: {
    label: "Brand",
    theme: "dark",
    themeOptions: { backgroundColor: "#111827", accentColor: "#7c3aed", borderRadius: 12 },
    surround: "brand",
  },
} as const satisfies Record<string, Look>;

/** Name of a look. */
export type LookName = keyof typeof looks;

/** Chooses the look of the app and of both dashboards. */
export function ThemeSwitch(props: { value: LookName; onChange: (value: LookName) => void }): ReactElement {
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">Theme</legend>
      {(Object.keys(looks) as LookName[]).map((name) => (
        <label key={name}>
          <input type="radio" name="look" checked={props.value === name} onChange={() => props.onChange(name)} />
          <span>{looks[name].label}</span>
        </label>
      ))}
    </fieldset>
  );
}
