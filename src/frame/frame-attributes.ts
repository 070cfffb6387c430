import type { ReferralsData } from "../contract/embed.ts";
import type { ReferralsTheme } from "../contract/theme.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

/** EMB-P12: the `color-scheme` of the frame element; the page inside sets the same, or the frame would turn opaque. */
export const colorScheme = (theme: ReferralsTheme | undefined): string =>
  theme === "system" ? "light dark" : theme === "dark" ? theme : "light";

/** Skeleton height in px for a dashboard in a container of `width` px (design §2); server markup uses the wide one. */
export const skeletonHeight = (data: ReferralsData | undefined, width: number = 960): number =>
  (data === "card" ? [370, 290, 296] : data === "analytics" ? [1760, 1264, 1002] : [1276, 1054, 724])[
    width < 480 ? 0 : width < 960 ? 1 : 2
  ] as number;

/** Height in px to keep free before there is content: the host's, where it is one, else the skeleton's. */
export const reservedHeight = ({ data, minHeight }: Partial<ReferralsEmbedOptions>, width?: number): number =>
  Number.isFinite(minHeight) ? (minHeight as number) : skeletonHeight(data, width);

/** States that show a dashboard, or may yet; a notice in its place needs no reserve (EMB-P11). */
export const DASHBOARD_STATES: readonly string[] = ["loading", "ready", "offline", "deactivated"];

/** Asked for where nothing can be shared, it is logged on every page; on a server nobody knows the browser. */
const canShare = (): boolean => typeof document === "undefined" || "share" in navigator;

/** What every embed frame carries, by the names React uses; HTML reads them in any case. `undefined`: not at all (EMB-I6). */
export const frameAttributes = (
  src: string,
  height: number,
  { data, title, loading, appUrl }: Partial<ReferralsEmbedOptions>,
): Record<string, string | number | undefined> => ({
  src,
  title: title ?? (data === "analytics" ? "Referral analytics" : "Referrals"),
  width: "100%",
  height,
  loading,
  allow: `clipboard-write${canShare() ? "; web-share" : ""}`,
  referrerPolicy: "strict-origin",
  sandbox:
    appUrl && "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads",
  frameBorder: 0,
});
