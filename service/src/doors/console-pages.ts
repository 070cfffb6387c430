import { html } from "hono/html";
import { headOf, type Html } from "../docs/page.ts";
import { ownStyle, pageHeaders, type DoorPage } from "./page.ts";
import { style } from "./style.ts";

const css = `${style}code{font-size:.875rem;overflow-wrap:anywhere}`;

/** Nobody is signed in: where links are mailed one can be asked for, else the service's operator prints one. */
export function consoleWelcome({ sendsMails }: { sendsMails: boolean }): DoorPage {
  const ask = html`<p>Enter your address. If you run a program here, a link that signs you in is sent to it.</p>
    <form method="post" action="/console/ask">
      <div class="field">
        <label for="email">E-mail address</label>
        <input id="email" type="email" name="email" autocomplete="email" maxlength="190" required autofocus />
      </div>
      <button class="primary">Send me a link</button>
    </form>`;
  const print = html`<p>This service sends no mails. Whoever operates it prints a link that signs you in:</p>
    <p><code>referrals-service console</code></p>`;
  return page("Sign in to the console", sendsMails ? ask : print);
}

/**
 * For who follows a link from another site: the browser keeps the session's cookie back then. Opened from the service's own page the same
 * address has it.
 */
export function consoleAgain(address: string): DoorPage {
  return page(
    "Opening the console",
    html`<meta http-equiv="refresh" content="0" />
      <p><a href="${address}">Go on</a></p>`,
  );
}

/** The same for every address, known or not. */
export function consoleAsked(): DoorPage {
  const text = html`<p>
      If this address runs a program here, a link is on its way. It works once, for 15 minutes. Look into the folder for
      unwanted mail as well.
    </p>
    <p><a href="/console">Another address</a></p>`;
  return page("Look into your mailbox", text);
}

/** A link that works, and the button that uses it up. */
export function consoleSignIn(link: { name: string; email: string | null; workspace: string; code: string }): DoorPage {
  const form = html`<p>${link.name}${link.email === null ? "" : html`<br />${link.email}`}</p>
    <form method="post" action="/console/sign-in">
      <input type="hidden" name="code" value="${link.code}" />
      <button class="primary">Sign in</button>
    </form>`;
  return page(`Console of ${link.workspace}`, form);
}

/** A link that does not work, or a form that another site sent. */
export function consoleRefused(why: "spent" | "foreign" | "often"): DoorPage {
  const says = {
    spent: "This link was used before or has run out. Ask for a new one.",
    foreign: "Another site has sent this request, so nothing was done. Open your link again.",
    often: "Too many links were asked for from here. Wait a minute and try again.",
  };
  return page(
    "Sign in to the console",
    html`<p>${says[why]}</p>
      <p><a href="/console">To the sign-in</a></p>`,
  );
}

function page(title: string, content: Html): DoorPage {
  const text = html`<!doctype html>
    <html lang="en">
      ${headOf(title, css)}
      <body>
        <main class="card">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return { html: String(text), headers: consoleHeaders([ownStyle(css)]) };
}

/** Of every page of the console, which no search engine shows and which speaks one language. */
export function consoleHeaders(allowed: readonly string[]): Record<string, string> {
  return { ...pageHeaders(allowed), "X-Robots-Tag": "noindex", Vary: "Cookie" };
}
