import { memo, useMemo, useState, type MemoExoticComponent, type ReactElement } from "react";
import type { EmbedLink } from "../../../contract/records.ts";
import { LinkText } from "../../LinkText.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { useShare } from "../../useShare.ts";
import { NewMark } from "../../NewMark.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { Table, type Column, type Sort } from "../../ui/Table.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { useToast } from "../../ui/toast-context.ts";

/** Props of {@link LinksTable}; another function is another table. */
export interface LinksTableProps {
  links: readonly EmbedLink[];
  /** Ids of links made here, the newest first: they stand above all others. */
  made: readonly string[];
  /** All links are here, so a sort covers them all. */
  sortable: boolean;
  /** Opens a dialog. */
  onOpen: (open: { kind: "edit" | "share"; link: EmbedLink }) => void;
  onArchive: (link: EmbedLink) => void;
}

const COUNTS = ["clicks", "leads", "conversions", "sales"] as const;
/** What the partner earned, or the program's revenue where that is hidden. */
const AMOUNTS = ["earnings", "saleAmount"] as const;
type FigureKey = (typeof COUNTS)[number] | (typeof AMOUNTS)[number];

/**
 * Links with their figures; by what they earned, then clicks, unless the reader says otherwise. Unchanged rows are not rendered again for a
 * page request or a dialog: a press would wait for that.
 */
export const LinksTable: MemoExoticComponent<(props: LinksTableProps) => ReactElement> = memo(function LinksTable(
  props: LinksTableProps,
): ReactElement {
  const { links, made, sortable } = props;
  const { format, bootstrap } = useDashboard();
  const [sort, setSort] = useState<Sort>({ key: "earnings", descending: true });
  const amount = AMOUNTS.find((key) => links.some((link) => typeof link[key] === "number"));
  const rows = useMemo(() => pinned(sortable ? sorted(links, sort) : links, made), [links, sortable, sort, made]);
  const { t } = format;
  const { currency } = bootstrap.program;
  const figure = (key: FigureKey): Column<EmbedLink> => ({
    key,
    header: t(key === "conversions" ? "metric.customers" : `metric.${key}`),
    kind: key === "leads" ? "extra" : "number",
    sortable,
    cell: (link) => (key === amount ? format.money(link[key] ?? 0, currency) : format.number(link[key] ?? 0)),
  });
  const columns: Column<EmbedLink>[] = [
    {
      key: "link",
      header: t("list.link"),
      kind: "fill",
      cell: (link) => <LinkCell link={link} made={made.includes(link.id)} />,
    },
    ...COUNTS.map(figure),
    ...(amount ? [figure(amount)] : []),
    {
      key: "menu",
      header: t("links.menu", { link: t("section.links") }),
      kind: "menu",
      cell: (link) => <RowMenu {...props} link={link} />,
    },
  ];
  return (
    <Table
      caption={t("section.links")}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      sort={sortable ? sort : undefined}
      onSort={setSort}
      sortBy={t("list.sortBy")}
      stacks="grid"
      tall
    />
  );
});

function sorted(links: readonly EmbedLink[], { key, descending }: Sort): readonly EmbedLink[] {
  const by = (link: EmbedLink): number => link[key as FigureKey] ?? 0;
  const sign = descending ? -1 : 1;
  return [...links].sort((a, b) => sign * (by(a) - by(b)) || b.clicks - a.clicks);
}

function pinned(links: readonly EmbedLink[], made: readonly string[]): readonly EmbedLink[] {
  const first = made.flatMap((id) => links.find((link) => link.id === id) ?? []);
  return [...first, ...links.filter((link) => !first.includes(link))];
}

function LinkCell({ link, made }: { link: EmbedLink; made: boolean }): ReactElement {
  const { format, emit } = useDashboard();
  const { t, address } = format;
  const short = address(link.shareUrl);
  return (
    <div className="rf-link-cell">
      <div className="rf-link-name">
        <LinkText link={link} />
        <NewMark id={link.id} made={made} />
        <CopyButton
          iconOnly
          variant="quiet"
          className="rf-button-low"
          text={link.shareUrl}
          label={t("links.copy", { link: short })}
          onCopied={() => emit({ type: "link.copied", link: { id: link.id, shortLink: link.shortLink } })}
        />
      </div>
      <div className="rf-second-line rf-small rf-muted">
        {link.isDefault && <Badge>{t("links.default")}</Badge>}
        {link.archived && <Badge>{t("links.archived")}</Badge>}
        <BidiText dir="ltr" ellipsis>
          {address(link.url)}
        </BidiText>
      </div>
    </div>
  );
}

function RowMenu({ link, onOpen, onArchive }: LinksTableProps & { link: EmbedLink }): ReactElement {
  const { format, emit, can } = useDashboard();
  const { t } = format;
  const toast = useToast();
  const share = useShare(link);
  const openShare = (): void => onOpen({ kind: "share", link });
  const copy = (): void => {
    void copyText(link.shareUrl, document.activeElement ?? document.body).then((outcome) => {
      if (outcome !== "copied") return;
      toast(t("ui.copied"));
      emit({ type: "link.copied", link: { id: link.id, shortLink: link.shortLink } });
    });
  };
  const writes: MenuItem[] = can("links:write")
    ? [
        { label: t("links.edit"), icon: "edit", onSelect: () => onOpen({ kind: "edit", link }) },
        ...(link.isDefault
          ? []
          : [
              {
                label: t(link.archived ? "links.restore" : "links.archive"),
                icon: link.archived ? ("restore" as const) : ("archive" as const),
                onSelect: () => onArchive(link),
              },
            ]),
      ]
    : [];
  const items: MenuItem[] = [
    ...writes.slice(0, 1),
    { label: t("ui.share"), icon: "share", onSelect: share ?? openShare },
    ...(share ? [{ label: t("ui.qrCode"), icon: "qr" as const, onSelect: openShare }] : []),
    { label: t("ui.copyLink"), icon: "copy", onSelect: copy },
    ...writes.slice(1),
  ];
  return <Menu label={t("links.menu", { link: format.address(link.shareUrl) })} items={items} />;
}
