import { useState, type ReactElement } from "react";
import { currencyExponent } from "../../../contract/money.ts";
import type { Leaderboard, LeaderboardRow } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import type { Format } from "../../format/create-format.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useLeaderboard } from "../../queries.ts";
import { useSaveProfile } from "../../writes.ts";
import { Badge } from "../../ui/Badge.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Strip } from "../../ui/Strip.tsx";
import { Table, type Column } from "../../ui/Table.tsx";

/** Real partners by what they earned; names of those who show theirs. */
export function LeaderboardPanel(): ReactElement {
  const { session, format } = useDashboard();
  const { t } = format;
  const read = useLeaderboard(session);
  const count = read.data?.participants;
  return (
    <Card
      flush
      className="rf-leaderboard"
      title={t("section.leaderboard")}
      aside={count ? t("leaderboard.participants", { count }) : undefined}
      actions={read.data && <ShowMyName optedIn={read.data.me.optedIn} />}
    >
      <PanelRead read={read} inset failed="failed.leaderboard" skeleton={<RanksSkeleton />}>
        {(board) => (board.available ? <Ranks board={board} /> : <EmptyState>{t("leaderboard.empty")}</EmptyState>)}
      </PanelRead>
    </Card>
  );
}

/** Rows at the top that are always shown, and rows on each side of the own one. */
const TOP = 3;
const BESIDE = 2;
/** Without an own row there is only the top. */
const TOP_ALONE = 10;

/** The top, the own row with its neighbours after a gap, and how far it is to the next rank; all rows when asked for. */
function Ranks({ board }: { board: Leaderboard }): ReactElement {
  const { bootstrap, format } = useDashboard();
  const [isWhole, setIsWhole] = useState(false);
  const { t, number, money, band } = format;
  const { currency } = bootstrap.program;
  const at = board.data.findIndex(({ isMe }) => isMe);
  const top = at < 0 ? TOP_ALONE : TOP;
  const from = Math.max(top, at - BESIDE);
  const isGap = at >= 0 && (from > top || (board.data[from]?.rank ?? 0) > from + 1);
  const near = at < 0 ? [] : board.data.slice(from, at + BESIDE + 1);
  const isShort = top + near.length < board.data.length;
  const apart = isWhole || !isGap ? [] : near;
  const listed = isWhole ? board.data : [...board.data.slice(0, top), ...(isGap ? [] : near)];
  const amount = (row: LeaderboardRow): string | null => {
    if (row.earnings !== null) return money(row.earnings, currency);
    return row.band && band(row.band, currency);
  };
  const columns: Column<LeaderboardRow>[] = [
    { key: "rank", header: t("leaderboard.rank"), cell: ({ rank }) => <span className="rf-num">{number(rank)}</span> },
    {
      key: "name",
      header: t("leaderboard.name"),
      kind: "fill",
      cell: ({ name, isMe }) => (
        <span className="rf-rank-name">
          <span className="rf-break">
            <BidiText>{name ?? t("leaderboard.partner")}</BidiText>
          </span>
          {isMe && <Badge>{t("leaderboard.you")}</Badge>}
        </span>
      ),
    },
    { key: "earned", header: t("leaderboard.earned"), kind: "number", cell: amount },
  ];
  const table = (rows: readonly LeaderboardRow[], caption: string): ReactElement => (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ rank, isMe }) => `${rank}${isMe ? "me" : `-${rows.findIndex((row) => row.rank === rank)}`}`}
      isOwn={({ isMe }) => isMe}
      stacks={false}
    />
  );
  return (
    <>
      {table(listed, t("section.leaderboard"))}
      {apart.length > 0 && (
        <div className="rf-rank-apart">
          <p aria-hidden="true" className="rf-inset rf-muted">
            …
          </p>
          {table(apart, t("leaderboard.you"))}
        </div>
      )}
      <div className="rf-inset rf-row rf-rank-foot">
        <p className="rf-small rf-grow">{stepText(board, format, currency)}</p>
        {isShort && !isWhole && (
          <Button variant="text" onClick={() => setIsWhole(true)}>
            {t("analytics.showAll")}
          </Button>
        )}
      </div>
    </>
  );
}

/** The distance to the next rank: exact if the amount is shown, "at least" if only a band is. */
function stepText({ data }: Leaderboard, { t, money, number }: Format, currency: string): string | undefined {
  const me = data.find(({ isMe }) => isMe);
  const next = me && data.findLast(({ rank }) => rank < me.rank);
  if (!me || !next || me.earnings === null) return undefined;
  const slots = (missing: number): Record<string, string> => ({
    amount: money(missing, currency),
    rank: number(next.rank),
  });
  if (next.earnings !== null) return t("leaderboard.step", slots(next.earnings - me.earnings));
  const least = Number(next.band?.split("-")[0] ?? 0) * 10 ** currencyExponent(currency);
  return least > me.earnings ? t("leaderboard.stepLeast", slots(least - me.earnings)) : undefined;
}

function ShowMyName({ optedIn }: { optedIn: boolean }): ReactElement | null {
  const { session, format, can, bootstrap } = useDashboard();
  const save = useSaveProfile(session);
  if (!can("profile:write") || !bootstrap.sections.profile) return null;
  return (
    <>
      <label className="rf-choice rf-small">
        <input
          type="checkbox"
          checked={save.isPending ? save.variables.leaderboardOptIn === true : optedIn}
          onChange={(event) => save.mutate({ leaderboardOptIn: event.currentTarget.checked })}
        />
        {format.t("leaderboard.showName")}
      </label>
      {save.isError && <Strip>{format.t("failed.action")}</Strip>}
    </>
  );
}

function RanksSkeleton(): ReactElement {
  return (
    <div className="rf-inset">
      <Skeleton shape="row" count={9} />
    </div>
  );
}
