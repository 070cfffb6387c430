import { forwardRef, useContext, type ForwardRefExoticComponent, type RefAttributes } from "react";
import type { ReferralsEmbedHandle } from "../frame/options.ts";
import { EmbedContext } from "./embed-context.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { FrameEmbed } from "./FrameEmbed.tsx";
import { InlineEmbed } from "./InlineEmbed.tsx";
import { splitProps } from "./split-props.ts";

/**
 * A partner's links, results and earnings inside your own application.
 * In an iframe by default; `mode="inline"` renders in your own tree. No prop but `appUrl` and `mode` starts it anew.
 * @example
 * <ReferralsEmbed data="referrals" appUrl="https://app.example.com" token={() => fetchToken()} theme="system" />
 */
export const ReferralsEmbed: ForwardRefExoticComponent<ReferralsEmbedProps & RefAttributes<ReferralsEmbedHandle>> =
  /* @__PURE__ */ forwardRef(function ReferralsEmbed(own, handle) {
    const provider = useContext(EmbedContext);
    const parts = splitProps(provider?.props ?? {}, own);
    const tokens = own.token === undefined ? provider?.tokens : undefined;
    const Mode = parts.options.mode === "inline" ? InlineEmbed : FrameEmbed;
    return <Mode key={parts.options.appUrl} {...parts} tokens={tokens} handle={handle} />;
  });
