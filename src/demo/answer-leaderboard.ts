import type { Leaderboard, LeaderboardRow } from "../contract/index.ts";
import { isShown } from "./access.ts";
import { isEarned } from "./answer-earnings.ts";
import { bandsOf } from "./bands.ts";
import type { DemoCall } from "./call.ts";
import { createRandom } from "./random.ts";
import type { World } from "./world.ts";

const names = ["Studio Kestrel", "Jonas W.", "The Ledger Letter", "María P.", "Small Shop Talks", "Yuki", "Priya N."];

interface Ranked {
  earnings: number;
  name: string | null;
  isMe: boolean;
}

/** Real partners only: ranks, bands, names of those who opted in; the own row exact (domain-rules Y1, Y2). */
export function answerLeaderboard({ world }: DemoCall): Leaderboard {
  const { scene, profile } = world;
  const own = world.earnings.filter(isEarned).reduce((sum, row) => sum + row.earnings, 0);
  const all = [...others(scene.leaderboardPartners, scene.prices[0]!), ...(own > 0 ? [me(world, own)] : [])];
  all.sort((a, b) => b.earnings - a.earnings);
  const shared = { period: "all", participants: all.length } as const;
  const optedIn = profile.leaderboardOptIn;
  if (all.length < 5) {
    const nobody = { rank: null, earnings: null, band: null, optedIn };
    return { available: false, reason: "too_few_partners", ...shared, data: [], me: nobody };
  }
  const bands = bandsOf(
    all.map((row) => row.earnings),
    world.program.currency,
  );
  const rows = all.map((row, n) =>
    show(world, row, 1 + all.findIndex((other) => other.earnings === row.earnings), bands[n]!),
  );
  const mine = rows.find((row) => row.isMe);
  const data = rows.filter((row, n) => n < 100 || row.isMe);
  const { rank = null, earnings = null, band = null } = mine ?? {};
  return { available: true, reason: null, ...shared, data, me: { rank, earnings, band, optedIn } };
}

function show(world: World, row: Ranked, rank: number, band: string): LeaderboardRow {
  const money = isShown(world, "earnings");
  const exact = row.isMe || world.scene.leaderboardAmounts === "exact";
  return {
    rank,
    name: row.name,
    isMe: row.isMe,
    earnings: money && exact ? row.earnings : null,
    band: money && (row.isMe || !exact) ? band : null,
  };
}

function me({ profile }: World, earnings: number): Ranked {
  return { earnings, name: profile.leaderboardOptIn ? (profile.leaderboardName ?? profile.name) : null, isMe: true };
}

function others(count: number, price: number): Ranked[] {
  const random = createRandom(5);
  return Array.from({ length: count }, (_, n) => ({
    earnings: Math.floor(price * 900 * 0.82 ** n * (0.9 + random() / 5)) + price,
    name: n % 3 === 1 ? (names[(n - 1) / 3] ?? null) : null,
    isMe: false,
  }));
}
