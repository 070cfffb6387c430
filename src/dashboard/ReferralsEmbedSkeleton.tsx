import type { ReactElement } from "react";
import type { ReferralsData } from "../contract/embed.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../contract/theme.ts";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { ThemeRoot } from "./theme/ThemeRoot.tsx";

/** Props of {@link ReferralsEmbedSkeleton}. */
export interface ReferralsEmbedSkeletonProps {
  data: ReferralsData;
  theme?: ReferralsTheme;
  themeOptions?: ReferralsThemeOptions;
}

/** The dashboard before its code and data are there, at the size it will have. Safe on a server. */
export function ReferralsEmbedSkeleton({ data, ...theme }: ReferralsEmbedSkeletonProps): ReactElement {
  return (
    <ThemeRoot {...theme} aria-busy="true">
      <DashboardSkeleton data={data} />
    </ThemeRoot>
  );
}
