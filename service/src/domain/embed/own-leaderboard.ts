import type { EmbedSettings, Leaderboard, LeaderboardRow } from "referrals-embed/contract";
import { bandEdges, bandLabels, bandOf } from "referrals-embed/rules";
import { findOwnProfile } from "../../store/queries/embed/embed-profile.ts";
import { rankEnrollments, type RankedRow } from "../../store/queries/sums/leaderboard.ts";
import type { Context } from "../context.ts";
import { leaderboardSince } from "./leaderboard-period.ts";
import { openView, type EmbedSession } from "./session.ts";
import { present } from "../../present.ts";

const maxRows = 100;
const fewest = 5;

/** Real partners only: ranks, amounts in bands, names of those who opted in; the partner's own row is exact. */
export async function ownLeaderboard(ctx: Context, session: EmbedSession): Promise<Leaderboard> {
  const { settings, program } = await openView(ctx, session, { least: "read", section: "leaderboard" });
  const { period } = settings.leaderboard;
  const scope = { programId: session.programId, since: leaderboardSince(program, ctx.clock.now()) };
  const edges = bandEdges(program.currency);
  const ranked = await rankEnrollments(ctx.db, scope, {
    enrollmentId: session.enrollmentId,
    limit: maxRows,
    edges,
  });
  const participants = ranked.bands.reduce((sum, count) => sum + count, 0);
  const { leaderboard_opt_in: optedIn } = await findOwnProfile(ctx.db, session.workspaceId, session.partnerId);
  if (participants < fewest) {
    const me = { rank: null, earnings: null, band: null, optedIn };
    return { available: false, reason: "too_few_partners", period, participants, data: [], me };
  }
  const labels = bandLabels(ranked.bands);
  const isMe = (row: RankedRow): boolean => row.enrollmentId === session.enrollmentId;
  const data = ranked.rows.map((row) =>
    show(row, { isMe: isMe(row), band: present(labels[bandOf(row.earned, edges)], "the label"), settings }),
  );
  const { rank = null, earnings = null, band = null } = data.find((row) => row.isMe) ?? {};
  return { available: true, reason: null, period, participants, data, me: { rank, earnings, band, optedIn } };
}

function show(
  row: RankedRow,
  { isMe, band, settings }: { isMe: boolean; band: string; settings: EmbedSettings },
): LeaderboardRow {
  const money = settings.sections.earnings;
  const exact = isMe || settings.leaderboard.amounts === "exact";
  return {
    rank: row.rank,
    name: row.optedIn ? (row.leaderboardName ?? row.name) : null,
    isMe,
    earnings: money && exact ? row.earned : null,
    band: money && (isMe || !exact) ? band : null,
  };
}
