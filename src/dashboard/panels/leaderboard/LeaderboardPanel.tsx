import type { ReactElement } from "react";
import type { Leaderboard, LeaderboardRow } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useLeaderboard } from "../../queries.ts";
import { useSaveProfile } from "../../writes.ts";
import { Badge } from "../../ui/Badge.tsx";
import { BidiText } from "../../ui/BidiText.tsx";
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

/** The own row stands after a gap when it lies outside the list. */
function Ranks({ board }: { board: Leaderboard }): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { t, number, money, band } = format;
  const { currency } = bootstrap.program;
  const own = board.data.find(({ isMe }) => isMe);
  const before = own && board.data[board.data.indexOf(own) - 1];
  const isApart = own && before && own.rank > before.rank + 1 && board.data.at(-1) === own;
  const listed = isApart ? board.data.filter((row) => row !== own) : board.data;
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
      {isApart && (
        <div className="rf-rank-apart">
          <p aria-hidden="true" className="rf-inset rf-muted">
            …
          </p>
          {table([own], t("leaderboard.you"))}
        </div>
      )}
    </>
  );
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
