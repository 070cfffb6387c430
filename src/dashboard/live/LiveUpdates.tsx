import { useEffect, useState, type ReactElement } from "react";
import { hashKey } from "@tanstack/react-query";
import type { Bootstrap, Earning, EmbedStats, PayoutRow } from "../../contract/records.ts";
import type { StreamEvent } from "../../contract/embed-data.ts";
import { embedProduces } from "../../contract/embed-routes.ts";
import { useShell } from "../dashboard-context.ts";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";
import { useLatest } from "../ui/useLatest.ts";
import { followStream } from "./follow-stream.ts";

/** Props of {@link LiveUpdates}. */
export interface LiveUpdatesProps {
  bootstrap: Bootstrap;
  /** A commission or payout that did not exist when the dashboard was opened. */
  onNewRow: (id: string) => void;
}

/** Figures that the stream sends in full. */
type Lifetime = Pick<Bootstrap, "stats" | "earnings">;

/** Reads that a stream event makes stale. */
const TOUCHED = ["bootstrap", "analytics", "links", "earnings", "payouts", "leaderboard"].map(
  (name) => `embed.${name}`,
);
const REFRESH_MS = 5_000;
const SAY_MS = 60_000;
const COUNTED = ["clicks", "leads", "sales"] as const;

/**
 * Listens for what happens while the dashboard is open. The stream only reports changes; figures always come from the reads that painted
 * them, so two places never disagree. At most one summary a minute is announced. Rendered once per enrollment: use a new `key` for another
 * one.
 */
export function LiveUpdates({ bootstrap, onNewRow }: LiveUpdatesProps): ReactElement {
  const { session, format, emit } = useShell();
  const [announcement, setAnnouncement] = useState("");
  const latest = useLatest({ bootstrap, format, emit, onNewRow });
  useEffect(() => {
    const openedAt = Date.parse(latest.current.bootstrap.generatedAt);
    const seen = new Set<string>();
    let known: Lifetime = latest.current.bootstrap;
    let announced = known.stats;
    const refresh = paced(() => {
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
        TOUCHED.includes(queryKey[1] as string);
      void session.queryClient.invalidateQueries({ predicate });
    }, REFRESH_MS);
    const summary = paced(() => {
      const { t, number } = latest.current.format;
      const values = COUNTED.flatMap((name) => {
        const more = (known.stats?.[name] ?? 0) - (announced?.[name] ?? 0);
        return more > 0 ? t("chart.value", { value: number(more), series: t(`metric.${name}`) }) : [];
      });
      announced = known.stats;
      setAnnouncement(values.length > 0 ? t("chart.point", { date: t("live.new"), values: values.join(", ") }) : "");
    }, SAY_MS);
    const isNew = ({ id, createdAt }: Earning | PayoutRow): boolean => {
      if (seen.has(id) || Date.parse(createdAt) <= openedAt) return false;
      seen.add(id);
      latest.current.onNewRow(id);
      return true;
    };
    const handlers: { [E in StreamEvent as E["event"]]: (data: E["data"]) => void } = {
      stats(data) {
        if (isSame(known, data)) return;
        known = data;
        refresh.ask();
        if (hasMore(announced, data.stats)) summary.ask();
      },
      commission(data) {
        if (isNew(data) && (data.earnings ?? 0) > 0) latest.current.emit({ type: "earning.added", id: data.id });
        refresh.ask();
      },
      payout(data) {
        isNew(data);
        refresh.ask();
      },
      status: ({ status }) => status !== latest.current.bootstrap.status && refresh.ask(),
      // The session renews the token; the stream then opens again with the new one.
      expiring() {},
    };
    const stop = followStream({
      open: (lastEventId, signal) =>
        session.client(
          "embed.stream",
          {},
          {
            produces: embedProduces["embed.stream"],
            read: async ({ body }) => body,
            signal,
            ...(lastEventId && { headers: { "Last-Event-ID": lastEventId } }),
          },
        ),
      onEvent: ({ event, data }) => handlers[event as StreamEvent["event"]]?.(JSON.parse(data) as never),
      onMissed: refresh.ask,
    });
    return () => {
      stop();
      refresh.stop();
      summary.stop();
    };
  }, [session, latest]);
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
}

const hasMore = (before: EmbedStats | null, after: EmbedStats | null): boolean =>
  COUNTED.some((name) => (after?.[name] ?? 0) > (before?.[name] ?? 0));

/** Whether two answers have the same lifetime figures, in any key order. */
function isSame(before: Lifetime, after: Lifetime): boolean {
  return hashKey([after.stats, after.earnings]) === hashKey([before.stats, before.earnings]);
}

/** Throttled work. */
interface Paced {
  ask(): void;
  stop(): void;
}

/** Throttles `work`: runs at once, or, within `pauseMs` of the last run, once at the end of that pause. */
export function paced(work: () => void, pauseMs: number): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const run = (): void => {
    asked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (asked) run();
    }, pauseMs);
    work();
  };
  return {
    ask() {
      asked = true;
      if (timer === undefined) run();
    },
    stop: () => clearTimeout(timer),
  };
}
