import { colorScheme, skeletonHeight } from "./appearance.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

/** Keeps a frame's look and size on the host's side. */
export interface FrameHeight {
  /** Writes display, colour scheme and height for the options of now. */
  dress(): void;
  /** A height the page reported at a width, px. */
  report(height: number, width: unknown): void;
}

const MAX_HEIGHT = 20_000;
const LOOP_CHANGES = 20;

/** Last height by data and width, so that a remount reserves the right space. */
const remembered = new Map<string, number>();

/**
 * EMB-P11, EMB-P12. Heights: finite, rounded up, at most 20,000 px. More than 20 changes inside one second at one width keep
 * the largest, with one warning: a page that measures its own frame would grow for ever. Never below the reserve until the
 * partner acts in the frame, never below an explicit `minHeight`. Written through the CSSOM, which a strict policy lets pass.
 */
export function createFrameHeight(iframe: HTMLIFrameElement, options: () => ReferralsEmbedOptions): FrameHeight {
  let touched = false;
  let reserve = 0;
  let reservedFor: unknown;
  let height = 0;
  let width: unknown;
  let since = 0;
  let changes = 0;
  let largest = 0;
  const key = (): string => options().data + iframe.clientWidth;

  const apply = (): void => {
    touched ||= document.activeElement === iframe;
    const least = touched ? (options().minHeight ?? 0) : reserve;
    iframe.style.height = `${Math.min(Math.ceil(Math.max(height, least)), MAX_HEIGHT)}px`;
  };

  return {
    dress() {
      const { data, theme, minHeight } = options();
      iframe.style.display = "block";
      iframe.style.colorScheme = colorScheme(theme);
      const what = minHeight ?? key();
      if (what !== reservedFor)
        reserve = minHeight ?? remembered.get(key()) ?? skeletonHeight(data, iframe.clientWidth);
      reservedFor = what;
      apply();
    },
    report(next, at) {
      if (!Number.isFinite(next) || next < 0) return;
      const now = performance.now();
      const frozen = changes > LOOP_CHANGES;
      if (at !== width || (!frozen && now - since > 1000)) {
        width = at;
        since = now;
        changes = largest = 0;
      } else if (frozen) return;
      largest = Math.max(largest, next);
      height = ++changes > LOOP_CHANGES ? largest : next;
      if (changes > LOOP_CHANGES)
        console.warn("referrals-embed: the frame's height kept changing by itself and is now fixed.");
      remembered.set(key(), height);
      apply();
    },
  };
}
