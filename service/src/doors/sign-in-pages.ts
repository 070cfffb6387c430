import { html } from "hono/html";
import { fieldHtml } from "./form-fields.ts";
import { card, logoOf, page, type Asked, type DoorPage, type Face } from "./page.ts";
import { fill } from "./words/index.ts";

/** Nobody is signed in: a form that asks for a link, where mails are sent. */
export function welcomePage({ mails, error, ...asked }: Asked & { mails: boolean; error?: string }): DoorPage {
  const { words, format } = asked.speech;
  const spec = { name: "email", label: format.t("settings.email"), type: "email", required: true } as const;
  const content = mails
    ? html`<p>${words.askAddress}</p>
        <form method="post" action="/partners/link" novalidate>
          ${fieldHtml(asked.speech, spec, { error })}
          <button class="primary">${words.sendLink}</button>
        </form>`
    : html`<p>${words.ask}</p>`;
  return page(asked, { title: words.title, body: card({ title: words.title, content }) });
}

/** A link was asked for; the page is the same for every address. */
export function linkSentPage({ email, ...asked }: Asked & { email: string }): DoorPage {
  const { words } = asked.speech;
  const content = html`<p>${fill(words.linkSent, { email })}</p>`;
  return page(asked, { title: words.checkMail, body: card({ title: words.checkMail, content }) });
}

/** A sentence alone: about a link that works no more, a form that another site sent, too many requests. */
export function messagePage({
  says,
  program,
  ...asked
}: Asked & {
  says: "spent" | "foreign" | "tooMany" | "fullDay" | "formChanged" | "missing";
  program?: string;
}): DoorPage {
  const { words } = asked.speech;
  const text = fill(words[says], { program: program ?? "" });
  return page(asked, { title: words.title, body: card({ title: words.title, content: html`<p>${text}</p>` }) });
}

/** A link that works, and the button that uses it up. Of several programs none gives its face. */
export function signInPage({
  face,
  code,
  email,
  isOtherBrowser,
  ...asked
}: Asked & { face: Face | undefined; code: string; email: string; isOtherBrowser: boolean }): DoorPage {
  const { words } = asked.speech;
  const content = html`<p>${email}</p>
    ${isOtherBrowser ? html`<p class="note">${words.otherBrowser}</p>` : ""}
    <form method="post" action="/partners/sign-in">
      <input type="hidden" name="code" value="${code}" />
      <button class="primary">${words.signIn}</button>
    </form>`;
  return page(asked, { title: words.signIn, face, body: card({ title: face?.name ?? words.title, content, face }) });
}

/** A program that a session may open. */
interface Choice {
  workspace_id: string;
  name: string;
}

/** The dashboard under the program's name, as any host shows it: by the custom element. */
export function dashboardPage({
  face,
  isFresh,
  mails,
  programs,
  ...asked
}: Asked & {
  face: Face & { workspace_id: string };
  isFresh: boolean;
  mails: boolean;
  programs: readonly Choice[];
}): DoorPage {
  const { words } = asked.speech;
  const body = html`<header>
      ${logoOf(face)}
      <h1>${face.name}</h1>
      ${programs.length > 1 ? chooser(asked, face.workspace_id, programs) : ""}
      <form method="post" action="/partners/sign-out">
        <button name="everywhere" value="yes">${words.signOutEverywhere}</button>
        <button>${words.signOut}</button>
      </form>
    </header>
    <main>
      ${isFresh ? "" : html`<p class="note">${mails ? words.askAddress : words.stale}</p>`}
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

function chooser({ speech: { words } }: Asked, open: string, programs: readonly Choice[]) {
  const options = programs.map(
    ({ workspace_id: id, name }) => html`<option value="${id}" ${id === open ? "selected" : ""}>${name}</option>`,
  );
  return html`<form method="post" action="/partners/program">
    <select name="workspace" aria-label="${words.program}">
      ${options}
    </select>
    <button>${words.open}</button>
  </form>`;
}
