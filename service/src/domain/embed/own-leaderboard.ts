import type { EmbedSettings, Leaderboard, LeaderboardRow } from "referrals-embed/contract";
import { bandEdges, bandLabels, bandOf, localDate, startOfDay } from "referrals-embed/rules";
import { findOwnProfile } from "../../store/queries/embed-profile.ts";
import { rankEnrollments, type RankedRow } from "../../store/queries/leaderboard.ts";
import type { Context } from "../context.ts";
import { openView, type EmbedSession, type EmbedView } from "./session.ts";
import { present } from "../../present.ts";

const maxRows = 100;
const fewest = 5;

/** Only real partners: ranks, bands, names of those who opted in; the own row exact. */
export async function ownLeaderboard(ctx: Context, session: EmbedSession): Promise<Leaderboard> {
  const view = await openView(ctx, session, { least: "read", section: "leaderboard" });
  const { settings, program } = view;
  const { period } = settings.leaderboard;
  const scope = { programId: session.programId, since: sinceOf(ctx, view) };
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

/** Where the period begins: today and the 29 days before, or this month, in the program's time zone. */
function sinceOf(ctx: Context, { settings, program }: EmbedView): Date | null {
  const { timezone } = program;
  const today = localDate(ctx.clock.now(), timezone);
  switch (settings.leaderboard.period) {
    case "all":
      return null;
    case "30d":
      return new Date(startOfDay({ ...today, day: today.day - 29 }, timezone));
    case "month":
      return new Date(startOfDay({ ...today, day: 1 }, timezone));
  }
}
