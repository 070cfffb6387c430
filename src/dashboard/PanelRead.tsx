import { clsx } from "clsx";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import type { ReferralsMessageKey } from "../locales/message-key.ts";
import { useDashboard, useShell } from "./dashboard-context.ts";
import { errorCode, isPassing, retryAfterOf } from "./embed-error.ts";
import { Button } from "./ui/Button.tsx";
import { Strip } from "./ui/Strip.tsx";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";
import { useCountdown } from "./ui/useCountdown.ts";

/** Consecutive failures before the panel shows one; the second comes about a second after the first. */
const TOLD_AFTER = 2;

/** Props of {@link PanelRead}. */
export interface PanelReadProps<T> {
  read: UseQueryResult<T>;
  /** What to say when it failed. */
  failed: ReferralsMessageKey;
  /** In the size of the content that replaces it. */
  skeleton: ReactNode;
  /** Content to show instead of the skeleton, if part of it is known already. */
  known?: T;
  /** Keeps strips off the edges of a flush card. */
  inset?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * A read is shown in one of four ways: waiting, failed, waiting after a 429, loaded. A failed list never looks like an empty one.
 * Older data stay, without their colour, and say their age when the refresh failed, unless the offline banner does.
 */
export function PanelRead<T>({ read, failed, skeleton, known, inset, children }: PanelReadProps<T>): ReactElement {
  const { format, isOffline } = useDashboard();
  const { t, dateTime } = format;
  const data = read.data ?? known;
  const reason = read.failureReason;
  const waits = reason && read.fetchStatus !== "idle" && errorCode(reason) === "rate_limit_exceeded";
  // A shown failure stays until there is data: if the skeleton replaced it, its button would lose the focus.
  const isTold = read.failureCount >= TOLD_AFTER || read.errorUpdateCount > 0;
  const isRetrying = data === undefined && !read.isError && !waits && isTold;
  const hasFailed = (read.isError || isRetrying) && !(isOffline && data !== undefined);
  const retry = <Button onClick={() => void read.refetch()}>{t("ui.tryAgain")}</Button>;
  const updatedAt = new Date(read.dataUpdatedAt).toISOString();
  const isOld = read.isPlaceholderData || read.isRefetchError;
  const isUnsettled = read.isPlaceholderData || read.data === undefined;
  const stack = !inset && "rf-stack rf-stack-12";
  return (
    // Replaces the placeholder element: reused with other content, the box would move, since its height and margins change.
    <div key={String(data === undefined)} className={clsx(stack)}>
      {(waits || hasFailed) && (
        <div className={inset ? "rf-inset" : undefined}>
          {waits && <WaitingStrip key={read.failureCount} seconds={retryAfterOf(reason) ?? 1} />}
          {hasFailed && (
            <Strip action={retry}>
              <span>{t(failed)}</span>
              {isPassing(reason ?? read.error) && <span> {t("failed.retrying")}</span>}
              {data && read.dataUpdatedAt > 0 && <span> {t("shell.staleSince", { time: dateTime(updatedAt) })}</span>}
            </Strip>
          )}
        </div>
      )}
      {data !== undefined && (
        <div className={clsx(stack, isOld && "rf-stale", isUnsettled && "rf-unsettled")}>{children(data)}</div>
      )}
      {data === undefined && !hasFailed && !waits && skeleton}
    </div>
  );
}

/** The seconds are shown, not announced: only the start is (WCAG 4.1.3). */
function WaitingStrip({ seconds }: { seconds: number }): ReactElement {
  const { t } = useShell().format;
  const left = useCountdown(seconds, () => undefined);
  return (
    <Strip tone="warning">
      <span aria-hidden="true">{t("failed.waiting", { count: left })}</span>
      <VisuallyHidden>{t("failed.waiting", { count: Math.ceil(seconds) })}</VisuallyHidden>
    </Strip>
  );
}
