/**
 * The iframe way into the embed, for any framework and none.
 * @example
 * import { mountReferralsEmbed } from "referrals-embed/frame";
 * mountReferralsEmbed("#referrals", { data: "referrals", appUrl: "https://app.example.com", token });
 */
export { connectReferralsEmbed, mountReferralsEmbed } from "./embed.ts";
export { referralsEmbedIframe } from "./embed-iframe.ts";
export { referralsEmbedUrl, type ReferralsUrlOptions } from "./embed-url.ts";
export type { ReferralsEmbedHandle, ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
export { isPortMessage, isWindowMessage } from "./protocol.ts";
export type { FrameConfig, FrameError, HostMessage, PageMessage, WindowMessage } from "./protocol.ts";
export * from "../contract/embed.ts";
export type { ReferralsTheme, ReferralsThemeOptions } from "../contract/theme.ts";
export type { ReferralsMessageKey } from "../locales/message-key.ts";
