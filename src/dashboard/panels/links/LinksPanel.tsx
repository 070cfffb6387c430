import { useCallback, useState, type ComponentType, type ReactElement } from "react";
import type { EmbedLink } from "../../../contract/records.ts";
import type { EmbedList } from "../../../contract/scalars.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { LazyDialog } from "../../Lazily.tsx";
import { ListPager } from "../../ListPager.tsx";
import { PanelRead } from "../../PanelRead.tsx";
import type { ShareDialogProps } from "../../ShareDialog.tsx";
import { LINKS_AT_ONCE, PAGE_SIZE, useLinks } from "../../queries.ts";
import { useUpdateLink } from "../../writes.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Strip } from "../../ui/Strip.tsx";
import { useToast } from "../../ui/toast-context.ts";
import { useCursorPages } from "../../useCursorPages.ts";
import type { LinkDialogProps } from "./LinkDialog.tsx";
import { LinksTable } from "./LinksTable.tsx";
import { loadCode } from "../../../http/load-code.ts";

const loadShare = (): Promise<ComponentType<ShareDialogProps>> =>
  loadCode(() => import("../../ShareDialog.tsx"), "ShareDialog").then((code) => code.ShareDialog);
const loadDialog = (): Promise<ComponentType<LinkDialogProps>> =>
  loadCode(() => import("./LinkDialog.tsx"), "LinkDialog").then((code) => code.LinkDialog);

type Open = { kind: "new" } | { kind: "edit" | "share"; link: EmbedLink } | undefined;

/** The partner's links: make, edit, share, put away. */
export function LinksPanel(): ReactElement {
  const { bootstrap, session, format } = useDashboard();
  const { t } = format;
  const [open, setOpen] = useState<Open>();
  const [made, setMade] = useState<readonly string[]>([]);
  const [archived, setArchived] = useState(false);
  const query = archived ? {} : { archived: false };
  const pages = useCursorPages(String(archived));
  const all = useLinks(session, { ...query, limit: LINKS_AT_ONCE });
  const many = Boolean(all.data?.nextCursor);
  const paged = useLinks(session, { ...query, limit: PAGE_SIZE, cursor: pages.cursor }, many);
  const read = many ? paged : all;
  const mayShowArchived = archived || (bootstrap.linksTotal ?? 0) > (all.data?.total ?? Infinity);
  const { archive, failed } = useArchive();
  const show = (list: EmbedList<EmbedLink>): ReactElement =>
    list.data.length === 0 ? (
      <EmptyState action={<NewButton onClick={() => setOpen({ kind: "new" })} />}>{t("links.empty")}</EmptyState>
    ) : (
      <>
        <LinksTable links={list.data} made={made} sortable={!many} onOpen={setOpen} onArchive={archive} />
        {many && <ListPager list={list} pages={pages} />}
      </>
    );
  const close = (): void => setOpen(undefined);
  return (
    <Card
      flush
      title={t("section.links")}
      aside={<LinkCount total={bootstrap.linksTotal} />}
      busy={read.isPlaceholderData}
      className="rf-links"
      actions={
        <>
          {mayShowArchived && (
            <Button
              variant="quiet"
              icon={archived ? "check" : undefined}
              aria-pressed={archived}
              onClick={() => setArchived(!archived)}
            >
              {t("links.showArchived")}
            </Button>
          )}
          <NewButton onClick={() => setOpen({ kind: "new" })} />
        </>
      }
    >
      <WhyNoNewLink />
      {failed && (
        <div className="rf-inset">
          <Strip>{t("failed.action")}</Strip>
        </div>
      )}
      <PanelRead read={read} failed="failed.links" inset skeleton={<LinksSkeleton />}>
        {show}
      </PanelRead>
      {open?.kind === "share" && <LazyDialog load={loadShare} props={{ link: open.link, onClose: close }} />}
      {open && open.kind !== "share" && (
        <LazyDialog
          load={loadDialog}
          props={{
            link: open.kind === "edit" ? open.link : undefined,
            onMade: (id) => setMade((before) => [id, ...before]),
            onClose: close,
          }}
        />
      )}
    </Card>
  );
}

function LinkCount({ total }: { total: number | null }): ReactElement | null {
  const { bootstrap, format } = useDashboard();
  const max = bootstrap.linkRules?.maxLinks;
  if (total === null) return null;
  return <>{max ? format.t("links.count", { count: total, max }) : format.t("links.countOnly", { count: total })}</>;
}

/** Whether another link may be made, and if not, why. */
function useMayCreate(): { may: boolean; why: string | undefined } {
  const { bootstrap, format, can } = useDashboard();
  const { linkRules, linksTotal } = bootstrap;
  const max = linkRules?.maxLinks ?? null;
  if (!can("links:write")) return { may: false, why: undefined };
  if (max !== null && (linksTotal ?? 0) >= max) return { may: false, why: format.t("links.limit", { max }) };
  return linkRules?.canCreate ? { may: true, why: undefined } : { may: false, why: format.t("links.notAllowed") };
}

function NewButton({ onClick }: { onClick: () => void }): ReactElement | null {
  const { format, can } = useDashboard();
  const { may } = useMayCreate();
  if (!can("links:write")) return null;
  return (
    <Button variant="primary" icon="plus" aria-disabled={!may} onClick={onClick}>
      {format.t("links.new")}
    </Button>
  );
}

function WhyNoNewLink(): ReactElement | null {
  const { why } = useMayCreate();
  return why ? <p className="rf-inset rf-small rf-muted">{why}</p> : null;
}

function useArchive(): { archive: (link: EmbedLink) => void; failed: boolean } {
  const { session, format, emit } = useDashboard();
  const write = useUpdateLink(session);
  const toast = useToast();
  const { mutateAsync } = write;
  const archive = useCallback(
    ({ id, archived, shortLink }: EmbedLink): void =>
      void mutateAsync({ id, archived: !archived }).then(
        () => {
          toast(format.t(archived ? "links.restored" : "links.archivedToast"));
          emit({ type: "link.updated", link: { id, shortLink } });
        },
        () => {},
      ),
    [mutateAsync, format, emit, toast],
  );
  return { archive, failed: write.isError };
}

function LinksSkeleton(): ReactElement {
  return (
    <div className="rf-inset">
      <Skeleton shape="row" />
      <Skeleton shape="row-56" count={3} />
    </div>
  );
}
