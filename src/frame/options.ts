import type {
  ReferralsData,
  ReferralsEmbedError,
  ReferralsEvent,
  ReferralsMessage,
  ReferralsSection,
  ReferralsState,
  ReferralsTokenSource,
} from "../contract/embed.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../contract/theme.ts";
import type { ReferralsMessageKey } from "../locales/message-key.ts";

/** What every way into the embed takes. All but `appUrl` may change at any time without a reload. */
export interface ReferralsEmbedOptions {
  /** Which dashboard. */
  data: ReferralsData;
  /** A `publicToken`, or a function that fetches one and lets the embed renew by itself. */
  token: ReferralsTokenSource;
  /** Default `light`; `system` follows the operating system without script. */
  theme?: ReferralsTheme | undefined;
  /** Colours, type, corners and density; what is left out is derived. Live. */
  themeOptions?: ReferralsThemeOptions | undefined;
  /** Where the embed page lives: `https:`, or `http:` on localhost. Default: the host page's own origin. */
  appUrl?: string | undefined;
  /** A BCP 47 language tag. Default: nearest `lang` attribute, then the browser's languages, then `en`. */
  locale?: string | undefined;
  /** Texts to replace. */
  messages?: Partial<Record<ReferralsMessageKey, ReferralsMessage>> | undefined;
  /** A list chooses and orders; default: all the program offers. */
  sections?: readonly ReferralsSection[] | { hide: readonly ReferralsSection[] } | undefined;
  /** Frame name for assistive technology. Default `Referrals` or `Referral analytics`. */
  title?: string | undefined;
  /** px. Reserved before content and the lasting floor; default: the skeleton's height, until the partner acts. */
  minHeight?: number | undefined;
  /** Of the iframe: at once, or when it comes near the viewport. Default `eager`. */
  loading?: "eager" | "lazy" | undefined;
  /** The handshake is done, the skeleton on screen. Height in px. */
  onReady?(e: { protocol: number; height: number }): void;
  /** First real content, `ms` after the mount. */
  onLoad?(e: { data: ReferralsData; state: ReferralsState; ms: number }): void;
  /** Every failure, typed. */
  onError?(error: ReferralsEmbedError): void;
  /** What the partner did. */
  onEvent?(event: ReferralsEvent): void;
  /** Once per expiry that could not be mended. */
  onTokenExpired?(e: { cause: "static" | "refused" }): void;
}

/** What a host may do with a running embed. */
export interface ReferralsEmbedHandle {
  /** Fresh data; the frame itself is not reloaded, unless it never came up. */
  reload(): void;
  /** Asks for another token; call it after the signed-in user changed. */
  refreshToken(): Promise<void>;
  /** Moves the keyboard's focus into the embed. */
  focus(): void;
  /** The state of now; changes come by `onEvent` as `state.changed`. */
  getState(): ReferralsState;
  /** The frame; `null` in inline mode. */
  readonly iframe: HTMLIFrameElement | null;
}

/** A running frame. */
export interface ReferralsFrame extends ReferralsEmbedHandle {
  /** Applies what differs by value; never reloads the frame, except for another `appUrl`. */
  update(next: Partial<ReferralsEmbedOptions>): void;
  /** Ends the connection one task later; a frame made by `mountReferralsEmbed` also leaves the page. */
  destroy(): void;
}
