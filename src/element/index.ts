/**
 * Registers `<referrals-embed>`, `<referrals-link-card>` and `<referrals-launcher>`.
 * @example
 * import "referrals-embed/element";
 * // <referrals-embed data="referrals" app-url="https://app.example.com" token-url="/api/referrals-token"></referrals-embed>
 */
import { showFailure } from "../frame/show-failure.ts";
import { showLauncher } from "../frame/show-launcher.ts";
import { defineReferralsEmbed } from "./referrals-embed-element.ts";

export type { ReferralsEmbedElement } from "./referrals-embed-element.ts";

defineReferralsEmbed({ showFailure, showLauncher });
