import { clsx } from "clsx";
import { memo, useState, type ComponentType, type ReactElement } from "react";
import type { CommissionStatus, Earning, EarningListQuery, Interval } from "../../../contract/records.ts";
import { commissionStatuses } from "../../../contract/commission.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { LazyDialog } from "../../Lazily.tsx";
import { LinkText } from "../../LinkText.tsx";
import { ListPager } from "../../ListPager.tsx";
import { NewMark } from "../../NewMark.tsx";
import { PanelRead } from "../../PanelRead.tsx";
import { PAGE_SIZE, useEarnings } from "../../queries.ts";
import { RangeSelect } from "../../RangeSelect.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Select } from "../../ui/Select.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { useCursorPages } from "../../useCursorPages.ts";
import { CommissionState, commissionWord, EarnedAmount, productName } from "./commission-words.tsx";
import { RowsSkeleton } from "./RowsSkeleton.tsx";
import type { WhyDialogProps } from "./WhyDialog.tsx";
import { loadCode } from "../../../http/load-code.ts";

const loadWhy = (): Promise<ComponentType<WhyDialogProps>> =>
  loadCode(() => import("./WhyDialog.tsx"), "WhyDialog").then((code) => code.WhyDialog);

interface Filter {
  status?: CommissionStatus;
  linkId?: string;
  interval: Interval;
}

/** What was earned, newest first, with why. */
export function Commissions(): ReactElement {
  const { session, bootstrap, format } = useDashboard();
  const [filter, setFilter] = useState<Filter>({ interval: "all" });
  const [open, setOpen] = useState<Earning>();
  const pages = useCursorPages(JSON.stringify(filter));
  const query: EarningListQuery = { ...filter, timezone: format.timeZone, limit: PAGE_SIZE, cursor: pages.cursor };
  const read = useEarnings(session, query);
  const isFiltered = Boolean(filter.status ?? filter.linkId) || filter.interval !== "all";
  const hasAny = bootstrap.recentEarnings?.length !== 0 || isFiltered;
  const recent = isFiltered || pages.page > 0 ? null : bootstrap.recentEarnings;
  const known = recent?.length ? { data: recent, nextCursor: null, total: recent.length } : undefined;
  return (
    <>
      {hasAny && <Filters filter={filter} onChange={setFilter} />}
      <PanelRead read={read} known={known} inset failed="failed.earnings" skeleton={<RowsSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <NoCommissions isFiltered={isFiltered} />
          ) : (
            <>
              <CommissionTable rows={list.data} onOpen={setOpen} />
              <ListPager list={list} pages={pages} />
            </>
          )
        }
      </PanelRead>
      {open && <LazyDialog load={loadWhy} props={{ earning: open, onClose: () => setOpen(undefined) }} />}
    </>
  );
}

/** On a phone behind one button, which says how many are set. */
function Filters({ filter, onChange }: { filter: Filter; onChange: (next: Filter) => void }): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { t, address } = format;
  const links = (bootstrap.links ?? []).map(({ id, shortLink }) => ({
    value: id,
    label: address(shortLink),
  }));
  const [isOpen, setOpen] = useState(false);
  const count = [filter.status, filter.linkId, filter.interval !== "all"].filter(Boolean).length;
  const statuses = commissionStatuses.map((value) => ({ value, label: t(`commission.${value}`) }));
  return (
    <div className={clsx("rf-inset rf-row rf-filters", isOpen && "rf-filters-open")}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(count > 0 ? "list.filtersSet" : "list.filters", { count })}
      </Button>
      <Select
        small
        aria-label={t("list.status")}
        prompt={t("earnings.allStatuses")}
        options={statuses}
        value={filter.status ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: (value || undefined) as CommissionStatus | undefined })
        }
      />
      {links.length > 1 && (
        <Select
          small
          aria-label={t("list.link")}
          prompt={t("earnings.allLinks")}
          options={links}
          value={filter.linkId ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, linkId: value || undefined })}
        />
      )}
      <RangeSelect value={filter.interval} onChange={(interval) => onChange({ ...filter, interval })} />
    </div>
  );
}

interface CommissionTableProps {
  rows: readonly Earning[];
  onOpen: (earning: Earning) => void;
}

/** Unchanged rows are not rendered again for a page request or a dialog: a press would wait for that. */
const CommissionTable = memo(function CommissionTable({ rows, onOpen }: CommissionTableProps): ReactElement {
  const { format } = useDashboard();
  const { t, date } = format;
  const columns: Column<Earning>[] = [
    {
      key: "what",
      header: t("list.what"),
      kind: "fill",
      cell: (earning) => <What earning={earning} onOpen={onOpen} />,
    },
    {
      key: "customer",
      header: t("list.customer"),
      kind: "wide",
      cell: ({ customer }) => customer && <BidiText ellipsis>{customer.label}</BidiText>,
    },
    { key: "date", header: t("list.date"), kind: "spaced", cell: ({ createdAt }) => date(createdAt) },
    {
      key: "link",
      header: t("list.link"),
      kind: "wide",
      cell: ({ link }) =>
        link && <LinkText link={{ key: new URL(link.shortLink).pathname.slice(1), shareUrl: link.shortLink }} />,
    },
    {
      key: "status",
      header: t("list.status"),
      kind: "status",
      cell: (earning) => <CommissionState earning={earning} />,
    },
    {
      key: "amount",
      header: t("list.amount"),
      kind: "number",
      cell: (earning) => <EarnedAmount earning={earning} />,
    },
  ];
  return (
    <Table
      caption={t("earnings.commissions")}
      columns={columns}
      rows={rows}
      rowKey={(earning) => earning.id}
      onOpen={onOpen}
      stacks="brief"
    />
  );
});

/** What was earned for, the one button of the row; where it is narrow with the customer and the day under it. */
function What({ earning, onOpen }: { earning: Earning } & Pick<CommissionTableProps, "onOpen">): ReactElement {
  const { format } = useDashboard();
  const { id, createdAt, customer } = earning;
  const what = commissionWord(format, earning);
  const product = productName(earning);
  const name = [what, product, customer?.label].filter(Boolean).join(", ");
  return (
    <div className="rf-earning">
      <Button
        variant="text"
        className="rf-ellipsis"
        aria-label={format.t("earnings.whyOf", { name })}
        onClick={() => onOpen(earning)}
      >
        <NewMark id={id} />
        {what}
        {product && (
          <span className="rf-earning-product">
            {" · "}
            <BidiText>{product}</BidiText>
          </span>
        )}
      </Button>
      <span className="rf-earning-more rf-small rf-muted rf-ellipsis">
        <span className="rf-earning-day">{format.day(createdAt, format.timeZone)}</span>
        {customer && <BidiText>{customer.label}</BidiText>}
      </span>
    </div>
  );
}

function NoCommissions({ isFiltered }: { isFiltered: boolean }): ReactElement {
  const { bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const link = bootstrap.links?.find(({ archived }) => !archived);
  if (isFiltered) return <EmptyState>{t("earnings.emptyFilter")}</EmptyState>;
  const copy = link && (
    <CopyButton
      text={link.shareUrl}
      label={t("ui.copyLink")}
      onCopied={() => emit({ type: "link.copied", link: { id: link.id, shortLink: link.shortLink } })}
    />
  );
  return <EmptyState action={copy}>{t("earnings.empty")}</EmptyState>;
}
