import { crc32, deflateSync } from "node:zlib";
import { brandColours } from "referrals-embed/rules";

/** Size that social networks show a link's picture in. */
const width = 1200;
const height = 630;
/** The dashboard's accent, for a program without a colour. */
const usual = "#2867e4";

/** A picture in the program's colour, which stands beside the link's title: a lighter disc in a field of the colour. */
export function socialCard(brandColor: string | null): Buffer {
  const colour = brandColours(brandColor)?.light.accent ?? usual;
  const field = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const lighter = (share: number): number[] => field.map((part) => Math.round(part + (255 - part) * share));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header()),
    chunk("PLTE", Buffer.from([...field, ...lighter(0.22), ...lighter(0.9)])),
    (drawn ??= chunk("IDAT", deflateSync(drawing()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The same for every colour. */
let drawn: Buffer | undefined;

/** Rows of pixels, each after a zero: no filter. */
function drawing(): Buffer {
  const rows = Buffer.alloc(height * (1 + width));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const far = Math.hypot(x - width / 2, y - height / 2);
      rows[y * (1 + width) + 1 + x] = far < 90 ? 2 : far < 240 ? 1 : 0;
    }
  }
  return rows;
}

/** Eight bits a pixel, each the number of a colour. */
function header(): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 3, 0, 0, 0], 8);
  return data;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named) >>> 0);
  return Buffer.concat([length, named, sum]);
}
