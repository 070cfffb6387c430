import { describe, expect, it } from "vitest";
import { nextMenuItem } from "../../../src/dashboard/ui/Menu.tsx";
import { nextTab } from "../../../src/dashboard/ui/Tabs.tsx";
import { popoverPosition } from "../../../src/dashboard/ui/popover-position.ts";
import { qrDrawing, qrSvg } from "../../../src/dashboard/ui/qr-drawing.ts";
import { dialogPlace } from "../../../src/dashboard/ui/visible-slice.ts";

describe("dialogPlace (DES-O3)", () => {
  it("centres in the visible slice of a tall frame", () => {
    expect(dialogPlace({ top: 1_000, height: 800 }, 400, false)).toEqual({ top: 1_200, maxHeight: 768 });
  });
  it("keeps 16 from the slice's top and never gets under 320 high", () => {
    expect(dialogPlace({ top: 50, height: 200 }, 900, false)).toEqual({ top: 66, maxHeight: 320 });
  });
  it("stands at the bottom where it is narrow", () => {
    expect(dialogPlace({ top: 100, height: 700 }, 300, true).top).toBe(492);
  });
});

describe("popoverPosition (DES-O4)", () => {
  const anchor = { left: 400, top: 100, width: 32, height: 32 };
  const size = { width: 168, height: 140 };
  const viewport = { width: 800, height: 600 };
  it("hangs below with its end at the anchor's end", () => {
    expect(popoverPosition(anchor, size, viewport, "end", false)).toEqual({ x: 264, y: 136 });
  });
  it("mirrors in RTL", () => {
    expect(popoverPosition(anchor, size, viewport, "end", true)).toEqual({ x: 400, y: 136 });
    expect(popoverPosition(anchor, size, viewport, "start", true)).toEqual({ x: 264, y: 136 });
  });
  it("flips above near the bottom", () => {
    expect(popoverPosition({ ...anchor, top: 560 }, size, viewport, "end", false).y).toBe(416);
  });
  it("stays inside a viewport that is too small", () => {
    expect(popoverPosition(anchor, size, { width: 100, height: 100 }, "centre", false)).toEqual({ x: 8, y: 8 });
  });
});

describe("nextTab", () => {
  it("wraps, follows direction, knows Home and End", () => {
    expect(nextTab("ArrowRight", 2, 3, false)).toBe(0);
    expect(nextTab("ArrowLeft", 0, 3, false)).toBe(2);
    expect(nextTab("ArrowRight", 0, 3, true)).toBe(2);
    expect(nextTab("Home", 2, 3, false)).toBe(0);
    expect(nextTab("End", 0, 3, true)).toBe(2);
    expect(nextTab("a", 0, 3, false)).toBeUndefined();
  });
});

describe("nextMenuItem", () => {
  const labels = ["Edit", "QR code", "Copy", "Close"];
  it("wraps with arrows and finds by letter after the current item", () => {
    expect(nextMenuItem("ArrowUp", 0, labels)).toBe(3);
    expect(nextMenuItem("ArrowDown", 3, labels)).toBe(0);
    expect(nextMenuItem("c", 0, labels)).toBe(2);
    expect(nextMenuItem("c", 2, labels)).toBe(3);
    expect(nextMenuItem("x", 0, labels)).toBeUndefined();
    expect(nextMenuItem("Shift", 0, labels)).toBeUndefined();
  });
});

describe("qrDrawing", () => {
  it("leaves a quiet zone of four and is black on white in the file", () => {
    const drawing = qrDrawing("https://acme.link/kayla");
    const columns = [...drawing.path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...columns)).toBe(4);
    expect(Math.max(...columns)).toBe(drawing.size - 5);
    expect(qrSvg(drawing)).toMatch(/fill="#fff".*fill="#000"/);
  });
});
