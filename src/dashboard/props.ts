import type { Ref } from "react";
import type {
  ReferralsData,
  ReferralsEmbedError,
  ReferralsEvent,
  ReferralsSection,
  ReferralsState,
  ReferralsTokenSource,
} from "../contract/embed.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../contract/theme.ts";
import type { TokenCall } from "../http/token-call.ts";
import type { TokenManager } from "../http/token-manager.ts";
import type { Catalogue } from "../locales/load-locale.ts";

/** What a host may do with a running dashboard. */
export interface ReferralsDashboardHandle {
  /** Reads everything afresh. */
  reload(): void;
  /** Asks for another token; call it after the signed-in user changed. */
  refreshToken(): Promise<void>;
  /** Focuses the active tab, else the first control. */
  focus(): void;
  getState(): ReferralsState;
}

/** Injected by tests, stories, and callers that request the first data before the dashboard exists. */
export interface DashboardEnvironment {
  /** Default: the global `fetch`; demo tokens are answered from memory. */
  fetch?: typeof globalThis.fetch | undefined;
  /** In place of the global `fetch` for tokens that are no demo's. */
  fetchReal?: typeof globalThis.fetch | undefined;
  /** Whether a host has given the first data: they are shown at once, and read again. */
  hasFirstData?: (() => boolean) | undefined;
  /** Monotonic milliseconds. Default `performance.now`. */
  now?: () => number;
  /** First delay between repeated reads, ms. Default 1,000. */
  retryBaseMs?: number;
  /** A token call shared below one provider, which its owner ends. */
  call?: TokenCall;
}

/** Props of `ReferralsDashboard`. */
export interface ReferralsDashboardProps {
  /** Which dashboard. */
  data: ReferralsData;
  /** Nothing yet: the dashboard waits in `loading`. */
  token: ReferralsTokenSource | null | undefined;
  /** {base_url}: the data are read from `{apiUrl}/embed/referrals`. */
  apiUrl: string;
  /** Default `light`. */
  theme?: ReferralsTheme;
  themeOptions?: ReferralsThemeOptions;
  /** BCP 47. Default: nearest `lang` attribute, then the browser's languages, then `en`. */
  locale?: string;
  /** Words to replace. */
  messages?: Catalogue;
  /** A list chooses and orders. Default: all the program offers. */
  sections?: readonly ReferralsSection[] | { hide: readonly ReferralsSection[] };
  /** Level the headings begin at. Default 2. */
  headingLevel?: 2 | 3 | 4;
  /** Group label for assistive technology. Default: "Referrals" or "Referral analytics". */
  title?: string;
  /** `page`: the frame's own document. Default `inline`. */
  presentation?: "inline" | "page";
  /** Origin of the page around the frame, `null` when it cannot be known; left out where there is no frame. */
  hostOrigin?: string | null;
  /** An existing manager: all below one provider share one token request and one cache. */
  tokens?: TokenManager;
  /** The skeleton is on screen. Height in px. */
  onReady?: (e: { protocol: number; height: number }) => void;
  /** First real content, `ms` after the mount. */
  onLoad?: (e: { data: ReferralsData; state: ReferralsState; ms: number }) => void;
  onError?: (error: ReferralsEmbedError) => void;
  onEvent?: (event: ReferralsEvent) => void;
  /** The state, on every change. */
  onStateChange?: (state: ReferralsState) => void;
  onTokenExpired?: (e: { cause: "static" | "refused" }) => void;
  handleRef?: Ref<ReferralsDashboardHandle>;
  environment?: DashboardEnvironment;
}
