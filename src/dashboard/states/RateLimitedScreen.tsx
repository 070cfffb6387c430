import type { ReactElement } from "react";
import { useShell } from "../dashboard-context.ts";
import { reload } from "../restart.ts";
import { StateCard } from "../ui/StateCard.tsx";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";
import { useCountdown } from "../ui/useCountdown.ts";

/** Counts down and reads again. The seconds are shown, not announced: only start and end are (WCAG 4.1.3). */
export function RateLimitedScreen({ seconds }: { seconds: number }): ReactElement {
  const { session, format } = useShell();
  const left = useCountdown(seconds, () => void reload(session));
  const { t } = format;
  return (
    <StateCard icon="clock" title={t("state.rateLimited")}>
      <p aria-hidden="true">{t("state.retryIn", { count: left })}</p>
      <VisuallyHidden>{t("state.retryIn", { count: Math.ceil(seconds) })}</VisuallyHidden>
    </StateCard>
  );
}
