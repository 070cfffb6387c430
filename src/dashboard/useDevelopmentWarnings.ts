import { useEffect, type RefObject } from "react";
import { useLatest } from "./ui/useLatest.ts";

const PATIENCE_MS = 10_000;
const said = new Set<string>();

function warnOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  console.warn(`referrals-embed: ${text}`);
}

/** Says, once and in development only, what keeps an embed from showing: no stylesheet (EMB-L5), no token (EMB-T2). */
export function useDevelopmentWarnings(root: RefObject<HTMLElement | null>, token: unknown): void {
  const latest = useLatest(token);
  useEffect(() => {
    // Said in full at this place, so that a production build leaves it out.
    if (typeof process !== "undefined" && process.env.NODE_ENV === "development") return watch(root.current, latest);
    return undefined;
  }, [root, latest]);
}

function watch(root: HTMLElement | null, token: RefObject<unknown>): () => void {
  if (root && !getComputedStyle(root).getPropertyValue("--rf-styles")) {
    warnOnce('the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
  }
  const timer = setTimeout(() => {
    if (!token.current) warnOnce("there is still no token after 10 s. Give `token` a string or a function.");
  }, PATIENCE_MS);
  return () => clearTimeout(timer);
}
