import type { ReferralsData } from "../contract/embed.ts";
import type { ReferralsTheme } from "../contract/theme.ts";

/** EMB-P12: the `color-scheme` of the frame element; the page inside sets the same, or the frame would turn opaque. */
export const colorScheme = (theme: ReferralsTheme | undefined): string =>
  theme === "system" ? "light dark" : theme === "dark" ? "dark" : "light";

/** What assistive technology calls the frame, unless the host says. */
export const frameTitle = (data: ReferralsData | undefined): string =>
  data === "analytics" ? "Referral analytics" : "Referrals";

/** Skeleton height in px for a dashboard in a container of `width` px (design §2); server markup uses the wide one. */
export function skeletonHeight(data: ReferralsData | undefined, width: number = Infinity): number {
  const size = width < 480 ? 2 : width < 960 ? 1 : 0;
  return (data === "analytics" ? [1024, 1264, 1760] : [712, 952, 1240])[size] as number;
}
