import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useCallback, useEffect, useRef, useState, type ReactElement } from "react";
import type {
  EnrollmentStatus,
  InvitedPartner,
  Partner,
  PartnerListQuery,
  PartnerSortField,
} from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { EmptyState } from "../../../dashboard/ui/EmptyState.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { Skeleton } from "../../../dashboard/ui/Skeleton.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { addressOf, go, useAddress } from "../../address.ts";
import { call, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { liveMs, problemOf, useInTurn, useRead } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { CsvButton } from "../../parts/CsvButton.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page } from "../../parts/Page.tsx";
import { count, enrollmentWords } from "../../parts/words.ts";
import { BulkBar } from "./BulkBar.tsx";
import { InvitationLink } from "./InvitationLink.tsx";

const pageSize = 100;
/** Rows on both sides of those in view that are read with them. */
const ahead = 50;
/** The address follows the typed text when it rests: browsers count how often a page changes it. */
const addressPauseMs = 300;

const columns = [
  ["totalClicks", "Clicks"],
  ["totalLeads", "Leads"],
  ["totalSaleAmount", "Revenue"],
  ["totalCommissions", "Paid"],
] as const satisfies readonly (readonly [PartnerSortField, string])[];

/** Which partners, in which order. */
type Asked = Pick<PartnerListQuery, "search" | "status" | "groupId" | "partnerTagId" | "sortBy" | "sortOrder">;

/** A page of the list, the number of all that match, and what was asked. */
const pageOf = (asked: Asked, page: number) => ({
  queryKey: ["partners.list", "page", asked, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { ...asked, page: page + 1, pageSize };
    const { value: rows, headers } = await call("partners.list", { query }, { signal });
    return { asked, rows, total: Number(headers.get("X-Total-Count")) };
  },
  refetchInterval: liveMs,
});

/** All partners in one list, however many. */
export default function PartnersScreen(): ReactElement {
  const { query } = useAddress();
  const { canManage } = useConsole();
  const { status, groupId, tagId, sortBy, sortOrder } = query;
  const [typed, setTyped] = useState<string>();
  const search = typed ?? query["search"];
  const wanted: Asked = {
    ...(search && { search }),
    ...(status && { status: status as EnrollmentStatus }),
    ...(groupId && { groupId }),
    ...(tagId && { partnerTagId: tagId }),
    ...(sortBy && { sortBy: sortBy as PartnerSortField, sortOrder: sortOrder === "asc" ? "asc" : "desc" }),
  };
  const set = (change: Record<string, string | undefined>): void =>
    go(addressOf("partners", { ...query, search, ...change }), { replace: true });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Partner>>(new Map());
  const groups = useRead("groups.list", { query: { pageSize: 100 } });
  const tags = useRead("tags.list", { query: { pageSize: 100 } });
  return (
    <Page
      title="Partners"
      actions={
        <>
          <CsvButton name="partners.list" query={wanted} file="partners.csv" />
          {canManage && (
            <Button variant="primary" icon="plus" onClick={() => set({ invite: "yes" })}>
              Invite
            </Button>
          )}
        </>
      }
    >
      <div className="con-filters">
        <Search
          value={search ?? ""}
          onType={setTyped}
          onRest={(text) => {
            set({ search: text });
            setTyped(undefined);
          }}
        />
        <Select
          aria-label="Status"
          value={status ?? ""}
          prompt="Any status"
          options={Object.entries(enrollmentWords).map(([value, [label]]) => ({ value, label }))}
          onChange={({ currentTarget }) => set({ status: currentTarget.value })}
        />
        {(groups.data?.length ?? 0) > 1 && (
          <Select
            aria-label="Group"
            value={groupId ?? ""}
            prompt="Any group"
            options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => set({ groupId: currentTarget.value })}
          />
        )}
        {(tags.data?.length ?? 0) > 0 && (
          <Select
            aria-label="Tag"
            value={tagId ?? ""}
            prompt="Any tag"
            options={(tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => set({ tagId: currentTarget.value })}
          />
        )}
      </div>
      <PartnerRows
        wanted={wanted}
        onSort={(by) => set({ sortBy: by, sortOrder: sortBy === by && sortOrder !== "asc" ? "asc" : "desc" })}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen.size > 0 && <BulkBar chosen={[...chosen.values()]} onDone={() => setChosen(new Map())} />}
      {query["invite"] && canManage && <Invite onClose={() => set({ invite: undefined })} />}
    </Page>
  );
}

