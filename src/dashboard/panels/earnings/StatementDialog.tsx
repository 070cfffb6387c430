import { useRef, useState, type ReactElement } from "react";
import { toMajorUnits } from "../../../contract/money.ts";
import type { PayoutRow, PayoutStatement } from "../../../contract/records.ts";
import { csvDate, toCsv } from "../../csv.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useStatement } from "../../queries.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Facts, type Fact } from "../../ui/Facts.tsx";
import { downloadBlob } from "../../ui/download-blob.ts";
import { printCopy } from "../../ui/print-copy.ts";
import { Table, type Column } from "../../ui/Table.tsx";
import { RowsSkeleton } from "./RowsSkeleton.tsx";

/** Props of {@link StatementDialog}. */
export interface StatementDialogProps {
  payout: PayoutRow;
  onClose: () => void;
}

type Line = PayoutStatement["lines"][number];

/** What a payout pays, line by line, to print or to keep as a file. */
export function StatementDialog({ payout, onClose }: StatementDialogProps): ReactElement {
  const { session, format, emit } = useDashboard();
  const { t } = format;
  const read = useStatement(session, payout.id);
  const paper = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(false);
  const name = `statement-${payout.number}`;
  const save = ({ lines, currency }: PayoutStatement): void => {
    const header = ["date", "type", "description", "link", "quantity", "earnings", "currency"];
    const rows = lines.map(({ date, type, description, shortLink, quantity, earnings }) => {
      const day = csvDate(date, format.timeZone);
      return [day, type, description, shortLink, quantity, toMajorUnits(earnings, currency), currency];
    });
    downloadBlob(toCsv(header, rows), `${name}.csv`);
    emit({ type: "export.created", section: "earnings", rows: rows.length });
  };
  const print = (): void => {
    if (paper.current) setRefused(!printCopy(paper.current, name));
  };
  return (
    <Dialog title={`${t("payouts.statement")} ${payout.number}`} wide onClose={onClose}>
      <PanelRead read={read} inset failed="failed.payouts" skeleton={<RowsSkeleton />}>
        {(statement) => (
          <div className="rf-stack rf-stack-12">
            <div ref={paper} className="rf-stack rf-stack-12">
              <Paper statement={statement} />
            </div>
            <div className="rf-row">
              <Button onClick={print}>{t("payouts.print")}</Button>
              <Button icon="download" onClick={() => save(statement)}>
                {t("list.export")}
              </Button>
            </div>
            {refused && (
              <p role="alert" className="rf-small">
                {t("payouts.printRefused")}
              </p>
            )}
          </div>
        )}
      </PanelRead>
    </Dialog>
  );
}

/** The statement itself: what is printed. */
function Paper({ statement }: { statement: PayoutStatement }): ReactElement {
  const { format } = useDashboard();
  const { t, date, money } = format;
  const { number, program, partner, periodStart, periodEnd, initiatedAt, paidAt, currency } = statement;
  const at = paidAt ?? initiatedAt;
  const facts: Fact[] = [
    [t("payouts.statement"), number],
    [program.name, <BidiText key="partner">{partner.companyName ?? partner.name}</BidiText>],
    [t("list.date"), at && date(at)],
    [t("payouts.period"), periodStart !== null && periodEnd !== null && format.dateRange(periodStart, periodEnd)],
    [t("payouts.method"), statement.method && t(`method.${statement.method}`)],
    [t("list.amount"), <strong key="total">{money(statement.amount, currency)}</strong>],
  ];
  const columns: Column<Line>[] = [
    { key: "date", header: t("list.date"), cell: (line) => date(line.date) },
    {
      key: "link",
      header: t("list.link"),
      cell: ({ shortLink, description, type }) =>
        shortLink ? (
          <BidiText dir="ltr">{format.address(shortLink)}</BidiText>
        ) : (
          <BidiText>{description ?? t(`earnings.type.${type}`)}</BidiText>
        ),
    },
    { key: "amount", header: t("list.amount"), kind: "number", cell: (line) => money(line.earnings, currency) },
  ];
  return (
    <>
      <Facts facts={facts} />
      {statement.lines.length > 0 && (
        <Table
          caption={t("payouts.statement")}
          columns={columns}
          rows={statement.lines}
          rowKey={({ commissionId }) => commissionId}
        />
      )}
    </>
  );
}
