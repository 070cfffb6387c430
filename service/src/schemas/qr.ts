import { z } from "@hono/zod-openapi";
import type { QrQuery } from "referrals-embed/contract";
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

/** Query of `GET /qr`; other options are accepted without effect. */
export const qrQuery = z.object({
  url: text({ min: 1, max: 8192 }),
  size: queryInt({ min: 32, max: 2048 }).default(600),
  level: z.enum(["L", "M", "Q", "H"]).default("L"),
  fgColor: color.default("#000000"),
  bgColor: color.default("#ffffff"),
  margin: queryInt({ min: 0, max: 20 }).default(2),
  format: z.enum(["png", "svg"]).default("png"),
}) satisfies z.ZodType<QrQuery>;
