import { drawQrPng, drawQrSvg } from "../domain/links/draw-qr.ts";
import { qrQuery } from "../schemas/qr.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** QR codes of short links, for anyone. */
export const qrEndpoints: readonly Endpoint[] = [
  endpoint("qrCodes.get", {
    description: "Draws a QR code as PNG or SVG. It takes no credential, so its address can stand in a page.",
    query: qrQuery,
    example: { query: { url: "https://go.example.com/ada?qr=1", size: 400, format: "svg" } },
    handle: async ({ query }) =>
      query.format === "svg"
        ? new Response(drawQrSvg(query), { headers: { "Content-Type": "image/svg+xml" } })
        : new Response(new Uint8Array(await drawQrPng(query)), { headers: { "Content-Type": "image/png" } }),
  }),
];
