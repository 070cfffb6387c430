import { useEffect, useState, type ReactElement } from "react";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";
import { ThemeRoot } from "../dashboard/theme/ThemeRoot.tsx";
import type { FrameConfig } from "../frame/protocol.ts";
import type { NoticeWords } from "./notice-words.ts";

/** Why no dashboard is shown. */
export type PageProblem = keyof NoticeWords;

const english: NoticeWords = {
  "no-token": ["That did not work", "This page was opened without a token. Open it from the app it belongs to."],
  "no-host": ["This page belongs inside an app", "Open it there to see your referrals."],
};

/** The page without token or host: one card, in the theme and language asked for. */
export function PageNotice({ problem, config }: { problem: PageProblem; config: FrameConfig }): ReactElement {
  const { tag, pack, dir } = resolveLocale(localeCandidates(config.locale, null));
  const [words, setWords] = useState<NoticeWords>();
  useEffect(() => {
    if (pack !== "en")
      import("./notice-words.ts").then(
        ({ noticeWords }) => setWords(noticeWords[pack]),
        () => {},
      );
  }, [pack]);
  const [title, text] = (words ?? english)[problem];
  return (
    <ThemeRoot
      theme={config.theme}
      themeOptions={config.themeOptions}
      role="main"
      lang={words ? tag : "en"}
      dir={words ? dir : "ltr"}
    >
      <div className="rf-state" data-problem={problem}>
        <div className="rf-state-card">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
      </div>
    </ThemeRoot>
  );
}
