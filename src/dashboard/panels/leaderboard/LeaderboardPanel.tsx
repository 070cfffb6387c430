import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";

/** In the making. */
export function LeaderboardPanel(): ReactElement {
  return <Card title="Leaderboard" />;
}
