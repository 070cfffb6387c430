import { html } from "hono/html";
import { page } from "./page.ts";

/** `/`: the running service, missing settings of its programs, and links to other pages. */
export function frontPage(problems: readonly string[]): string {
  const setUp = html`<h2 id="next">What is missing</h2>
    <ul>
      ${problems.map((problem) => html`<li>${problem}</li>`)}
    </ul>
    <p>
      Run <code>referrals-service init</code> where this service has its data. It asks for what is needed, and prints
      the keys and the next step. By hand: <a href="/docs/program-file">a program file</a> for
      <code>referrals-service apply</code>, or <a href="/docs/api/program">the API</a>.
    </p>`;
  return page({
    title: "Referrals service",
    contents: html`<ul>
      <li><a href="#next">${problems.length > 0 ? "What is missing" : "Where to go on"}</a></li>
    </ul>`,
    content: html`<p>The service runs: short links, tracking, the API and the partners' dashboard.</p>
      ${problems.length > 0 ? setUp : html`<h2 id="next">Where to go on</h2>`}
      <ul>
        <li>
          <a href="/docs">Documentation</a>: quick starts, guides, the API reference, and
          <a href="/docs/errors">what its errors mean</a>
        </li>
        <li>
          <a href="/docs/tracking">Tracking</a>, from the script tag to a refund, and
          <a href="/docs/tracking#does-it-work">does it work?</a>
        </li>
        <li><a href="/docs/program-file">The program file</a>, field by field</li>
        <li><a href="/ready">Whether everything is ready</a></li>
      </ul>`,
  });
}
