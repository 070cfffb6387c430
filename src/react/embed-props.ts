import type { AriaAttributes, HTMLAttributes, ReactNode } from "react";
import type { ReferralsEmbedError, ReferralsTokenSource } from "../contract/embed.ts";
import type { ReferralsEmbedOptions } from "../frame/options.ts";

/** What a host may put on the outer wrapper; `data-*` needs no type. */
type WrapperAttributes = Pick<HTMLAttributes<HTMLDivElement>, "className" | "style" | "id"> & AriaAttributes;

/** Props of `ReferralsEmbed`; `className`, `style`, `id`, `data-*` and `aria-*` go on the outer wrapper. */
export interface ReferralsEmbedProps extends Omit<ReferralsEmbedOptions, "token">, WrapperAttributes {
  /** A `publicToken`, or a function that fetches one; here or on the provider. Without one the embed waits in `loading`. */
  token?: ReferralsTokenSource | null | undefined;
  /** `iframe` isolates; `inline` renders in the host's own tree. Default `iframe`. */
  mode?: "iframe" | "inline" | undefined;
  /** Inline and hooks: the API base. Default `{appUrl}/api`. */
  apiUrl?: string | undefined;
  /** Inline: the level the headings begin at. Default 2. */
  headingLevel?: 2 | 3 | 4 | undefined;
  /** Shown until the embed is ready. Default: the embed's own skeleton. */
  fallback?: ReactNode;
  /** For what the embed cannot draw itself. Default: a plain panel with a retry button. */
  errorFallback?: ReactNode | ((error: ReferralsEmbedError, retry: () => void) => ReactNode);
}
