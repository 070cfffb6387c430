import { useQueries } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
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
import { liveMs, problemOf, useRead } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { CsvButton } from "../../parts/CsvButton.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page } from "../../parts/Page.tsx";
import { count, enrollmentWords } from "../../parts/words.ts";
import { BulkBar } from "./BulkBar.tsx";
import { InvitationLink } from "./InvitationLink.tsx";

const pageSize = 100;
const searchPauseMs = 150;

const columns = [
  ["totalClicks", "Clicks"],
  ["totalLeads", "Leads"],
  ["totalSaleAmount", "Revenue"],
  ["totalCommissions", "Paid"],
] as const satisfies readonly (readonly [PartnerSortField, string])[];

/** All partners in one list, however many. */
export default function PartnersScreen(): ReactElement {
  const { query } = useAddress();
  const { canManage } = useConsole();
  const { search, status, groupId, tagId, sortBy, sortOrder } = query;
  const filter: PartnerListQuery = {
    ...(search && { search }),
    ...(status && { status: status as EnrollmentStatus }),
    ...(groupId && { groupId }),
    ...(tagId && { partnerTagId: tagId }),
  };
  const order: PartnerListQuery = sortBy
    ? { sortBy: sortBy as PartnerSortField, sortOrder: sortOrder === "asc" ? "asc" : "desc" }
    : {};
  const set = (change: Record<string, string | undefined>): void =>
    go(addressOf("partners", { ...query, ...change }), { replace: true });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Partner>>(new Map());
  const groups = useRead("groups.list", { query: { pageSize: 100 } });
  const tags = useRead("tags.list", { query: { pageSize: 100 } });
  return (
    <Page
      title="Partners"
      actions={
        <>
          <CsvButton name="partners.list" query={{ ...filter, ...order }} file="partners.csv" />
          {canManage && (
            <Button variant="primary" icon="plus" onClick={() => set({ invite: "yes" })}>
              Invite
            </Button>
          )}
        </>
      }
    >
      <div className="con-filters">
        <Search value={search ?? ""} onSearch={(text) => set({ search: text })} />
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
        key={JSON.stringify({ filter, order })}
        filter={filter}
        order={order}
        onSort={(by) => set({ sortBy: by, sortOrder: sortBy === by && sortOrder !== "asc" ? "asc" : "desc" })}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen.size > 0 && <BulkBar chosen={[...chosen.values()]} onDone={() => setChosen(new Map())} />}
      {query["invite"] && canManage && <Invite onClose={() => set({ invite: undefined })} />}
    </Page>
  );
}

/** Searches a moment after the last key: each key would be a question of its own. */
function Search({ value, onSearch }: { value: string; onSearch: (text: string) => void }): ReactElement {
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
        onInput={({ currentTarget: { value: text } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(text.trim()), searchPauseMs);
        }}
      />
    </label>
  );
}

interface RowsProps {
  filter: PartnerListQuery;
  order: PartnerListQuery;
  onSort: (by: PartnerSortField) => void;
  chosen: ReadonlyMap<string, Partner>;
  onChoose: (chosen: ReadonlyMap<string, Partner>) => void;
}

/** Reads the pages that are in view, and draws their rows alone. */
function PartnerRows({ filter, order, onSort, chosen, onChoose }: RowsProps): ReactElement {
  const { format, canManage } = useConsole();
  const total = useRead("partners.count", { query: filter }, { live: true });
  const program = useRead("program.get", {});
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const rowHeight = isWide ? 48 : 56;
  // oxlint-disable-next-line react/incompatible-library -- nothing compiles the console: its functions are asked anew at each render
  const virtualizer = useWindowVirtualizer({
    count: total.data ?? 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 10,
    scrollMargin: box.current?.offsetTop ?? 0,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const pages = [...new Set([0, ...items.map(({ index }) => Math.floor(index / pageSize))])];
  const read = useQueries({
    queries: pages.map((page) => {
      const query = { ...filter, ...order, page: page + 1, pageSize };
      return {
        queryKey: ["partners.list", { query }],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call("partners.list", { query }, { signal })).value,
        refetchInterval: liveMs,
      };
    }),
  });
  const rowAt = (index: number): Partner | undefined =>
    read[pages.indexOf(Math.floor(index / pageSize))]?.data?.[index % pageSize];
  const failed = read.find(({ error }) => error !== null)?.error ?? total.error;
  const currency = program.data?.currency ?? "usd";
  const choose = (partner: Partner): void => {
    const next = new Map(chosen);
    if (!next.delete(partner.id)) next.set(partner.id, partner);
    onChoose(next);
  };
  const sorted = (by: PartnerSortField): "ascending" | "descending" | undefined =>
    order.sortBy === by ? (order.sortOrder === "asc" ? "ascending" : "descending") : undefined;
  return (
    <Card flush>
      {failed && <Strip>{problemOf(failed)}</Strip>}
      <div role="table" aria-label="Partners" aria-rowcount={(total.data ?? 0) + 1}>
        <div role="rowgroup">
          <div role="row" className="con-row-head" aria-rowindex={1}>
            <span role="columnheader">
              <span className="rf-vh">Choose</span>
            </span>
            <span role="columnheader">{total.data === undefined ? "Partners" : count(total.data, "partner")}</span>
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
        <div ref={box} role="rowgroup" className="con-rows" {...heightOf(virtualizer.getTotalSize())}>
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
      {total.data === undefined && !failed && (
        <div className="con-pad">
          <Skeleton shape="row" count={6} />
        </div>
      )}
      {total.data === 0 && (
        <EmptyState>Nobody here. Other filters may find somebody; invitations come from above.</EmptyState>
      )}
    </Card>
  );
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
