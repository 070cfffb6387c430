import type { ReferralsData, ReferralsMessage } from "../contract/embed.ts";
import { themeOptionRows, themes, type ReferralsThemeOptions, type ThemeOptionRow } from "../contract/theme.ts";
import type { SectionChoice } from "./resolve-sections.ts";
import type { ReferralsDashboardProps } from "./props.ts";

/** The options that any way into the dashboard may set. */
export type DashboardConfig = Pick<
  ReferralsDashboardProps,
  "theme" | "themeOptions" | "locale" | "messages" | "sections"
> & { data?: ReferralsData };

const isText = (value: unknown): value is string => typeof value === "string";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

const readers: { [Key in keyof DashboardConfig]-?: (value: unknown) => DashboardConfig[Key] } = {
  data: (value) => (value === "referrals" || value === "analytics" || value === "card" ? value : undefined),
  theme: (value) => themes.find((theme) => theme === value),
  themeOptions: (value) => (isRecord(value) ? readThemeOptions(value) : undefined),
  locale: (value) => (isText(value) && /^[\w-]{2,35}$/.test(value) ? value : undefined),
  messages: (value) => (isRecord(value) ? readMessages(value) : undefined),
  sections: (value) =>
    isTextList(value) || (isRecord(value) && isTextList(value.hide)) ? (value as SectionChoice) : undefined,
};

/**
 * Keeps values of the right type; null and other types count as "not set". TypeScript does not check JavaScript hosts or messages: a
 * `backgroundColor: null` in the derivation would leave a blank embed.
 */
export function cleanConfig(config: object): DashboardConfig {
  const known = Object.entries(config).filter(([key]) => Object.hasOwn(readers, key));
  return Object.fromEntries(known.map(([key, value]) => [key, readers[key as keyof DashboardConfig](value)]));
}

/** {@link cleanConfig} for all the props of a dashboard. */
export function cleanProps(props: ReferralsDashboardProps): ReferralsDashboardProps {
  const { apiUrl, title, headingLevel } = props;
  return {
    ...props,
    ...cleanConfig(props),
    data: readers.data(props.data) ?? "referrals",
    apiUrl: isText(apiUrl) ? apiUrl : "/api",
    title: isText(title) ? title : undefined,
    headingLevel: headingLevel === 3 || headingLevel === 4 ? headingLevel : 2,
  };
}

function readThemeOptions(options: Record<string, unknown>): ReferralsThemeOptions {
  const known = Object.entries(options).filter(([key]) => Object.hasOwn(themeOptionRows, key));
  const read = known.map(([key, value]) => {
    const { kind } = themeOptionRows[key as keyof ReferralsThemeOptions];
    return [key, readThemeOption(kind, value)];
  });
  return Object.fromEntries(read);
}

function readThemeOption(kind: ThemeOptionRow["kind"], value: unknown): unknown {
  if (kind === "number") return typeof value === "number" ? value : undefined;
  // By position, one per series: a wrong one is replaced by the default.
  if (kind === "colours")
    return Array.isArray(value) ? value.map((colour) => (isText(colour) ? colour : "")) : undefined;
  if (kind === "background" && isRecord(value)) return onlyTexts(value);
  return isText(value) ? value : undefined;
}

function readMessages(messages: Record<string, unknown>): Record<string, ReferralsMessage> {
  const read = Object.entries(messages).map(([key, message]) => {
    if (!isRecord(message)) return [key, isText(message) ? message : undefined];
    const forms = onlyTexts(message);
    return [key, "other" in forms ? forms : undefined];
  });
  return Object.fromEntries(read);
}

const onlyTexts = (record: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, string] => isText(entry[1])));
