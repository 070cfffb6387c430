import { useEffect, useRef, useState, type RefObject } from "react";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/** Letters of a figure are never smaller, px. */
const LEAST = 13;

/**
 * Keeps every figure in a box (or the box itself) whole on one line: with fewer columns first, then with smaller letters. Measured,
 * as no count of characters says how wide a font draws them.
 */
export function useFit<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const [, setWidth] = useState<number>();
  // After each render: the figures may be others.
  useBrowserLayoutEffect(() => {
    if (box.current) fit(box.current);
  });
  useEffect(() => {
    const { current } = box;
    if (!current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    const refit = (): void => fit(current);
    const { fonts } = document;
    fonts?.addEventListener("loadingdone", refit);
    return () => {
      observer.disconnect();
      fonts?.removeEventListener("loadingdone", refit);
    };
  }, []);
  return box;
}

function fit(box: HTMLElement): void {
  const figures = box.matches(".rf-figure") ? [box] : [...box.querySelectorAll<HTMLElement>(".rf-figure")];
  const room = (): number => Math.min(1, ...figures.map((figure) => figure.clientWidth / figure.scrollWidth || 1));
  delete box.dataset.columns;
  box.style.removeProperty("--rf-figure");
  for (const columns of ["2", "1"]) {
    if (room() === 1) return;
    box.dataset.columns = columns;
  }
  const share = room();
  if (share === 1 || !figures[0]) return;
  const size = parseFloat(getComputedStyle(figures[0]).fontSize) * share;
  box.style.setProperty("--rf-figure", `${Math.max(LEAST, Math.floor(size))}px`);
}
