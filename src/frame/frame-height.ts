import type { ReferralsState } from "../contract/embed.ts";
import { colorScheme, DASHBOARD_STATES, skeletonHeight } from "./frame-attributes.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

const MAX_HEIGHT = 20_000;
const MAX_CHANGES_PER_SECOND = 20;

/** Last height by data and width, so that a remount reserves the right space. */
const remembered: Record<string, number> = {};

/** What a page measured, px. It comes from another origin: any type. */
export interface MeasuredSize {
  height: number;
  width: unknown;
}

/** Look and height of a frame element. */
export interface FrameHeight {
  /** Writes them for the options of now. `isHidden`: a failure panel stands in the frame's place. */
  applyStyle(isHidden: boolean): void;
  /** Takes the height of the page's content. */
  setMeasuredHeight(measured: MeasuredSize): void;
}

/**
 * Sizes a frame (EMB-P11, EMB-P12):
 * 1. A height is finite, rounded up and at most 20,000 px; anything else is ignored.
 * 2. A page that measures its own frame would grow without end: after 20 changes within one second at one width the largest height stays
 *    until the width changes, with one warning.
 * 3. Until the partner has used the frame it never shrinks below its reserve, so that nothing under it jumps; an explicit
 *    `minHeight` holds always. A notice in the dashboard's place needs no reserve.
 * 4. Everything is written through the CSSOM: a strict `style-src` drops style attributes.
 */
export function createFrameHeight(
  iframe: HTMLIFrameElement,
  getOptions: () => ReferralsEmbedOptions,
  getState: () => ReferralsState["name"],
): FrameHeight {
  const { style } = iframe;
  const limitLoop = createLoopLimit();
  let reservedFor: string | undefined;
  let reserve = 0;
  let isUsed = false;
  let height = 0;

  const sizeKey = (): string => getOptions().data + iframe.clientWidth;

  function applyStyle(isHidden: boolean): void {
    const { data, theme, minHeight } = getOptions();
    style.display = isHidden ? "none" : "block";
    style.colorScheme = colorScheme(theme);
    if (reservedFor !== sizeKey()) {
      reservedFor = sizeKey();
      reserve = remembered[reservedFor] ?? skeletonHeight(data, iframe.clientWidth);
    }
    isUsed ||= document.activeElement === iframe;
    // A state may come before the first height: a frame without height would pull the content below up, and push it down again.
    const isReserved = height === 0 || (!isUsed && DASHBOARD_STATES.includes(getState()));
    const floor = Number.isFinite(minHeight) ? (minHeight as number) : isReserved ? reserve : 0;
    style.height = `${Math.min(Math.ceil(Math.max(height, floor)), MAX_HEIGHT)}px`;
  }

  function setMeasuredHeight({ height: measured, width }: MeasuredSize): void {
    if (!Number.isFinite(measured) || measured < 0) return;
    const next = limitLoop(measured, width);
    if (next === undefined) return;
    height = next;
    remembered[sizeKey()] = height;
    applyStyle(false);
  }

  return { applyStyle, setMeasuredHeight };
}

/** Requirement 2 above: answers the height to use, or `undefined` once it is fixed for this width. */
function createLoopLimit(): (height: number, width: unknown) => number | undefined {
  let lastWidth: unknown;
  let secondEndsAt = 0;
  let changes = 0;
  let largest = 0;
  return (height, width) => {
    const now = performance.now();
    const isFixed = changes > MAX_CHANGES_PER_SECOND;
    if (width !== lastWidth || (!isFixed && now > secondEndsAt)) {
      lastWidth = width;
      secondEndsAt = now + 1000;
      changes = largest = 0;
    } else if (isFixed) return undefined;
    largest = Math.max(largest, height);
    if (++changes <= MAX_CHANGES_PER_SECOND) return height;
    console.warn("referrals-embed: the height kept changing and is now fixed.");
    return largest;
  };
}
