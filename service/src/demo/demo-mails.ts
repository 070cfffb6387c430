import { Hono } from "hono";
import { html, raw } from "hono/html";
import { headersOf, headOf, type Html } from "../docs/page.ts";
import type { Envelope, MailTransport } from "../jobs/smtp.ts";

/** Most mails that are kept; the oldest go first. */
const most = 100;

const style = `
:root{color-scheme:light dark}
body{max-width:48rem;margin:0 auto;padding:1.5rem 1rem;font:16px/1.5 system-ui,sans-serif}
ol{list-style:none;margin:0;padding:0}
li{border-block-end:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:.75rem 0}
a{color:inherit}
small{display:block;opacity:.7;overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:8px}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
`;

/** The mails of the demo: they never leave, and are shown on a page, to be mounted at `/demo/mail`. */
export class DemoMails implements MailTransport {
  readonly #mails: Envelope[] = [];

  send(mail: Envelope): ReturnType<MailTransport["send"]> {
    this.#mails.push(mail);
    if (this.#mails.length > most) this.#mails.shift();
    return Promise.resolve({ isSent: true, answer: "kept in the demo" });
  }

  close(): void {}

  /** The list, and each mail. */
  pages(): Hono {
    const pages = new Hono({ strict: false });
    pages.get("/", (c) => c.html(page("Mails of the demo", this.#list()), 200, headersOf(style)));
    pages.get("/:id", (c) => {
      const mail = this.#mails.find(({ messageId }) => idOf(messageId) === c.req.param("id"));
      if (!mail) return c.notFound();
      // The policy of a page holds for a frame whose content stands in it, and the mail has styles at its elements.
      const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; frame-ancestors 'none'";
      return c.html(page(mail.subject, mailBody(mail)), 200, {
        ...headersOf(style),
        "Content-Security-Policy": policy,
      });
    });
    return pages;
  }

  #list(): Html {
    const intro = html`<p>Nothing leaves the demo. Newest first, ${most} at most.</p>`;
    if (this.#mails.length === 0) {
      return html`${intro}
        <p>There is none yet. <a href="/join">Apply on the join page</a>, or <a href="/partners">sign in</a>.</p>`;
    }
    const items = this.#mails
      .toReversed()
      .map(
        ({ messageId, subject, to }) =>
          html`<li><a href="/demo/mail/${idOf(messageId)}">${subject}</a><small>to ${to}</small></li>`,
      );
    return html`${intro}
      <ol>
        ${items}
      </ol>`;
  }
}

/** Links of a mail open in place of the page: the pages they lead to are never shown in a frame. */
function mailBody({ to, html: text, text: plain }: Envelope): Html {
  const framed = text.replace("<head>", '<head><base target="_top">');
  return html`<p><a href="/demo/mail">All mails</a> · to ${to}</p>
    <iframe title="The mail" sandbox="allow-top-navigation-by-user-activation" srcdoc="${framed}"></iframe>
    <h2>As text</h2>
    <pre>${plain}</pre>`;
}

function page(title: string, body: Html): string {
  return String(
    html`<!doctype html>
      <html lang="en">
        ${headOf(title, style)}
        <body>
          <h1>${title}</h1>
          ${body}
        </body>
      </html>
      ${raw("")}`,
  );
}

function idOf(messageId: string): string {
  return messageId.slice(1).split("@", 1).join();
}