interface SearchProps {
  value: string;
  /** Called with the text at every key. */
  onType: (text: string) => void;
  /** Called when no key has come for a moment. */
  onRest: (text: string) => void;
}

function Search({ value, onType, onRest }: SearchProps): ReactElement {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label className="rf-field">
      <span className="rf-vh">Search by name, address or id</span>
      <input
        type="search"
        className="rf-input"
        placeholder="Name, address or id"
        defaultValue={value}
        onInput={({ currentTarget: { value: typed } }) => {
          const text = typed.trim();
          onType(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onRest(text), addressPauseMs);
        }}
      />
    </label>
  );
}

interface RowsProps {
  wanted: Asked;
  onSort: (by: PartnerSortField) => void;
  chosen: ReadonlyMap<string, Partner>;
  onChoose: (chosen: ReadonlyMap<string, Partner>) => void;
}

/** Reads the pages around what is in view, and draws its rows alone; the rows before stay until others are there. */
function PartnerRows({ wanted, onSort, chosen, onChoose }: RowsProps): ReactElement {
  const { format, canManage } = useConsole();
  const question = useInTurn(wanted);
  const first = useQuery({ ...pageOf(question.asked, 0), placeholderData: keepPreviousData });
  const isOld = question.isBehind(first.isLoading || first.isPlaceholderData);
  const { asked = question.asked, total } = first.data ?? {};
  const program = useRead("program.get", {});
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const rowHeight = isWide ? 48 : 56;
  // oxlint-disable-next-line react/incompatible-library -- nothing compiles the console: its functions are asked anew at each render
  const virtualizer = useWindowVirtualizer({
    count: total ?? 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 10,
    scrollMargin: box.current?.offsetTop ?? 0,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const view = useInTurn({ asked, pages: pagesAround(items, total ?? 0) });
  const read = useQueries({ queries: view.asked.pages.map((page) => pageOf(view.asked.asked, page)) });
  const isMissing = view.isBehind(read.some(({ isLoading }) => isLoading));
  const shown = JSON.stringify(asked);
  const isSame = JSON.stringify(view.asked.asked) === shown;
  const rowAt = (index: number): Partner | undefined => {
    const page = Math.floor(index / pageSize);
    const { data } = page === 0 ? first : (isSame && read[view.asked.pages.indexOf(page)]) || {};
    return data?.rows[index % pageSize];
  };
  const before = useRef(shown);
  useEffect(() => {
    // Another list begins at its top.
    if (before.current !== shown && window.scrollY > (box.current?.offsetTop ?? 0)) window.scrollTo(0, 0);
    before.current = shown;
  }, [shown]);
  const failed = first.error ?? read.find(({ error }) => error !== null)?.error;
  const currency = program.data?.currency ?? "usd";
  const choose = (partner: Partner): void => {
    const next = new Map(chosen);
    if (!next.delete(partner.id)) next.set(partner.id, partner);
    onChoose(next);
  };
  const sorted = (by: PartnerSortField): "ascending" | "descending" | undefined =>
    wanted.sortBy === by ? (wanted.sortOrder === "asc" ? "ascending" : "descending") : undefined;
  return (
    <Card flush>
      {failed && <Strip>{problemOf(failed)}</Strip>}
      <div role="table" aria-label="Partners" aria-rowcount={(total ?? 0) + 1} aria-busy={isOld || isMissing}>
        <div role="rowgroup">
          <div role="row" className="con-row-head" aria-rowindex={1}>
            <span role="columnheader">
              <span className="rf-vh">Choose</span>
            </span>
            <span role="columnheader">{total === undefined ? "Partners" : count(total, "partner")}</span>
            <span role="columnheader">Status</span>
            {columns.map(([by, label]) => (
              <span key={by} role="columnheader" className="con-wide con-end" aria-sort={sorted(by)}>
                <button type="button" onClick={() => onSort(by)}>
                  {label}
                  {{ ascending: " ↑", descending: " ↓", none: "" }[sorted(by) ?? "none"]}
                </button>
              </span>
            ))}
          </div>
        </div>
        <div
          ref={box}
          role="rowgroup"
          className={clsx("con-rows", isOld && "con-old")}
          {...heightOf(virtualizer.getTotalSize())}
        >
          {items.map(({ index, start }) => {
            const partner = rowAt(index);
            return (
              <div
                key={index}
                role="row"
                className="con-row"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${start - (virtualizer.options.scrollMargin ?? 0)}px)` }}
              >
                {partner ? (
                  <>
                    <span role="cell">
                      {canManage && (
                        <input
                          type="checkbox"
                          aria-label={`Choose ${partner.name}`}
                          checked={chosen.has(partner.id)}
                          onChange={() => choose(partner)}
                        />
                      )}
                    </span>
                    <span role="cell" className="rf-ellipsis">
                      <Link href={addressOf(`partners/${partner.id}`)}>{partner.name}</Link>
                      <span className="rf-ellipsis rf-small rf-muted">{partner.email}</span>
                    </span>
                    <span role="cell">
                      <Badge tone={enrollmentWords[partner.status][1]}>{enrollmentWords[partner.status][0]}</Badge>
                    </span>
                    {columns.map(([by]) => (
                      <span key={by} role="cell" className="con-wide con-end rf-num">
                        {by === "totalSaleAmount" || by === "totalCommissions"
                          ? format.money(partner[by], currency)
                          : format.number(partner[by])}
                      </span>
                    ))}
                  </>
                ) : (
                  <span role="cell" aria-label="Loading">
                    <Skeleton shape="line" />
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {total === undefined && !failed && (
        <div className="con-pad">
          <Skeleton shape="row" count={6} />
        </div>
      )}
      {total === 0 && (
        <EmptyState>Nobody here. Other filters may find somebody; invitations come from above.</EmptyState>
      )}
    </Card>
  );
}

/** The pages of the rows in view and of those around them. */
function pagesAround(items: readonly { index: number }[], total: number): number[] {
  const [from, to] = [
    Math.max(0, (items[0]?.index ?? 0) - ahead),
    Math.min(total - 1, (items.at(-1)?.index ?? 0) + ahead),
  ];
  const start = Math.floor(from / pageSize);
  return Array.from({ length: Math.max(1, Math.floor(to / pageSize) - start + 1) }, (_, index) => start + index);
}

/** Set by script, which a strict policy lets pass. */
const heightOf = (height: number) => ({ style: { blockSize: `${height}px` } });

function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia("(min-width: 720px)").matches);
  useEffect(() => {
    const query = matchMedia("(min-width: 720px)");
    const changed = (): void => setWide(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return isWide;
}

function Invite({ onClose }: { onClose: () => void }): ReactElement {
  const [invited, setInvited] = useState<InvitedPartner>();
  if (invited)
    return <InvitationLink to={invited} onClose={() => go(addressOf(`partners/${invited.id}`), { replace: true })} />;
  return (
    <Ask
      title="Invite a partner"
      button="Invite"
      opensNext
      questions={[
        { name: "email", label: "E-mail address", kind: "email", required: true },
        { name: "name", label: "Name", hint: "May stay empty: they fill it in themselves." },
      ]}
      onAnswer={async ({ email = "", name = "" }) => {
        setInvited(await write("partners.invite", { body: { email, ...(name.trim() && { name: name.trim() }) } }));
      }}
      onClose={onClose}
    >
      <p className="rf-muted">They are mailed a link, where mails are set up; you see it next either way.</p>
    </Ask>
  );
}
