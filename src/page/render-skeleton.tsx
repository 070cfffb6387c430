import { renderToStaticMarkup } from "react-dom/server";
import type { ReferralsData } from "../contract/embed.ts";
import { DashboardSkeleton } from "../dashboard/DashboardSkeleton.tsx";
import { ThemeRoot } from "../dashboard/theme/ThemeRoot.tsx";

/** The skeleton as HTML for the page; run by the build, never in a browser. */
export function renderSkeleton(data: ReferralsData): string {
  return renderToStaticMarkup(
    <div data-skeleton={data}>
      <ThemeRoot>
        <DashboardSkeleton data={data} />
      </ThemeRoot>
    </div>,
  );
}
