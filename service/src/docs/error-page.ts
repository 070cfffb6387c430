import { html } from "hono/html";
import { errorStatuses, type ErrorCode } from "referrals-embed/contract";
import { embedGuide, guide, type Guidance } from "./error-guide.ts";
import { codeBlock, inline, type Html, type PageParts } from "./page.ts";

/** The page of errors: a section per code, whose id is the code. */
export function errorPage(): PageParts {
  const codes = Object.keys(guide) as ErrorCode[];
  const embedCodes = Object.keys(embedGuide) as (keyof typeof embedGuide)[];
  const links = (part: readonly string[]): Html =>
    html`<ul>
      ${part.map((code) => html`<li><a href="#${code}">${code}</a></li>`)}
    </ul>`;
  const contents = html`<ul>
    <li><a href="#api">Of the API</a>${links(codes)}</li>
    <li><a href="#embed">Of the embed</a>${links(embedCodes)}</li>
  </ul>`;
  const envelope = '{ "error": { "code": "not_found", "message": "…", "doc_url": "…" } }';
  const handler = `<ReferralsEmbed
  onError={(error) => report(error.code, error.docUrl)}
  …
/>`;
  const content = html`<section class="chapter" aria-labelledby="api">
      <h2 id="api">Errors of the API</h2>
      <p>Every error under the API's address has this form and nothing else in it:</p>
      ${codeBlock(envelope, "Form of an error")}
      ${codes.map((code) => codeSection(code, guide[code], html`${errorStatuses[code]} <code>${code}</code>`))}
    </section>
    <section class="chapter" aria-labelledby="embed">
      <h2 id="embed">Errors of the embed</h2>
      <p>
        Your page learns of them through <code>onError</code>, or the event <code>referrals-error</code>. They carry one
        of the codes above when the service said so, or one of these when it was not reached or not asked.
        <code>retryable</code> tells whether the embed offers to try again.
      </p>
      <p>
        Development builds (where your bundler sets <code>process.env.NODE_ENV</code> to <code>development</code>) also
        say each on the console, once, with what to do and a link to its section here; and options that are not taken as
        they are: unknown <a href="/docs/props#sections">sections</a>,
        <a href="/docs/theming#options">theme options</a> and colours, <a href="/docs/props#props">data</a>,
        <a href="/docs/languages#your-own-words">message keys</a>, and a <code>theme</code> that
        <a href="/docs/theming#the-background-wins">the background</a> overrides. Nothing of it is in production builds
        or in the script-tag file.
      </p>
      ${codeBlock(handler, "How a page learns of errors")}
      ${embedCodes.map((code) => codeSection(code, embedGuide[code], html`<code>${code}</code>`))}
    </section>`;
  return { title: "Errors", contents, content };
}

function codeSection(code: string, { when, what }: Guidance, title: Html): Html {
  return html`<section>
    <h3 id="${code}"><a href="#${code}">${title}</a></h3>
    <p>${inline(when)}</p>
    <p><strong>What to do:</strong> ${inline(what)}</p>
  </section>`;
}
