/** The script-tag build: defines `<referrals-embed>` and `window.ReferralsEmbed`. */
import { defineReferralsEmbed } from "./element/referrals-embed-element.ts";

export { connectReferralsEmbed as connect, mountReferralsEmbed as mount } from "./frame/mount.ts";
export { referralsEmbedIframe as iframe } from "./frame/embed-iframe.ts";
export { referralsEmbedUrl as url } from "./frame/embed-url.ts";

defineReferralsEmbed();
