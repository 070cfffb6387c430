import { PNG } from "pngjs";
import { ReferralsError } from "referrals-embed/contract";
import { encode } from "uqr";

/** A QR code to draw. */
export interface QrRequest {
  url: string;
  /** Pixels, both ways. */
  size: number;
  level: "L" | "M" | "Q" | "H";
  /** `#rrggbb`. */
  fgColor: string;
  bgColor: string;
  /** Modules of quiet zone. */
  margin: number;
}

/**
 * Draws a QR code as PNG. Every module has the same whole number of pixels; what is left over widens the margin.
 * @throws ReferralsError 422 when the text does not fit into any QR code
 */
export async function drawQrPng(request: QrRequest): Promise<Uint8Array> {
  const modules = modulesOf(request);
  const { size } = request;
  const ratio = size / modules.length;
  const scale = ratio < 1 ? ratio : Math.floor(ratio);
  const offset = Math.floor((size - modules.length * scale) / 2);
  const png = new PNG({ width: size, height: size, filterType: 0, colorType: 2 });
  const [dark, light] = [rgb(request.fgColor), rgb(request.bgColor)];
  for (let y = 0; y < size; y++) {
    const row = modules[Math.floor((y - offset) / scale)];
    for (let x = 0; x < size; x++) {
      const [red, green, blue] = row?.[Math.floor((x - offset) / scale)] ? dark : light;
      const at = (y * size + x) * 4;
      png.data[at] = red;
      png.data[at + 1] = green;
      png.data[at + 2] = blue;
      png.data[at + 3] = 255;
    }
  }
  return packed(png);
}

/** Compressed off the main thread. */
function packed(png: PNG): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    png.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    png.on("end", () => resolve(Buffer.concat(chunks)));
    png.on("error", reject);
    png.pack();
  });
}

/** The same as SVG: one path, one unit per module. */
export function drawQrSvg(request: QrRequest): string {
  const modules = modulesOf(request);
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  const { size, fgColor, bgColor } = request;
  const box = `width="${size}" height="${size}" viewBox="0 0 ${modules.length} ${modules.length}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges">` +
    `<path fill="${bgColor}" d="M0 0h${modules.length}v${modules.length}H0z"/><path fill="${fgColor}" d="${path}"/></svg>`
  );
}

function modulesOf({ url, level, margin }: QrRequest): boolean[][] {
  try {
    return encode(url, { ecc: level, border: margin, boostEcc: true }).data;
  } catch (cause) {
    throw new ReferralsError("unprocessable_entity", "too_big: url: is too long for a QR code of this level", {
      cause,
    });
  }
}

function rgb(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
