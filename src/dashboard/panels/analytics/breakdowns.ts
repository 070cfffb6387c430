import type { EmbedAnalyticsQuery } from "../../../contract/records.ts";
import type { AnalyticsRow } from "../../../contract/analytics.ts";
import type { ReferralsSection } from "../../../contract/embed.ts";
import type { Format } from "../../format/create-format.ts";
import type { Metric } from "../../format/metrics.ts";

/** A grouping of the partner's traffic, as a card. */
export interface Breakdown {
  section: Extract<ReferralsSection, "countries" | "devices" | "browsers" | "referers" | "links">;
  groupBy: "countries" | "devices" | "browsers" | "referers" | "top_links";
  /** The row's value as named by the service; also its key. */
  value: (row: AnalyticsRow) => string;
  /** The same in the reader's words. */
  label: (format: Format, value: string) => string;
}

type Row = Partial<Record<"country" | "device" | "browser" | "referer" | "shortLink", string>>;
const cell =
  (name: keyof Row) =>
  (row: AnalyticsRow): string =>
    (row as Row)[name] ?? "Unknown";
const plain = ({ t }: Format, value: string): string => (value === "Unknown" ? t("value.unknown") : value);

/** An unknown kind of a newer service is shown by its own name. */
function deviceName(format: Format, value: string): string {
  const known = (["desktop", "mobile", "tablet"] as const).find((name) => name === value.toLowerCase());
  return known ? format.t(`device.${known}`) : plain(format, value);
}

/** In the order of the sections. */
export const breakdowns: readonly Breakdown[] = [
  {
    section: "countries",
    groupBy: "countries",
    value: cell("country"),
    label: (format, value) => (value === "Unknown" ? plain(format, value) : format.region(value)),
  },
  { section: "devices", groupBy: "devices", value: cell("device"), label: deviceName },
  { section: "browsers", groupBy: "browsers", value: cell("browser"), label: plain },
  {
    section: "referers",
    groupBy: "referers",
    value: cell("referer"),
    label: (format, value) => (value === "(direct)" ? format.t("analytics.direct") : plain(format, value)),
  },
  {
    section: "links",
    groupBy: "top_links",
    value: cell("shortLink"),
    label: ({ address }, value) => address(value),
  },
];

/** What the service counts for a metric. */
export function eventOf(metric: Metric): NonNullable<EmbedAnalyticsQuery["event"]> {
  return metric === "saleAmount" ? "sales" : metric;
}
