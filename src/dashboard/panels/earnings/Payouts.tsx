import { useState, type ComponentType, type ReactElement } from "react";
import type { PayoutRow, PayoutStatus } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { LazyDialog } from "../../Lazily.tsx";
import { ListPager } from "../../ListPager.tsx";
import { NewMark } from "../../NewMark.tsx";
import { PanelRead } from "../../PanelRead.tsx";
import { PAGE_SIZE, usePayouts } from "../../queries.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { useCursorPages } from "../../useCursorPages.ts";
import { RowsSkeleton } from "./RowsSkeleton.tsx";
import type { StatementDialogProps } from "./StatementDialog.tsx";
import { loadCode } from "../../../http/load-code.ts";

const loadDialog = (): Promise<ComponentType<StatementDialogProps>> =>
  loadCode(() => import("./StatementDialog.tsx"), "StatementDialog").then((code) => code.StatementDialog);

const TONES: Readonly<Record<PayoutStatus, Tone>> = {
  pending: "neutral",
  processing: "neutral",
  processed: "neutral",
  sent: "neutral",
  completed: "success",
  failed: "danger",
  canceled: "neutral",
};

/** What was paid out, newest first. */
export function Payouts(): ReactElement {
  const { session, format } = useDashboard();
  const { t, date, money } = format;
  const pages = useCursorPages("");
  const [shown, setShown] = useState<PayoutRow | null>(null);
  const read = usePayouts(session, { limit: PAGE_SIZE, cursor: pages.cursor });
  const columns: Column<PayoutRow>[] = [
    {
      key: "date",
      header: t("list.date"),
      cell: (row) => (
        <>
          <NewMark id={row.id} />
          {date(row.paidAt ?? row.initiatedAt ?? row.createdAt)}
        </>
      ),
    },
    {
      key: "period",
      header: t("payouts.period"),
      cell: ({ periodStart, periodEnd }) =>
        periodStart && periodEnd && <span className="rf-break">{format.dateRange(periodStart, periodEnd)}</span>,
    },
    { key: "method", header: t("payouts.method"), cell: ({ method }) => method && t(`method.${method}`) },
    {
      key: "statement",
      header: t("payouts.statement"),
      cell: (row) =>
        row.number && (
          <Button variant="text" aria-label={`${t("payouts.statement")} ${row.number}`} onClick={() => setShown(row)}>
            {row.number}
          </Button>
        ),
    },
    { key: "status", header: t("list.status"), kind: "status", cell: (row) => <PayoutState row={row} /> },
    { key: "amount", header: t("list.amount"), kind: "number", cell: (row) => money(row.amount, row.currency) },
  ];
  return (
    <PanelRead read={read} inset failed="failed.payouts" skeleton={<RowsSkeleton />}>
      {(list) =>
        list.data.length === 0 ? (
          <EmptyState>{t("earnings.payoutsEmpty")}</EmptyState>
        ) : (
          <>
            <Table
              caption={t("earnings.payouts")}
              columns={columns}
              rows={list.data}
              rowKey={({ id }) => id}
              stacks="brief"
            />
            <ListPager list={list} pages={pages} />
            {shown && <LazyDialog load={loadDialog} props={{ payout: shown, onClose: () => setShown(null) }} />}
          </>
        )
      }
    </PanelRead>
  );
}

function PayoutState({ row }: { row: PayoutRow }): ReactElement {
  const { format, can, goTo, sections } = useDashboard();
  const { t } = format;
  const known = row.status in TONES;
  const isCurable = row.status === "failed" && sections.includes("settings") && can("payouts:write");
  return (
    <>
      <Badge tone={known ? TONES[row.status] : "neutral"}>{known ? t(`payoutStatus.${row.status}`) : row.status}</Badge>
      {row.status === "failed" && row.failureReason && (
        <span className="rf-second-line rf-break rf-muted">
          <BidiText>{row.failureReason}</BidiText>
        </span>
      )}
      {isCurable && (
        <Button variant="text" onClick={() => goTo("settings")}>
          {t("payouts.fix")}
        </Button>
      )}
    </>
  );
}
