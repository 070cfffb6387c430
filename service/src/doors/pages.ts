import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { brandColours } from "referrals-embed/rules";
import { headOf, type Html } from "../docs/page.ts";
import { style } from "./style.ts";
import { wordsFor } from "./words.ts";

/** A page with its headers. */
export interface DoorPage {
  html: string;
  headers: Record<string, string>;
}

/** What every page is made for. */
interface Asked {
  /** `Accept-Language`. */
  languages: string;
  /** {app_url}. */
  appUrl: string;
}

/** How a program looks. */
interface Face {
  name: string;
  logo: string | null;
  brand_color: string | null;
}

/** Nobody is signed in. */
export function welcomePage(asked: Asked): DoorPage {
  const { words } = wordsFor(asked.languages);
  return page(asked, { title: words.title, body: card(words.title, html`<p>${words.ask}</p>`) });
}

/** A link that does not work, or a form that another site sent. */
export function spentPage({ says, ...asked }: Asked & { says: "spent" | "foreign" }): DoorPage {
  const { words } = wordsFor(asked.languages);
  return page(asked, { title: words.title, body: card(words.title, html`<p>${words[says]}</p>`) });
}

/** A link that works, and the button that uses it up. */
export function signInPage({
  face,
  code,
  email,
  ...asked
}: Asked & { face: Face; code: string; email: string }): DoorPage {
  const { words } = wordsFor(asked.languages);
  const form = html`<p>${email}</p>
    <form method="post" action="/partners/sign-in">
      <input type="hidden" name="code" value="${code}" />
      <button class="primary">${words.signIn}</button>
    </form>`;
  return page(asked, { title: words.signIn, face, body: card(face.name, form, logoOf(face)) });
}

/** The dashboard under the program's name, as any host shows it: by the custom element. */
export function dashboardPage({ face, isFresh, ...asked }: Asked & { face: Face; isFresh: boolean }): DoorPage {
  const { words } = wordsFor(asked.languages);
  const body = html`<header>
      ${logoOf(face)}
      <h1>${face.name}</h1>
      <form method="post" action="/partners/sign-out">
        <button name="everywhere" value="yes">${words.signOutEverywhere}</button>
        <button>${words.signOut}</button>
      </form>
    </header>
    <main>
      ${isFresh ? "" : html`<p class="note">${words.stale}</p>`}
      <referrals-embed
        data="referrals"
        app-url="${asked.appUrl}"
        token-url="/partners/token"
        theme="system"
        loading="eager"
      ></referrals-embed>
      <noscript><p class="note">${words.script}</p></noscript>
    </main>`;
  return page(asked, { title: face.name, face, body, script: "/partners/embed.js" });
}

function card(title: string, content: Html, logo: Html | "" = ""): Html {
  return html`<main class="card">
    ${logo}
    <h1>${title}</h1>
    ${content}
  </main>`;
}

function logoOf({ logo }: Face): Html | "" {
  return logo && /^https?:/.test(logo) ? html`<img src="${logo}" alt="" width="32" height="32" />` : "";
}

interface PageParts {
  title: string;
  body: Html;
  face?: Face;
  script?: string;
}

function page({ languages, appUrl }: Asked, { title, body, face, script }: PageParts): DoorPage {
  const { language, dir } = wordsFor(languages);
  const css = style + accentOf(face);
  const text = html`<!doctype html>
    <html lang="${language}" dir="${dir}">
      ${headOf(title, css)}
      <body>
        ${body}${script ? raw(`<script src="${script}" defer></script>`) : ""}
      </body>
    </html>`;
  return { html: String(text), headers: headersOf(css, new URL(appUrl).origin) };
}

/** The program's colour on buttons, with the contrast that the dashboard's accent gets. */
function accentOf(face: Face | undefined): string {
  const colours = brandColours(face?.brand_color ?? null);
  if (!colours) return "";
  const rule = (changed: Record<string, string>): string =>
    ["accent", "on-accent"].map((role) => (changed[role] ? `--${role}:${changed[role]};` : "")).join("");
  return `:root{${rule(colours.light)}}@media (prefers-color-scheme:dark){:root{${rule(colours.dark)}}}`;
}

/** Never framed: who signs in must see where. The referrer stays within the site, so that a form's origin is known. */
function headersOf(css: string, app: string): Record<string, string> {
  const hash = createHash("sha256").update(css).digest("base64");
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash}'`,
    "img-src https: http:",
    "connect-src 'self'",
    `frame-src ${app}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
    Vary: "Cookie, Accept-Language",
  };
}
