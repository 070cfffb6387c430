import type { ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { DataCard } from "./DataCard.tsx";
import { PayoutMethodCard } from "./PayoutMethodCard.tsx";
import { ChannelsCard, FriendsCard, LeaderboardCard, ProfileCard } from "./ProfileCards.tsx";

/** Who the partner is, how they are paid, and their data. */
export function SettingsPanel(): ReactElement {
  const { bootstrap, can } = useDashboard();
  const { sections, partner, program } = bootstrap;
  const profile = sections.profile && can("profile:write") ? partner : null;
  return (
    <div className="rf-stack rf-column">
      {profile && <ProfileCard profile={profile} />}
      {profile && <ChannelsCard profile={profile} />}
      {sections.payoutSettings && <PayoutMethodCard />}
      {profile && program.namePartners && <FriendsCard profile={profile} />}
      {profile && sections.leaderboard && <LeaderboardCard profile={profile} />}
      <DataCard />
    </div>
  );
}
