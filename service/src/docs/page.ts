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

/** Parts of a page of the reference. */
export interface PageParts {
  title: string;
  /** Links to its parts. */
  contents: Html;
  content: Html;
}

/** A page around its content, as text: with the way to the other page, and past the contents. */
export function page({ title, contents, content }: PageParts): string {
  const pages = {
    "/docs": "API reference",
    "/docs/tracking": "Tracking",
    "/docs/program-file": "Program file",
    "/docs/errors": "Errors",
  };
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Referrals</title>
        ${raw(styleElement)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <strong>Referrals</strong>
          ${Object.entries(pages).map(
            ([path, name]) => html`<a href="${path}" ${name === title ? raw('aria-current="page"') : ""}>${name}</a>`,
          )}
          <a class="to-contents" href="#contents">Contents</a>
        </header>
        <nav id="contents" aria-label="Contents">${contents}</nav>
        <main id="content">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return String(document).replace(/\s*\n\s*/g, "\n");
}

/** Words with `code` between backticks. */
export function inline(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}

/** Code as it stands: its line ends are written so that nothing that is done to the page's own can touch them. */
export function codeBlock(source: string, label: string): Html {
  const text = String(html`${source}`).replaceAll("\n", "&#10;");
  return html`<pre tabindex="0" aria-label="${label}"><code>${raw(text)}</code></pre>`;
}
