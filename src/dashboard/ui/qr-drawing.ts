import { encode } from "uqr";

/** A code as modules on a square grid, quiet zone of 4 included. */
export interface QrDrawing {
  /** Modules along one side. */
  size: number;
  /** SVG path of the dark modules, one unit each. */
  path: string;
}

/** Draws a code with error correction M. The caller paints it black on white: scanners need that contrast. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size, path: rows.join("") };
}

/** A stand-alone SVG file of the code. */
export function qrSvg({ size, path }: QrDrawing): string {
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`;
  const back = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${back}<path fill="#000" d="${path}"/></svg>`;
}

/** A PNG of the code, about 1024 px wide, a whole number of pixels per module. */
export function qrPng({ size, path }: QrDrawing): Promise<Blob> {
  const scale = Math.max(1, Math.round(1024 / size));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.reject(new Error("No picture can be drawn here."));
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = "#000";
  const modules = new Path2D(path);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  pen.fill(modules);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png");
  });
}
