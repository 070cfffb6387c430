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
import { liveMs, problemOf, useCurrency, useInTurn, useRead, useReadAll } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { CsvButton } from "../../parts/CsvButton.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page } from "../../parts/Page.tsx";
import type { ReferralsMessageKey } from "../../../locales/message-key.ts";
import { count } from "../../parts/words.ts";
import { BulkBar } from "./BulkBar.tsx";
import { InvitationLink } from "./InvitationLink.tsx";

/** Few enough to be there at once; a window shows fewer. */
const pageSize = 50;
/** Rows on both sides of those in view that are read once these are there. */
const ahead = 50;
/** The address follows the typed text when it rests: browsers count how often a page changes it. */
const addressPauseMs = 300;

const columns = [
  ["totalClicks", "metric.clicks"],
  ["totalLeads", "metric.leads"],
  ["totalSaleAmount", "metric.saleAmount"],
  ["totalCommissions", "commission.paid"],
] as const satisfies readonly (readonly [PartnerSortField, ReferralsMessageKey])[];

/** Which partners, in which order. */
type Asked = Pick<PartnerListQuery, "search" | "status" | "groupId" | "partnerTagId" | "sortBy" | "sortOrder">;

/** A page of the list, what was asked, and the number of all that match where the list need not be counted for it. */
const pageOf = (asked: Asked, page: number) => ({
  queryKey: ["partners.list", "page", asked, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { ...asked, page: page + 1, pageSize, total: false };
    const { value: rows, headers } = await call("partners.list", { query }, { signal });
    const total = headers.get("X-Total-Count");
    return { asked, rows, total: total === null ? undefined : Number(total) };
  },
  refetchInterval: liveMs,
});

/** All partners in one list, however many. */
export default function PartnersScreen(): ReactElement {
  const { query } = useAddress();
  const { format, words, canManage } = useConsole();
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
  const groups = useReadAll("groups.list");
  const tags = useReadAll("tags.list");
  return (
    <Page
      title="Partners"
      actions={
        <>
          <CsvButton name="partners.list" query={wanted} file="partners" />
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
          aria-label={format.t("list.status")}
          value={status ?? ""}
          prompt="Any status"
          options={Object.entries(words.enrollment).map(([value, [label]]) => ({ value, label }))}
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
        isTyping={typed !== undefined}
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
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Another address asks for something else: what stands in the field must be what is shown.
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label className="rf-field">
      <span className="rf-vh">Search by name, address or id</span>
      <input
        ref={input}
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
  /** The number of all waits until no key has come for a moment: it may take longer than the rows, which the next key asks for. */
  isTyping: boolean;
  onSort: (by: PartnerSortField) => void;
  chosen: ReadonlyMap<string, Partner>;
  onChoose: (chosen: ReadonlyMap<string, Partner>) => void;
}

/** Reads the pages around what is in view, and draws its rows alone; the rows before stay until others are there. */
function PartnerRows({ wanted, isTyping, onSort, chosen, onChoose }: RowsProps): ReactElement {
  const { format, words, canManage } = useConsole();
  const question = useInTurn(wanted);
  const first = useQuery({ ...pageOf(question.asked, 0), placeholderData: keepPreviousData });
  const isOld = question.isBehind(first.isLoading || first.isPlaceholderData);
  const { asked = question.asked, rows = [], total: told } = first.data ?? {};
  const { sortBy: _, sortOrder: __, ...filters } = asked;
  const isAsked = first.data !== undefined && told === undefined && !isOld && !isTyping;
  const counted = useRead("partners.count", { query: filters }, { enabled: isAsked, live: true });
  const total = told ?? (counted.isPlaceholderData ? undefined : counted.data);
  /** As far as is known. */
  const length = total ?? rows.length;
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const rowHeight = isWide ? 48 : 56;
  // oxlint-disable-next-line react/incompatible-library -- nothing compiles the console: its functions are asked anew at each render
  const virtualizer = useWindowVirtualizer({
    count: length,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 10,
    scrollMargin: box.current?.offsetTop ?? 0,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const view = useInTurn({ asked, pages: pagesAround(items, length) });
  const read = useQueries({ queries: view.asked.pages.map((page) => pageOf(view.asked.asked, page)) });
  const isMissing = view.isBehind(read.some(({ isLoading }) => isLoading));
  const near = isMissing || isOld ? [] : pagesAround(items, length, ahead);
  useQueries({ queries: near.map((page) => pageOf(asked, page)) });
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
  const failed = first.error ?? counted.error ?? read.find(({ error }) => error !== null)?.error;
  const currency = useCurrency();
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
      <div
        role="table"
        aria-label="Partners"
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={isOld || isMissing}
      >
        <div role="rowgroup">
          <div role="row" className="con-row-head" aria-rowindex={1}>
            <span role="columnheader">
              <span className="rf-vh">{format.t("form.choose")}</span>
            </span>
            <span role="columnheader">{titleOf(rows, total)}</span>
            <span role="columnheader">{format.t("list.status")}</span>
            {columns.map(([by, label]) => (
              <span key={by} role="columnheader" className="con-wide con-end" aria-sort={sorted(by)}>
                <button type="button" onClick={() => onSort(by)}>
                  {format.t(label)}
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
                      <Badge tone={words.enrollment[partner.status][1]}>{words.enrollment[partner.status][0]}</Badge>
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
                  <span role="cell" aria-label={format.t("shell.loading")}>
                    <Skeleton shape="line" />
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {first.data === undefined && !failed && (
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

/** How many partners the list has, or at least has. */
function titleOf(rows: readonly Partner[], total: number | undefined): string {
  if (total !== undefined) return count(total, "partner");
  return rows.length === 0 ? "Partners" : `${rows.length}+ partners`;
}

/** The pages of the rows in view, and of as many around them. */
function pagesAround(items: readonly { index: number }[], total: number, around = 0): number[] {
  const [from, to] = [
    Math.max(0, (items[0]?.index ?? 0) - around),
    Math.min(total - 1, (items.at(-1)?.index ?? 0) + around),
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
  const { format } = useConsole();
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
        { name: "name", label: format.t("settings.name"), hint: "May stay empty: they fill it in themselves." },
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
