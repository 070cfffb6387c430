import { useMemo, useRef, type ReactElement } from "react";
import type { ReferralsEmbedError } from "../contract/embed.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../contract/theme.ts";
import type { Catalogue } from "../locales/load-locale.ts";
import { ThemeRoot } from "./theme/ThemeRoot.tsx";
import { Button } from "./ui/Button.tsx";
import { StateCard } from "./ui/StateCard.tsx";
import { MessagesContext, type Messages } from "./ui/messages-context.ts";
import { useLocale } from "./useLocale.ts";

/** Props of {@link ReferralsEmbedErrorPanel}. */
export interface ReferralsEmbedErrorPanelProps {
  error: ReferralsEmbedError;
  onRetry?: () => void;
  theme?: ReferralsTheme;
  themeOptions?: ReferralsThemeOptions;
  locale?: string;
  messages?: Catalogue;
}

const BLOCKED = ["frame_blocked", "origin_not_allowed", "forbidden"];

/** For what the dashboard cannot draw itself: its code did not load, or a host draws its own embed. */
export function ReferralsEmbedErrorPanel(props: ReferralsEmbedErrorPanelProps): ReactElement {
  const { error, onRetry, theme, themeOptions, locale, messages } = props;
  const root = useRef<HTMLDivElement>(null);
  const format = useLocale(root, locale, messages, "UTC");
  const words = useMemo<Messages | null>(
    () => format && { locale: format.locale, t: format.t as Messages["t"] },
    [format],
  );
  const kind = BLOCKED.includes(error.code) ? "blocked" : "error";
  return (
    <ThemeRoot ref={root} theme={theme} themeOptions={themeOptions} lang={format?.locale} dir={format?.dir}>
      {format && words && (
        <MessagesContext.Provider value={words}>
          <StateCard
            role="alert"
            icon={kind === "blocked" ? "ban" : "alert"}
            title={format.t(`state.${kind}`)}
            text={[format.t(`state.${kind}Text`)]}
            actions={onRetry && <Button onClick={onRetry}>{format.t("ui.tryAgain")}</Button>}
          />
        </MessagesContext.Provider>
      )}
    </ThemeRoot>
  );
}
