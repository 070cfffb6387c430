import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";
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
 * Draws a QR code as PNG, two colours in a palette and one bit per pixel: a few milliseconds of this thread for the largest, and the
 * compression is zlib's, in a thread of its own. Every module has the same whole number of pixels; what is left over widens the margin.
 * @throws ReferralsError 422 when the text does not fit into any QR code
 */
export async function drawQrPng(request: QrRequest): Promise<Uint8Array> {
  const { size, fgColor, bgColor } = request;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Bit depth 1, indexed colours, and the only compression, filter and interlace methods used.
  header.set([1, 3, 0, 0, 0], 8);
  const image = await compressed(bitmapOf(modulesOf(request), size));
  const palette = Buffer.from([...rgb(bgColor), ...rgb(fgColor)]);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const chunks = [chunk("IHDR", header), chunk("PLTE", palette), chunk("IDAT", image), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

const compressed = promisify(deflate) as (bytes: Uint8Array) => Promise<Buffer>;

/** Rows of pixels as PNG packs them: a filter byte, then eight pixels a byte; a set bit is dark. Rows of one module are copied. */
function bitmapOf(modules: boolean[][], size: number): Buffer {
  const ratio = size / modules.length;
  const scale = ratio < 1 ? ratio : Math.floor(ratio);
  const offset = Math.floor((size - modules.length * scale) / 2);
  const moduleAt = (pixel: number): number => Math.floor((pixel - offset) / scale);
  const rowBytes = 1 + Math.ceil(size / 8);
  const bitmap = Buffer.alloc(rowBytes * size);
  for (let y = 0; y < size; y++) {
    const at = y * rowBytes;
    if (y > 0 && moduleAt(y) === moduleAt(y - 1)) {
      bitmap.copyWithin(at, at - rowBytes, at);
      continue;
    }
    const row = modules[moduleAt(y)];
    if (!row) continue;
    for (let x = 0; x < size; x++) {
      const cell = at + 1 + (x >> 3);
      if (row[moduleAt(x)]) bitmap[cell] = (bitmap[cell] ?? 0) | (128 >> (x & 7));
    }
  }
  return bitmap;
}

/** A chunk of a PNG file: length, name, content, checksum of name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** The same as SVG: one path of horizontal runs, one unit per module. */
export function drawQrSvg(request: QrRequest): string {
  const modules = modulesOf(request);
  let path = "";
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  }
  const { size, fgColor, bgColor } = request;
  const box = `width="${size}" height="${size}" viewBox="0 0 ${modules.length} ${modules.length}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges">` +
    `<path fill="${bgColor}" d="M0 0h${modules.length}v${modules.length}H0z"/><path fill="${fgColor}" d="${path}"/></svg>`
  );
}

/** Longest text for which the best mask is searched: the search draws the code eight times, 100 ms for the longest possible text. */
const mostMasked = 200;

function modulesOf({ url, level, margin }: QrRequest): boolean[][] {
  try {
    const maskPattern = url.length > mostMasked ? 2 : -1;
    return encode(url, { ecc: level, border: margin, boostEcc: true, maskPattern }).data;
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
