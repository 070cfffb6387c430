import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/** One tab. */
export interface TabItem<Id extends string = string> {
  id: Id;
  label: ReactNode;
}

/** Props of {@link Tabs}. */
export interface TabsProps<Id extends string = string> {
  /** Accessible name of the tab list. */
  label: string;
  /** Prefix of the element ids, shared with {@link TabPanel}; from `useId`. */
  group: string;
  items: readonly TabItem<Id>[];
  active: Id;
  onChange: (id: Id) => void;
  /** Hover, touch or focus: the moment to fetch what a panel needs. */
  onIntent?: (id: Id) => void;
  /** `bar` (default) on the background, `segments` inside a card. */
  look?: "bar" | "segments";
}

/** Which tab a key leads to; arrows follow the direction the reader sees. */
export function nextTab(key: string, at: number, count: number, rtl: boolean): number | undefined {
  const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[key];
  if (step) return (at + step + count) % count;
  return { Home: 0, End: count - 1 }[key];
}

/** Brings a tab into its list's view without scrolling the page the embed sits in. */
function revealIn(list: HTMLElement, tab: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left < outer.left) list.scrollLeft += inner.left - outer.left - 24;
  if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right + 24;
}

/** Gaps between tabs to try, px; nearest to 4 first. */
const GAPS = [4, 6, 8, 2, 10, 12, 0, 16, 20];
/** How much of a tab must be in view, and out of it, to be seen as cut. */
const CUT = 18;

/** Where the tabs do not all fit, moves them apart until the edge runs through one, so that there is visibly more. */
function showCut(list: HTMLElement): void {
  const widths = [...list.children].map((tab) => tab.getBoundingClientRect().width);
  const edge = list.clientWidth;
  const isCut = (gap: number): boolean => {
    let start = 0;
    for (const width of widths) {
      if (edge > start + CUT && edge < start + width - CUT) return true;
      start += width + gap;
    }
    return start - gap <= edge;
  };
  // The line under the tabs needs the gap too, or it begins beside the bar.
  list.style.setProperty("--rf-gap", `${GAPS.find(isCut) ?? 4}px`);
}

/** APG tab list: one stop, arrows move and activate at once, Home and End. */
export function Tabs<Id extends string>(props: TabsProps<Id>): ReactElement {
  const { label, group, items, active, onChange, onIntent, look = "bar" } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${active}"]`);
    if (list.current && tab) revealIn(list.current, tab);
  }, [active]);
  // After every render, which may have changed the tabs; their widths also change when a font has loaded.
  useEffect(() => {
    const element = list.current;
    if (!element || look !== "bar" || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => showCut(element));
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const at = items.findIndex(({ id }) => id === active);
    const next = items[nextTab(event.key, at, items.length, rtl) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside are the one stop
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={look === "bar" ? "rf-tabs" : "rf-segments"}
      onKeyDown={onKeyDown}
    >
      {items.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${group}-tab-${id}`}
          data-tab={id}
          className={look === "bar" ? "rf-tab" : "rf-segment"}
          aria-selected={id === active}
          aria-controls={id === active ? `${group}-panel-${id}` : undefined}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChange(id)}
          onPointerEnter={() => onIntent?.(id)}
          onFocus={() => onIntent?.(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Props of {@link TabPanel}. */
export interface TabPanelProps {
  group: string;
  id: string;
  active: boolean;
  children?: ReactNode;
}

/** The panel of a tab; hidden ones stay mounted and keep their state. Render an empty one for a tab not yet visited. */
export function TabPanel({ group, id, active, children }: TabPanelProps): ReactElement {
  const panel = useRef<HTMLDivElement>(null);
  // Before the browser drops the focus that a hidden panel holds: it goes to the panel now in sight.
  useBrowserLayoutEffect(() => {
    const { activeElement } = (panel.current?.getRootNode() ?? {}) as Partial<Document>;
    if (active || !activeElement || !panel.current?.contains(activeElement)) return;
    const shown = panel.current.parentElement?.querySelector<HTMLElement>(":scope > .rf-panel:not([hidden])");
    shown?.focus({ preventScroll: true });
  }, [active]);
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={`${group}-panel-${id}`}
      aria-labelledby={`${group}-tab-${id}`}
      className="rf-panel"
      tabIndex={active ? 0 : undefined}
      hidden={!active}
    >
      {children}
    </div>
  );
}
