import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

/** HTML whose values were escaped. */
export type Html = ReturnType<typeof html>;

/** In one piece: the policy's hash is of every character between the tags, and a formatter may indent a template. */
const styleElement = `<style>${style}</style>`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** Headers of a page of the reference: it loads nothing and runs nothing. */
export const pageHeaders = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** A page around its content, with a way past the navigation. */
export function page(title: string, navigation: Html, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${raw(styleElement)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <nav aria-label="Contents">${navigation}</nav>
        <main id="content">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}
