import type { Bootstrap, EmbedReward } from "../contract/records.ts";
import { analyticsSections, referralsSections, type ReferralsData, type ReferralsSection } from "../contract/embed.ts";

/** What the host asks to see: a list that chooses and orders, or what to leave out. */
export type SectionChoice = readonly ReferralsSection[] | { hide: readonly ReferralsSection[] } | undefined;

/** Sections on screen, in order: what the program, the plan and the token offer, less what the host leaves out. */
export function resolveSections(
  data: ReferralsData,
  bootstrap: Bootstrap,
  choice: SectionChoice,
): readonly ReferralsSection[] {
  const all: readonly ReferralsSection[] = data === "analytics" ? analyticsSections : referralsSections;
  const offered = all.filter((section) => (data === "analytics" ? true : isOffered(section, bootstrap)));
  if (!choice) return offered;
  if ("hide" in choice) return offered.filter((section) => !choice.hide.includes(section));
  const chosen = choice.filter((section) => offered.includes(section));
  // A list that names no offered section would leave the embed blank.
  return chosen.length > 0 ? chosen : offered;
}

/** What bringing in partners pays; nothing without such a reward. */
export function invitationReward({ rewards }: Pick<Bootstrap, "rewards">): EmbedReward | undefined {
  return rewards.find(({ event }) => event === "referral");
}

function isOffered(section: ReferralsSection, bootstrap: Bootstrap): boolean {
  const { sections, resources, faq, referralForm } = bootstrap;
  switch (section) {
    case "links":
      return sections.links;
    case "earnings":
      return sections.earnings || sections.payouts;
    case "leaderboard":
      return sections.leaderboard;
    case "resources":
      return Boolean((sections.resources && resources?.length) || (sections.faq && faq?.length));
    case "refer":
      return sections.referrals && (referralForm !== null || invitationReward(bootstrap) !== undefined);
    case "settings":
      return sections.profile || sections.payoutSettings;
    default:
      return true;
  }
}
