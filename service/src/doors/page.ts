import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { brandColours } from "referrals-embed/rules";
import { headOf, type Html } from "../docs/page.ts";
import { style } from "./style.ts";
import type { Speech } from "./words/index.ts";

/** A page with its headers. */
export interface DoorPage {
  html: string;
  headers: Record<string, string>;
}

/** What every page is made for. */
export interface Asked {
  speech: Speech;
  /** {app_url}. */
  appUrl: string;
}

/** How a program looks. */
export interface Face {
  name: string;
  logo: string | null;
  brand_color: string | null;
}

/** A page's parts. */
export interface PageParts {
  title: string;
  body: Html;
  face?: Face | undefined;
  script?: string;
  /** What search engines and social networks show of it; without it they are told to leave it out. */
  preview?: { description: string; url: string; image: string } | undefined;
  /** To look at in the console, which alone may frame it: nothing is sent from it, and its links open beside it. */
  isLookedAt?: boolean | undefined;
}

/** A narrow column with a heading. */
export function card({ title, content, face }: { title: string; content: Html; face?: Face | undefined }): Html {
  return html`<main class="card">
    ${face ? logoOf(face) : ""}
    <h1>${title}</h1>
    ${content}
  </main>`;
}

/** The program's picture. */
export function logoOf({ logo }: Face): Html | "" {
  return logo && /^https?:/.test(logo)
    ? html`<img src="${logo}" alt="" width="40" height="40" referrerpolicy="no-referrer" />`
    : "";
}

/** A whole page. */
export function page(
  { speech, appUrl }: Asked,
  { title, body, face, script, preview, isLookedAt }: PageParts,
): DoorPage {
  const css = style + accentOf(face);
  const more = isLookedAt ? html`<base target="_blank" />` : preview && previewOf(title, preview);
  const text = html`<!doctype html>
    <html lang="${speech.language}" dir="${speech.dir}">
      ${headOf(title, css, more)}
      <body>
        ${body}${script ? raw(`<script src="${script}" defer></script>`) : ""}
      </body>
    </html>`;
  const pictures = "img-src https: http:";
  if (isLookedAt) return { html: String(text), headers: lookedAtHeaders([ownStyle(css), pictures]) };
  const headers = pageHeaders([
    "script-src 'self'",
    ownStyle(css),
    pictures,
    "connect-src 'self'",
    `frame-src ${new URL(appUrl).origin}`,
  ]);
  return { html: String(text), headers: preview ? headers : { ...headers, "X-Robots-Tag": "noindex" } };
}

function previewOf(title: string, { description, url, image }: NonNullable<PageParts["preview"]>): Html {
  return html`<link rel="canonical" href="${url}" />
    <meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${image}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}

/** The program's colour on buttons, with the contrast that the dashboard's accent gets. */
function accentOf(face: Face | undefined): string {
  const colours = brandColours(face?.brand_color ?? null);
  if (!colours) return "";
  const rule = (changed: Record<string, string>): string =>
    ["accent", "on-accent"].map((role) => (changed[role] ? `--${role}:${changed[role]};` : "")).join("");
  return `:root{${rule(colours.light)}}@media (prefers-color-scheme:dark){:root{${rule(colours.dark)}}}`;
}

/**
 * Headers of a page where somebody signs in or is signed in. Never framed: they must see where. The referrer stays within the site, so that
 * a form's origin is known.
 * @param allowed what the page may load and run, beside nothing
 */
export function pageHeaders(allowed: readonly string[]): Record<string, string> {
  return { ...headersOf([...allowed, "form-action 'self'", "frame-ancestors 'none'"]), "X-Frame-Options": "DENY" };
}

/** Headers of a page to look at: framed by the service's own pages alone, without scripts, forms and cookies. */
function lookedAtHeaders(allowed: readonly string[]): Record<string, string> {
  const sandbox = "sandbox allow-popups allow-popups-to-escape-sandbox";
  return {
    ...headersOf([...allowed, "form-action 'none'", "frame-ancestors 'self'", sandbox]),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Robots-Tag": "noindex",
  };
}

/** What the headers of all pages have in common. */
function headersOf(allowed: readonly string[]): Record<string, string> {
  return {
    "Content-Security-Policy": ["default-src 'none'", ...allowed, "base-uri 'none'"].join("; "),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    Vary: "Cookie, Accept-Language",
  };
}

/** Lets a page have its one stylesheet. */
export function ownStyle(css: string): string {
  return `style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`;
}
