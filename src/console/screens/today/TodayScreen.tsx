import type { ReactElement, ReactNode } from "react";
import type { AnalyticsRow } from "../../../contract/analytics.ts";
import type { CommissionSum, Metrics } from "../../../contract/records.ts";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Icon } from "../../../dashboard/ui/Icon.tsx";
import { addressOf } from "../../address.ts";
import { useConsole } from "../../context.ts";
import { useCurrency, useRead } from "../../data.ts";
import { Link } from "../../parts/Link.tsx";
import { Page, Read } from "../../parts/Page.tsx";
import { count, grouped } from "../../parts/words.ts";
import { SetUp } from "./SetUp.tsx";

const dayMs = 86_400_000;

/** What waits, and how the program does. */
export default function TodayScreen(): ReactElement {
  return (
    <Page title="Today">
      <SetUp />
      <Waiting />
      <Figures />
      <TopPartners />
    </Page>
  );
}

interface Item {
  href?: string;
  text: ReactNode;
  aside?: string;
}

/** What somebody has to do, the most urgent first. */
function Waiting(): ReactElement {
  const { format, words } = useConsole();
  const applications = useRead("partners.count", { query: { status: "pending" } }, { live: true });
  const held = useRead("commissions.list", { query: { status: "hold", pageSize: 100 } }, { live: true });
  // A report: read when the screen is opened or looked at again, not every half minute.
  const due = useRead("payouts.due", {});
  const collected = useRead("payouts.list", { query: { status: "pending", pageSize: 100 } }, { live: true });
  const confirmed = useRead("payouts.list", { query: { status: "processing", pageSize: 100 } }, { live: true });
  const inFile = useRead("payouts.list", { query: { status: "processed", pageSize: 100 } }, { live: true });
  const failed = useRead(
    "payouts.list",
    { query: { status: "failed", sortBy: "initiatedAt", pageSize: 100 } },
    { live: true },
  );
  const paid = useRead(
    "payouts.list",
    { query: { status: "completed", sortBy: "initiatedAt", pageSize: 100 } },
    { live: true },
  );
  const webhooks = useRead("webhooks.list", {}, { live: true });
  const integrations = useRead("integrations.list", {}, { live: true });
  const reads = [applications, held, due, collected, confirmed, inFile, failed, paid, webhooks, integrations];
  const failing = reads.find(({ error }) => error !== null);
  const awaited = reads.find(({ data, error }) => data === undefined && error === null);
  const sum = (list: readonly { amount: number; currency: string }[]): string =>
    [...grouped(list, ({ currency }) => currency)]
      .map(([currency, of]) =>
        format.money(
          of.reduce((total, { amount }) => total + amount, 0),
          currency,
        ),
      )
      .join(" + ");
  /** Of a list that is read to its hundredth row only. */
  const many = (
    list: readonly { amount: number; currency: string }[],
    what: [one: string, then?: string],
    of = list,
  ): string => `${count(list.length, what[0])}${what[1] ?? ""}, ${sum(list)}${of.length >= 100 ? " or more" : ""}`;
  const earned = (held.data ?? []).map(({ earnings: amount, currency, holdReason }) => ({
    amount,
    currency,
    holdReason,
  }));
  const reasons = [...grouped(earned, ({ holdReason }) => holdReason ?? "review")];
  // What a failed payout was for is in the next one of that partner, once there is one.
  const later = [collected, confirmed, inFile, paid].flatMap(({ data }) => data ?? []);
  const unpaid = (failed.data ?? []).filter(
    ({ partner, createdAt }) => !later.some((other) => other.partner.id === partner.id && other.createdAt > createdAt),
  );
  const items: (Item | false)[] = [
    !!applications.data && {
      href: addressOf("partners", { status: "pending" }),
      text: count(applications.data, "application"),
      aside: "waiting for your answer",
    },
    ...reasons.map(([reason, of]) => ({
      href: addressOf("money", { view: "held", reason }),
      text: many(of, ["held commission"], earned),
      aside: words.hold[reason],
    })),
    unpaid.length > 0 && {
      href: addressOf("money", { view: "payouts", status: "failed" }),
      text: many(unpaid, ["failed payout"], failed.data),
      aside: "to be paid again",
    },
    !!due.data?.payouts && {
      href: addressOf("money", { view: "run" }),
      text: `${count(due.data.payouts, "payout")} due, ${format.money(due.data.amount, due.data.currency)}`,
      aside: "to be collected by a run",
    },
    !!collected.data?.length && {
      href: addressOf("money", { view: "run" }),
      text: many(collected.data, ["payout", " to confirm"]),
      aside: "collected, not handed over",
    },
    !!confirmed.data?.length && {
      href: addressOf("money", { view: "run" }),
      text: many(confirmed.data, ["payout", " to hand over"]),
      aside: "confirmed, in no file yet",
    },
    !!inFile.data?.length && {
      href: addressOf("money", { view: "run" }),
      text: many(inFile.data, ["payout", " to record as paid"]),
      aside: "in a file for your bank or provider",
    },
    ...(webhooks.data ?? [])
      .filter(({ disabledAt, consecutiveFailures }) => disabledAt !== null || consecutiveFailures > 0)
      .map(({ name, disabledAt, consecutiveFailures }) => ({
        text: `Webhook ${name}`,
        aside: disabledAt ? "switched off after failures" : `failed ${count(consecutiveFailures, "time")} in a row`,
      })),
    ...(integrations.data ?? [])
      .filter(({ lastEventAt, hasSecret }) => lastEventAt === null || !hasSecret)
      .map(({ name, hasSecret }) => ({
        text: `Integration ${name}`,
        aside: hasSecret ? "no event has arrived yet" : "has no signing secret yet",
      })),
  ];
  const waiting = items.filter((item) => item !== false);
  return (
    <Card title="Waiting for you" flush>
      {/* One that fails hides none of the others. */}
      {failing && <Read of={failing as typeof applications}>{() => null}</Read>}
      {awaited ? (
        <Read of={awaited as typeof applications}>{() => null}</Read>
      ) : waiting.length === 0 ? (
        !failing && <p className="con-pad rf-muted">Nothing. New applications, held money and failures appear here.</p>
      ) : (
        <ul className="con-list">
          {waiting.map(({ href, text, aside }, index) => (
            <li key={index}>
              {href ? (
                <Link className="con-item" href={href}>
                  <span>{text}</span>
                  <span className="rf-muted rf-small">{aside}</span>
                </Link>
              ) : (
                <span className="con-item">
                  <span>{text}</span>
                  <span className="rf-muted rf-small">{aside}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Days whose figures are compared, whole days in UTC, so that a reload asks the same. */
function periods(): { now: { start: string; end: string }; before: { start: string; end: string } } {
  const end = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const at = (days: number): string => new Date(end - days * dayMs).toISOString();
  return { now: { start: at(30), end: at(0) }, before: { start: at(60), end: at(30) } };
}

const figures = [
  ["clicks", "metric.clicks"],
  ["leads", "metric.leads"],
  ["sales", "metric.sales"],
  ["saleAmount", "metric.saleAmount"],
] as const;

function Figures(): ReactElement {
  const { format } = useConsole();
  const { now, before } = periods();
  const asked = { event: "composite", groupBy: "count" } as const;
  const current = useRead("analytics.retrieve", { query: { ...asked, ...now } }, { live: true });
  const previous = useRead("analytics.retrieve", { query: { ...asked, ...before } });
  const commissions = useRead("commissions.count", { query: now }, { live: true });
  const commissionsBefore = useRead("commissions.count", { query: before });
  return (
    <Card title={format.t("range.30d")} aside="against the 30 before">
      <Read of={current} rows={1}>
        {(data) => (
          <Read of={commissions} rows={1}>
            {(sums) => (
              <dl className="con-figures">
                {figures.map(([key, label]) => (
                  <Figure
                    key={key}
                    label={format.t(label)}
                    now={(data as Metrics)[key]}
                    before={previous.data && (previous.data as Metrics)[key]}
                    isMoney={key === "saleAmount"}
                  />
                ))}
                <Figure
                  label={format.t("earnings.commissions")}
                  now={earnedOf(sums)}
                  before={commissionsBefore.data && earnedOf(commissionsBefore.data)}
                  isMoney
                />
              </dl>
            )}
          </Read>
        )}
      </Read>
    </Card>
  );
}

/** What partners have earned: neither what is held nor what was taken out of the count. */
function earnedOf(sums: readonly CommissionSum[]): number {
  return sums
    .filter(({ status }) => status === "pending" || status === "processed" || status === "paid")
    .reduce((total, { earnings }) => total + earnings, 0);
}

interface FigureProps {
  label: string;
  now: number;
  before: number | undefined;
  isMoney: boolean;
}

function Figure({ label, now, before, isMoney }: FigureProps): ReactElement {
  const { format } = useConsole();
  const currency = useCurrency();
  return (
    <div>
      <dt className="rf-muted rf-small">{label}</dt>
      <dd className="rf-figure">{isMoney ? format.money(now, currency) : format.compact(now).text}</dd>
      <dd className="rf-small rf-muted">{before !== undefined && <Change now={now} before={before} />}</dd>
    </div>
  );
}

/** How a figure has changed; never a share of nothing, nor of what was taken back. */
function Change({ now, before }: { now: number; before: number }): ReactElement {
  const { format } = useConsole();
  if (before <= 0) return <>{now === 0 ? "none before either" : "none before"}</>;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return <>as before</>;
  return (
    <span className="con-change">
      <Icon name={change > 0 ? "arrowUp" : "arrowDown"} />
      {change > 0 ? "up" : "down"} {format.percent(Math.abs(change))}
    </span>
  );
}

function TopPartners(): ReactElement {
  const { format } = useConsole();
  const currency = useCurrency();
  const top = useRead("analytics.retrieve", { query: { event: "sales", groupBy: "top_partners", ...periods().now } });
  return (
    <Card title="Top partners" aside="by sales of the last 30 days" flush>
      <Read of={top} empty="No sales in these 30 days.">
        {(rows) => (
          <ol className="con-list">
            {(rows as AnalyticsRow<"top_partners">[]).slice(0, 5).map((row) => {
              const { partner } = row;
              return (
                <li key={partner.id}>
                  <Link className="con-item" href={addressOf(`partners/${partner.id}`)}>
                    <span className="rf-ellipsis">{partner.name}</span>
                    <span className="rf-muted rf-small rf-num">
                      {count(row.sales, "sale")} · {format.money(row.saleAmount, currency)}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ol>
        )}
      </Read>
    </Card>
  );
}
