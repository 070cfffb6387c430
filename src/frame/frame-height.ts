import { colorScheme, skeletonHeight } from "./frame-attributes.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

const MAX_HEIGHT = 20_000;
const LOOP_CHANGES = 20;

/** Last height by data and width, so that a remount reserves the right space. */
const remembered: Record<string, number> = {};

/**
 * EMB-P11, EMB-P12. Heights: finite, rounded up, at most 20,000 px. More than 20 changes inside one second at one width keep
 * the largest, with one warning: a page that measures its own frame would grow for ever. Never below the reserve until the
 * partner acts in the frame, never below an explicit `minHeight`. Written through the CSSOM, which a strict policy lets pass.
 * @returns `dress`, which writes look and height for the options of now, unless something else stands in the frame's place, and
 * `report`, for what the page measured
 */
export function createFrameHeight(
  iframe: HTMLIFrameElement,
  options: () => ReferralsEmbedOptions,
): [dress: (hidden?: unknown) => void, report: (measured: { height: number; width: unknown }) => void] {
  const { style } = iframe;
  let reservedFor: string | undefined;
  let reserve = 0;
  let touched = false;
  let height = 0;
  let width: unknown;
  let until = 0;
  let changes = 0;
  let largest = 0;

  const key = (): string => options().data + iframe.clientWidth;
  const dress = (hidden?: unknown): void => {
    const { data, theme, minHeight } = options();
    style.display = hidden ? "none" : "block";
    style.colorScheme = colorScheme(theme);
    if (reservedFor !== (reservedFor = key()))
      reserve = remembered[reservedFor] ?? skeletonHeight(data, iframe.clientWidth);
    touched ||= document.activeElement === iframe;
    style.height = `${Math.min(Math.ceil(Math.max(height, minHeight ?? (touched ? 0 : reserve))), MAX_HEIGHT)}px`;
  };
  const report = ({ height: next, width: at }: { height: number; width: unknown }): void => {
    if (!(next >= 0 && next < Infinity)) return;
    const now = performance.now();
    if (at !== width || now > until) {
      width = at;
      until = now + 1000;
      changes = largest = 0;
    }
    if (changes > LOOP_CHANGES) return;
    height = next;
    largest = Math.max(largest, next);
    if (++changes > LOOP_CHANGES) {
      until = Infinity;
      height = largest;
      console.warn("referrals-embed: the height kept changing and is now fixed.");
    }
    remembered[key()] = height;
    dress();
  };
  return [dress, report];
}
