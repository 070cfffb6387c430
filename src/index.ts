"use client";
/**
 * The referral dashboard for React hosts.
 * @example
 * import { ReferralsEmbed } from "referrals-embed";
 * <ReferralsEmbed data="referrals" appUrl="https://app.example.com" token={token} />;
 */
export { ReferralsEmbed } from "./react/ReferralsEmbed.tsx";
export { ReferralsEmbedProvider } from "./react/ReferralsEmbedProvider.tsx";
export { ReferralsLauncher, type ReferralsLauncherProps } from "./react/ReferralsLauncher.tsx";
export { ReferralsLinkCard, type ReferralsLinkCardProps } from "./react/ReferralsLinkCard.tsx";
export type { ReferralsEmbedProps } from "./react/embed-props.ts";
export { ReferralsEmbedError } from "./contract/embed.ts";
export type {
  ReferralsData,
  ReferralsErrorCode,
  ReferralsEvent,
  ReferralsMessage,
  ReferralsSection,
  ReferralsState,
  ReferralsStateName,
  ReferralsTokenReason,
  ReferralsFirstData,
  ReferralsTokenContext,
  ReferralsTokenResult,
  ReferralsTokenSource,
} from "./contract/embed.ts";
export type { ReferralsTheme, ReferralsThemeOptions } from "./contract/theme.ts";
export type { ReferralsEmbedHandle, ReferralsEmbedOptions } from "./frame/options.ts";
export type { ReferralsMessageKey } from "./locales/message-key.ts";
