import { useEffect, useSyncExternalStore } from "react";
import type { ReferralsThemeOptions } from "../../contract/theme.ts";
import type { Derive } from "./theme-colours.ts";
import { loadCode } from "../../http/load-code.ts";

/** `null` where it could not be fetched; the next mount tries again. */
let derivation: Derive | null | undefined;
const waiting = new Set<() => void>();

/** Registers the colour derivation before the first paint. */
export function keepDerivation(derive: Derive | null): void {
  derivation = derive;
  for (const changed of waiting) changed();
}

function subscribe(changed: () => void): () => void {
  waiting.add(changed);
  return () => waiting.delete(changed);
}

/** A theme without colours of its own never fetches the derivation. */
export const hasColours = ({ backgroundColor, accentColor, chartColors }: ReferralsThemeOptions = {}): boolean =>
  Boolean(backgroundColor ?? accentColor ?? chartColors);

/** Fetches the derivation, unless it is here. */
export async function fetchDerivation(): Promise<void> {
  if (derivation) return;
  const code = await loadCode(() => import("./theme-colours.ts"), "themeColours").catch(() => null);
  keepDerivation(code && code.themeColours);
}

/** The derivation, fetched for a host with colours of its own; `undefined` until it has loaded or failed. */
export function useDerivation(options: ReferralsThemeOptions | undefined): Derive | null | undefined {
  const isWanted = hasColours(options);
  useEffect(() => {
    if (isWanted) void fetchDerivation();
  }, [isWanted]);
  const derive = useSyncExternalStore(
    subscribe,
    () => derivation,
    () => undefined,
  );
  return isWanted ? derive : null;
}
