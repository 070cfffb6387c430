import { forwardRef, type ForwardRefExoticComponent, type RefAttributes } from "react";
import type { ReferralsEmbedHandle } from "../frame/options.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { ReferralsEmbed } from "./ReferralsEmbed.tsx";

/** Props of `ReferralsLinkCard`: those of `ReferralsEmbed`, which it is. */
export type ReferralsLinkCardProps = Omit<ReferralsEmbedProps, "data" | "sections">;

/**
 * A partner's link to copy and share, the offer and one figure, for menus and account pages.
 * @example
 * <ReferralsLinkCard appUrl="https://app.example.com" token={() => fetchToken()} />
 */
export const ReferralsLinkCard: ForwardRefExoticComponent<
  ReferralsLinkCardProps & RefAttributes<ReferralsEmbedHandle>
> = /* @__PURE__ */ forwardRef(function ReferralsLinkCard(props, handle) {
  return <ReferralsEmbed {...props} ref={handle} data="card" />;
});
