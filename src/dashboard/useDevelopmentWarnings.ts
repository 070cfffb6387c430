import { useEffect, type RefObject } from "react";
import { useLatest } from "./ui/useLatest.ts";

const PATIENCE_MS = 10_000;
const isDevelopment = typeof process !== "undefined" && process.env.NODE_ENV === "development";
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
    if (!isDevelopment || !root.current) return;
    if (!getComputedStyle(root.current).getPropertyValue("--rf-styles")) {
      warnOnce('the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
    }
    const timer = setTimeout(() => {
      if (!latest.current) warnOnce("there is still no token after 10 s. Give `token` a string or a function.");
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [root, latest]);
}
