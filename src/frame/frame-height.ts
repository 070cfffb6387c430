import { colorScheme, skeletonHeight } from "./frame-attributes.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

/** Last height by data and width, so that a remount reserves the right space. */
const remembered: Record<string, number> = {};

/**
 * EMB-P11, EMB-P12. Heights: finite, rounded up, at most 20,000 px; the page sees to it that they come to rest. Never below the
 * reserve until the partner acts in the frame, never below an explicit `minHeight`. Written through the CSSOM, which a strict
 * policy lets pass.
 * @returns `dress`, which writes look and height for the options of now, unless something else stands in the frame's place, and
 * `report`, for what the page measured
 */
export function createFrameHeight(
  iframe: HTMLIFrameElement,
  options: () => ReferralsEmbedOptions,
): [dress: (hidden?: unknown) => void, report: (height: number) => void] {
  const { style } = iframe;
  let reservedFor: string | undefined;
  let reserve = 0;
  let touched = false;
  let height = 0;

  const key = (): string => options().data + iframe.clientWidth;
  const dress = (hidden?: unknown): void => {
    const { data, theme, minHeight } = options();
    style.display = hidden ? "none" : "block";
    style.colorScheme = colorScheme(theme);
    if (reservedFor !== (reservedFor = key()))
      reserve = remembered[reservedFor] ?? skeletonHeight(data, iframe.clientWidth);
    touched ||= document.activeElement === iframe;
    style.height = `${Math.min(Math.ceil(Math.max(height, minHeight ?? (touched ? 0 : reserve))), 20_000)}px`;
  };
  const report = (next: number): void => {
    if (!Number.isFinite(next) || next < 0) return;
    remembered[key()] = height = next;
    dress();
  };
  return [dress, report];
}
