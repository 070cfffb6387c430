import { createHash } from "node:crypto";
import type { Page } from "./answer.ts";
import type { RedirectLink } from "./redirect-link.ts";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;margin:0;display:grid;min-height:100vh;place-content:center;padding:1rem;color:#1a1a1a;background:#fff}" +
  "main{max-width:26rem}h1{font-size:1.25rem}label,input,button{display:block;font:inherit}input{width:100%;box-sizing:border-box;margin:.25rem 0 1rem;padding:.5rem;border:1px solid #767676;border-radius:.375rem}" +
  "button{padding:.5rem 1rem;border:0;border-radius:.375rem;background:#1a1a1a;color:#fff}.error{color:#b00020}" +
  "@media(prefers-color-scheme:dark){body{color:#f2f2f2;background:#161616}button{background:#f2f2f2;color:#161616}.error{color:#ff8a8a}input{background:#222;color:inherit}}";

/**
 * A page may only apply its own style. It must not be framed: the framing site could watch or redirect typing, e.g. of a password.
 */
function policyOf(ownStyle: string, ...more: string[]): string {
  const hash = createHash("sha256").update(ownStyle).digest("base64");
  const all = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...more,
  ];
  return all.join("; ");
}

const still = policyOf(style, "form-action 'none'");

/**
 * Without `form-action`: browsers apply it to the redirect after the form too, and the right password redirects to any destination. The
 * page has one form, which names no other address, and no data of a link or visitor.
 */
const withForm = policyOf(style);

function pageHtml(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

function message(status: number, title: string, text: string): Page {
  return { status, html: pageHtml(title, `<h1>${title}</h1><p>${text}</p>`), policy: still };
}

/** No such link. */
export const notFoundPage: Page = message(
  404,
  "Link not found",
  "There is no link at this address. Check the spelling, or ask whoever gave it to you.",
);

/** The link has ended. */
export const expiredPage: Page = message(410, "This link has expired", "It led somewhere once, but no longer does.");

/** The visit could not be recorded. */
export const unavailablePage: Page = message(
  503,
  "One moment, please",
  "This link cannot be opened right now. Try again in a few seconds.",
);

/** A method other than GET, HEAD and POST. */
export const methodPage: Page = message(405, "Method not allowed", "A link can only be opened.");

const passwordProblems = {
  wrong: { status: 401, text: "That password is not right. Try again." },
  limited: { status: 429, text: "Too many tries. Wait ten minutes, then try again." },
  busy: { status: 429, text: "Many passwords are being checked right now. Try again in a few seconds." },
};

/** The form of a link with a password. */
export function passwordPage(problem?: keyof typeof passwordProblems): Page {
  const { status, text } = problem ? passwordProblems[problem] : { status: 200, text: "" };
  const error = problem ? `<p class="error" id="error" role="alert">${text}</p>` : "";
  const described = problem ? ' aria-invalid="true" aria-describedby="error"' : "";
  const html = pageHtml(
    "Password required",
    `<h1>Password required</h1>${error}<form method="post"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="off" required autofocus${described}><button type="submit">Open the link</button></form>`,
  );
  return { status, html, policy: withForm };
}

const previewPolicy =
  "default-src 'none'; img-src http: https:; media-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page for crawlers, for a link with its own preview. */
export function previewPage(link: RedirectLink): Page {
  const title = escapeHtml(link.title ?? link.domain);
  const tags = [
    meta("og:type", "website"),
    meta("og:title", link.title),
    meta("og:description", link.description),
    meta("description", link.description),
    meta("og:image", link.image),
    meta("og:video", link.video),
    meta("twitter:card", link.image === null ? "summary" : "summary_large_image"),
    meta("twitter:title", link.title),
    meta("twitter:description", link.description),
    meta("twitter:image", link.image),
  ];
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${tags.join("")}</head><body><h1>${title}</h1><p>${escapeHtml(link.description ?? "")}</p></body></html>`;
  return { status: 200, html, policy: previewPolicy };
}

function meta(name: string, value: string | null): string {
  if (value === null) return "";
  const attribute = name.startsWith("og:") ? "property" : "name";
  return `<meta ${attribute}="${name}" content="${escapeHtml(value)}">`;
}

const frameStyle = "html,body{margin:0;height:100%}iframe{display:block;border:0;width:100%;height:100%}";
const framePolicy = policyOf(frameStyle, "form-action 'none'", "frame-src http: https:");

/** A cloaked link: its own address stays in the bar, the destination fills the page. */
export function framePage(link: RedirectLink, location: string): Page {
  const title = escapeHtml(link.title ?? link.domain);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${frameStyle}</style></head><body><iframe src="${escapeHtml(location)}" title="${title}" allow="clipboard-write; fullscreen"></iframe></body></html>`;
  return { status: 200, html, policy: framePolicy };
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
