import type { Leaderboard } from "../contract/index.ts";
import { isEarned } from "./answer-earnings.ts";
import { bandEdges, bandLabels, bandOf } from "../rules/bands.ts";
import { totalOf } from "./ledger.ts";
import { createRandom } from "./random.ts";
import type { DemoScene } from "./scene.ts";
import type { DemoState } from "./demo-state.ts";

const names = ["Studio Kestrel", "Jonas W.", "The Ledger Letter", "María P.", "Small Shop Talks", "Yuki", "Priya N."];

interface Ranked {
  earnings: number;
  name: string | null;
  isMe: boolean;
}

/** Real partners only: ranks, bands, names of those who opted in; the own row exact. */
export function answerLeaderboard({ scene, profile, earnings }: DemoState): Leaderboard {
  const optedIn = profile.leaderboardOptIn;
  const own = totalOf(earnings.filter(isEarned));
  const me = { earnings: own, name: optedIn ? (profile.leaderboardName ?? profile.name) : null, isMe: true };
  const all = [...others(scene), ...(own > 0 ? [me] : [])].sort((a, b) => b.earnings - a.earnings);
  const amounts = all.map((row) => row.earnings);
  const edges = bandEdges(scene.currency);
  const bands = amounts.map((amount) => bandOf(amount, edges));
  const labels = bandLabels(edges.map((_, band) => bands.filter((other) => other === band).length));
  const rows = all.map(({ earnings, name, isMe }, n) => {
    const isExact = isMe || scene.leaderboardAmounts === "exact";
    const band = isMe || !isExact ? labels[bands[n]!]! : null;
    return { rank: 1 + amounts.indexOf(earnings), name, isMe, earnings: isExact ? earnings : null, band };
  });
  const available = all.length >= 5;
  const mine = available ? rows.find((row) => row.isMe) : undefined;
  return {
    available,
    reason: available ? null : "too_few_partners",
    period: "all",
    participants: all.length,
    data: available ? rows.filter((row, n) => n < 100 || row.isMe) : [],
    me: { rank: mine?.rank ?? null, earnings: mine?.earnings ?? null, band: mine?.band ?? null, optedIn },
  };
}

function others({ leaderboardPartners, prices }: DemoScene): Ranked[] {
  const random = createRandom(5);
  return Array.from({ length: leaderboardPartners }, (_, n) => ({
    earnings: Math.floor(prices[0]! * 900 * 0.82 ** n * (0.9 + random() / 5)) + prices[0]!,
    name: names[(n - 1) / 3] ?? null,
    isMe: false,
  }));
}
