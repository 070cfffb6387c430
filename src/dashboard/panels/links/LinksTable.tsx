import { useMemo, useState, type ReactElement } from "react";
import type { EmbedLink } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { Table, type Column, type Sort } from "../../ui/Table.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { useToast } from "../../ui/toast-context.ts";

/** Props of {@link LinksTable}. */
export interface LinksTableProps {
  links: readonly EmbedLink[];
  /** All links are here, so a sort covers them all. */
  sortable: boolean;
  onEdit: (link: EmbedLink) => void;
  onQr: (link: EmbedLink) => void;
  onArchive: (link: EmbedLink) => void;
}

const FIGURES = ["clicks", "leads", "sales", "saleAmount"] as const;
type FigureKey = (typeof FIGURES)[number];

/** Links with their figures; by revenue, then clicks, unless the reader says otherwise. */
export function LinksTable(props: LinksTableProps): ReactElement {
  const { links, sortable } = props;
  const { format, bootstrap } = useDashboard();
  const [sort, setSort] = useState<Sort>({ key: "saleAmount", descending: true });
  const hasRevenue = links.some(({ saleAmount }) => saleAmount !== null);
  const rows = useMemo(() => (sortable ? sorted(links, sort) : links), [links, sortable, sort]);
  const { t } = format;
  const { currency } = bootstrap.program;
  const figure = (key: FigureKey): Column<EmbedLink> => ({
    key,
    header: t(`metric.${key}`),
    kind: "number",
    sortable,
    cell: (link) => (key === "saleAmount" ? format.money(link[key] ?? 0, currency) : format.number(link[key])),
  });
  const columns: Column<EmbedLink>[] = [
    { key: "link", header: t("list.link"), kind: "fill", cell: (link) => <LinkCell link={link} /> },
    ...FIGURES.filter((key) => key !== "saleAmount" || hasRevenue).map(figure),
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
      tall
    />
  );
}

function sorted(links: readonly EmbedLink[], { key, descending }: Sort): readonly EmbedLink[] {
  const by = (link: EmbedLink): number => link[key as FigureKey] ?? 0;
  const sign = descending ? -1 : 1;
  return [...links].sort((a, b) => sign * (by(a) - by(b)) || b.clicks - a.clicks);
}

function LinkCell({ link }: { link: EmbedLink }): ReactElement {
  const { format, emit } = useDashboard();
  const { t, address } = format;
  const short = address(link.shareUrl);
  return (
    <div className="rf-link-cell">
      <div className="rf-link-name">
        <BidiText dir="ltr" ellipsis>
          {short}
        </BidiText>
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

function RowMenu({ link, onEdit, onQr, onArchive }: LinksTableProps & { link: EmbedLink }): ReactElement {
  const { format, emit, can } = useDashboard();
  const { t } = format;
  const toast = useToast();
  const copy = (): void => {
    void copyText(link.shareUrl, document.activeElement ?? document.body).then((outcome) => {
      if (outcome !== "copied") return;
      toast(t("ui.copied"));
      emit({ type: "link.copied", link: { id: link.id, shortLink: link.shortLink } });
    });
  };
  const writes: MenuItem[] = can("links:write")
    ? [
        { label: t("links.edit"), icon: "edit", onSelect: () => onEdit(link) },
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
    { label: t("ui.qrCode"), icon: "qr", onSelect: () => onQr(link) },
    { label: t("ui.copyLink"), icon: "copy", onSelect: copy },
    ...writes.slice(1),
  ];
  return <Menu label={t("links.menu", { link: format.address(link.shareUrl) })} items={items} />;
}
