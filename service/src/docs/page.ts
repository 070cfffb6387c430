import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

/** HTML whose values were escaped. */
export type Html = ReturnType<typeof html>;

/**
 * The head of a page with a stylesheet of its own, which stands in one string: the policy's hash covers every character between the tags,
 * and a formatter may indent a template.
 */
export function headOf(title: string, style: string, more: Html | "" = ""): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    ${more}${raw(`<style>${style}</style>`)}
  </head>`;
}

/**
 * Headers of a page with a stylesheet of its own: it loads nothing and runs nothing, and sends a form to its own search only.
 * @param frame the one origin it may show in a frame
 */
export function headersOf(style: string, frame?: string): Record<string, string> {
  const hash = createHash("sha256").update(style).digest("base64");
  const frames = frame === undefined ? "" : ` frame-src ${frame};`;
  return {
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash}';${frames} base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}

/** Headers of a page of the documentation. */
export const pageHeaders: Record<string, string> = headersOf(style);

/** Parts of a page of the documentation. */
export interface PageParts {
  title: string;
  /** Links to its parts. */
  contents: Html;
  content: Html;
}

/** Pages that belong together. */
export interface SitePart {
  title: string;
  pages: readonly { path: string; title: string }[];
}

/** Another form of a page. */
export interface Alternate {
  href: string;
  type: string;
  title: string;
}

/** The position of a page. */
export interface Place {
  parts: readonly SitePart[];
  path: string;
  /** Its forms for programs. */
  alternates?: readonly Alternate[];
  /** The search text. */
  query?: string;
}

/** A whole page around its content, as text: with navigation and a link that skips it. */
export function page({ title, contents, content }: PageParts, place: Place = { parts: [], path: "/" }): string {
  const { path, alternates = [], query = "" } = place;
  const forPrograms = html`${alternates.map(
    ({ href, type, title }) => html`<link rel="alternate" type="${type}" href="${href}" title="${title}" />`,
  )}`;
  const links = { "/docs": "Docs", "/docs/api": "API", "/docs/errors": "Errors" };
  const document = html`<!doctype html>
    <html lang="en">
      ${headOf(`${title} · Referrals`, style, forPrograms)}
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <strong>Referrals</strong>
          ${Object.entries(links).map(
            ([target, name]) =>
              html`<a href="${target}" ${target === path ? raw('aria-current="page"') : ""}>${name}</a>`,
          )}
          <form action="/docs/search" role="search">
            <input
              type="search"
              name="q"
              value="${query}"
              aria-label="Search the docs"
              placeholder="Search"
              maxlength="100"
              required
            />
            <button>Search</button>
          </form>
          <a class="to-contents" href="#contents">Contents</a>
        </header>
        <nav id="contents" aria-label="Contents">${navigation(contents, place)}</nav>
        <main id="content">
          <h1>${title}</h1>
          ${content} ${alternates.length > 0 ? formsFor(alternates) : ""}
        </main>
      </body>
    </html>`;
  return String(document).replace(/\s*\n\s*/g, "\n");
}

const formsFor = (alternates: readonly Alternate[]): Html =>
  html`<p class="forms">
    For programs:
    ${alternates.map(({ href, title }, index) => html`${index ? ", " : ""}<a href="${href}">${title}</a>`)}
  </p>`;

/** All pages by part; the current part is unfolded, with the page's own contents below its entry. */
function navigation(contents: Html, { parts, path }: Place): Html {
  if (parts.length === 0) return contents;
  const open = parts.find(({ pages }) => pages.some((page) => page.path === path)) ?? parts[0];
  return html`${parts.map(
    (part) =>
      html`<details ${part === open ? raw("open") : ""}>
        <summary>${part.title}</summary>
        <ul>
          ${part.pages.map(
            (page) =>
              html`<li>
                <a href="${page.path}" ${page.path === path ? raw('aria-current="page"') : ""}>${page.title}</a>
                ${page.path === path ? contents : ""}
              </li>`,
          )}
        </ul>
      </details>`,
  )}`;
}

/** Words with `code` between backticks. */
export function inline(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}

/** Code as written: its line ends are escaped, so that formatting of the page cannot change them. */
export function codeBlock(source: string, label: string): Html {
  const text = String(html`${source}`).replaceAll("\n", "&#10;");
  return html`<pre tabindex="0" aria-label="${label}"><code>${raw(text)}</code></pre>`;
}
