import { useEffect, useRef, useState, type RefObject } from "react";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/** Letters of a figure, px: a little smaller before its box has fewer columns, and never smaller than the least. */
const EASY = 16;
const LEAST = 13;

/**
 * Keeps every figure in a box (or the box itself) whole on one line: with letters a little smaller, else with fewer columns, at last with
 * small letters. Measured, as no count of characters says how wide a font draws them.
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
  box.style.removeProperty("--rf-figure");
  for (const columns of ["", "2", "1"]) {
    box.dataset.columns = columns;
    const share = room();
    if (share === 1 || !figures[0]) return;
    const size = Math.floor(parseFloat(getComputedStyle(figures[0]).fontSize) * share);
    if (size < EASY && columns !== "1") continue;
    box.style.setProperty("--rf-figure", `${Math.max(LEAST, size)}px`);
    return;
  }
}
