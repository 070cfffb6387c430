import type { ForwardedRef, HTMLAttributes } from "react";
import type { TokenManager } from "../http/token-manager.ts";
import type { ReferralsEmbedHandle, ReferralsEmbedOptions } from "../frame/options.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** What both modes are given. */
export interface ModeProps {
  options: EmbedOptions;
  wrapper: HTMLAttributes<HTMLDivElement>;
  /** The provider's, unless the component has a token of its own (EMB-A4). */
  tokens: TokenManager | undefined;
  handle: ForwardedRef<ReferralsEmbedHandle>;
}

/** Options and what only React knows. */
export type EmbedOptions = ReferralsEmbedOptions &
  Pick<ReferralsEmbedProps, "mode" | "apiUrl" | "headingLevel" | "fallback" | "errorFallback">;

/** The embed's own props; all others belong on the wrapper. */
const OWN =
  /^(data|token|theme|themeOptions|appUrl|locale|messages|sections|title|minHeight|loading|mode|apiUrl|headingLevel|fallback|errorFallback|on(Ready|Load|Error|Event|TokenExpired))$/;

/** Joins the provider's props and the component's, whose win, and parts the embed's own from the wrapper's attributes. */
export function splitProps(provider: object, component: object): Pick<ModeProps, "options" | "wrapper"> {
  const options: Record<string, unknown> = {};
  const wrapper: Record<string, unknown> = {};
  for (const [name, value] of [...Object.entries(provider), ...Object.entries(component)])
    if (value !== undefined) (OWN.test(name) ? options : wrapper)[name] = value;
  return { options: options as unknown as EmbedOptions, wrapper };
}
