import type { ReactElement } from "react";
import type { FrameConfig } from "../frame/protocol.ts";
import { ThemeRoot } from "../dashboard/theme/ThemeRoot.tsx";

/** Why there is no dashboard to show. */
export type PageProblem = "no-token" | "no-host";

/** For whoever set the page up, so in English: partners meet it only where a host forgot something. */
const words: Record<PageProblem, [title: string, text: string]> = {
  "no-token": ["That did not work", "This page was opened without a token. Open it from the app it belongs to."],
  "no-host": ["This page belongs inside an app", "Open it there to see your referrals."],
};

/** The page without token or host (EMB-I5): one card, in the theme asked for. */
export function PageNotice({ problem, config }: { problem: PageProblem; config: FrameConfig }): ReactElement {
  const [title, text] = words[problem];
  return (
    <ThemeRoot theme={config.theme} themeOptions={config.themeOptions} lang="en">
      <div className="rf-state" data-problem={problem}>
        <div className="rf-state-card">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
    </ThemeRoot>
  );
}
