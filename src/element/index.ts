/**
 * Registers `<referrals-embed>`.
 * @example
 * import "referrals-embed/element";
 * // <referrals-embed data="referrals" app-url="https://app.example.com" token-url="/api/referrals-token"></referrals-embed>
 */
import { defineReferralsEmbed } from "./referrals-embed-element.ts";

export type { ReferralsEmbedElement } from "./referrals-embed-element.ts";

defineReferralsEmbed();
