import { useState, type ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { PAGE_SIZE } from "../../queries.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

/** One value of a grouping. */
export interface BreakdownItem {
  key: string;
  label: string;
  value: number;
  display: string;
}

/** Props of {@link BreakdownDialog}. */
export interface BreakdownDialogProps {
  title: string;
  /** Name of the figure. */
  column: string;
  items: readonly BreakdownItem[];
  onClose: () => void;
}

/** Every value of a grouping: searchable, in pages. */
export function BreakdownDialog({ title, column, items, onClose }: BreakdownDialogProps): ReactElement {
  const { t, locale } = useDashboard().format;
  const [sought, setSought] = useState("");
  const [page, setPage] = useState(0);
  const wanted = sought.trim().toLocaleLowerCase(locale);
  const found = items.filter(({ label }) => label.toLocaleLowerCase(locale).includes(wanted));
  const from = page * PAGE_SIZE;
  const rows = found.slice(from, from + PAGE_SIZE);
  const columns: Column<BreakdownItem>[] = [
    {
      key: "label",
      header: title,
      kind: "fill",
      cell: ({ label }) => (
        <span className="rf-break">
          <BidiText>{label}</BidiText>
        </span>
      ),
    },
    { key: "value", header: column, kind: "number", cell: ({ display }) => display },
  ];
  const range = t("ui.pageOf", { from: from + 1, to: from + rows.length, total: found.length });
  return (
    <Dialog wide title={title} onClose={onClose}>
      <div className="rf-stack rf-stack-12">
        <SearchField
          label={t("analytics.search")}
          onSearch={(next) => {
            setSought(next);
            setPage(0);
          }}
        />
        <VisuallyHidden role="status">{wanted && (found.length > 0 ? range : t("analytics.noMatch"))}</VisuallyHidden>
        {rows.length === 0 ? (
          <EmptyState>{t("analytics.noMatch")}</EmptyState>
        ) : (
          <Table caption={title} columns={columns} rows={rows} rowKey={({ key }) => key} stacks={false} />
        )}
        {found.length > PAGE_SIZE && (
          <Pager
            range={range}
            onPrevious={page > 0 ? () => setPage(page - 1) : undefined}
            onNext={from + PAGE_SIZE < found.length ? () => setPage(page + 1) : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}
