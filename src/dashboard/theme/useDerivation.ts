import { useEffect, useSyncExternalStore } from "react";
import type { ReferralsThemeOptions } from "../../contract/theme.ts";
import type { ThemeColours } from "./derive.ts";

/** One of the two palettes. */
export type Scheme = "light" | "dark";

/** What a host may colour, with the background of the scheme in use. */
export interface ColourOptions extends Pick<ReferralsThemeOptions, "accentColor" | "chartColors"> {
  background?: string | undefined;
}

/** A host's colours, worked out. */
export interface DerivedTheme {
  /** Polarity of the cards, whatever the theme is called. */
  scheme: Scheme;
  colours: ThemeColours;
}

/** Works a host's colours out: `themeColours`. */
export type Derive = (options: ColourOptions, scheme: Scheme) => DerivedTheme | undefined;

/** `null` where it could not be fetched; asked for again by whoever comes next. */
let derivation: Derive | null | undefined;
const waiting = new Set<() => void>();

/** Has the derivation at hand from the first paint on. */
export function keepDerivation(derive: Derive | null): void {
  derivation = derive;
  for (const tell of waiting) tell();
}

function subscribe(changed: () => void): () => void {
  waiting.add(changed);
  return () => waiting.delete(changed);
}

/** A theme without colours of its own never fetches the derivation. */
const hasColours = ({ backgroundColor, accentColor, chartColors }: ReferralsThemeOptions = {}): boolean =>
  Boolean(backgroundColor ?? accentColor ?? chartColors);

/** The derivation, fetched for a host with colours of its own; `undefined` until it is known whether it can be had. */
export function useDerivation(options: ReferralsThemeOptions | undefined): Derive | null | undefined {
  const isWanted = hasColours(options);
  useEffect(() => {
    if (!isWanted || derivation) return;
    import("./theme-colours.ts").then(
      ({ themeColours }) => keepDerivation(themeColours),
      () => keepDerivation(null),
    );
  }, [isWanted]);
  const derive = useSyncExternalStore(
    subscribe,
    () => derivation,
    () => undefined,
  );
  return isWanted ? derive : null;
}
