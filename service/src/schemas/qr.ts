import { z } from "@hono/zod-openapi";
import { queryInt } from "./query.ts";
import { text } from "./text.ts";

/** `#rgb` or `#rrggbb`, the `#` optional; read as `#rrggbb`. */
const color = z
  .string()
  .regex(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, "must be a colour like #1a2b3c")
  .transform((value) => {
    const digits = value.replace("#", "").toLowerCase();
    return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
  })
  .openapi({ type: "string", example: "#000000" });

export const qrQuery = z
  .object({
    url: text({ min: 1, max: 8192 }).describe("What the code says."),
    size: queryInt(600, { min: 32, max: 2048 }).describe("Width and height in pixels."),
    level: z
      .enum(["L", "M", "Q", "H"])
      .default("L")
      .describe("How much of the code may be unreadable: about 7, 15, 25 or 30 per cent."),
    fgColor: color.default("#000000").describe("Colour of the dark modules, three or six hexadecimal digits."),
    bgColor: color.default("#ffffff").describe("Colour of the light ones."),
    margin: queryInt(2, { min: 0, max: 20 }).describe("Quiet zone around the code, in modules."),
    format: z.enum(["png", "svg"]).default("png").describe("Format of the picture."),
  })
  .describe("Query of `GET /qr`.");
