import { html } from "hono/html";
import { dashboardDrawing } from "./dashboard-drawing.ts";
import { colours } from "./style.ts";
import { headOf, type Html } from "./page.ts";

/** What `/` tells of the service. */
export interface FrontPage {
  /** Names of the checks of `/ready` that fail. */
  failing: readonly string[];
  /** Settings the programs still need. */
  problems: readonly string[];
  /** Address of the dashboard with sample data, where demo tokens are accepted; else it is drawn. */
  preview: string | null;
}

/** `/`: what this is, its state, what partners see, and three ways on. */
export function frontPage({ failing, problems, preview }: FrontPage): string {
  const document = html`<!doctype html>
    <html lang="en">
      ${headOf("Referrals service", frontStyle)}
      <body>
        <main>
          <div class="intro">
            <div>
              ${state(failing)}
              <h1>Referrals service</h1>
              <p class="lead">
                A partner program for your app: links, tracking, commissions and payouts, and the dashboard your
                partners see inside your product.
              </p>
              ${problems.length > 0 ? missing(problems) : ""}
            </div>
            <figure>
              ${preview === null ? dashboardDrawing : html`<iframe title="The dashboard with sample data" src="${preview}"></iframe>`}
              <figcaption>
                What partners see, with sample data. ${preview === null ? "" : html`<a href="${preview}">Open it</a>`}
              </figcaption>
            </figure>
          </div>
          <ul class="ways">
            <li>
              <h2><a href="/docs/react">Embed it</a></h2>
              <p>In React, any other framework, or plain HTML: a token from your server, one element in your page.</p>
              <pre><code>${embedLine}</code></pre>
            </li>
            <li>
              <h2><a href="/docs">Read the docs</a></h2>
              <p>
                Quick starts, <a href="/docs/tracking">tracking</a>, <a href="/docs/payouts">payouts</a>,
                <a href="/docs/program-file">the program file</a> and <a href="/docs/errors">errors</a>.
              </p>
            </li>
            <li>
              <h2><a href="/docs/api">Call the API</a></h2>
              <p>Every operation, with an example in your language.</p>
              <pre><code>GET /api/partners</code></pre>
            </li>
          </ul>
        </main>
      </body>
    </html>`;
  return String(document).replace(/\s*\n\s*/g, "\n");
}

const embedLine = '<ReferralsEmbed data="referrals" />';

/** In words and a link, so that the colour says nothing alone. */
function state(failing: readonly string[]): Html {
  return failing.length === 0
    ? html`<p class="state"><a href="/ready">Ready</a></p>`
    : html`<p class="state failing">
        <span><a href="/ready">Not ready</a>: ${failing.join(", ")}</span>
      </p>`;
}

function missing(problems: readonly string[]): Html {
  return html`<section class="missing" aria-labelledby="missing">
    <h2 id="missing">What is missing</h2>
    <ul>
      ${problems.map((problem) => html`<li>${problem}</li>`)}
    </ul>
    <p>
      Run <code>referrals-service init</code> where this service has its data. It asks for what is needed, and prints
      the keys and the next step. By hand: <a href="/docs/program-file">a program file</a> for
      <code>referrals-service apply</code>, or <a href="/docs/api/program">the API</a>.
    </p>
  </section>`;
}

/** The page's stylesheet; the policy names its hash. */
export const frontStyle = `
${colours}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--page); }
main { max-width: 76rem; margin: 0 auto; padding: clamp(2rem, 6vw, 5rem) clamp(1rem, 4vw, 3rem); }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h1 { margin: 0 0 1rem; font-size: clamp(2rem, 5vw, 2.75rem); line-height: 1.1; letter-spacing: -.03em; }
h2 { margin: 0 0 .25rem; font-size: 1.125rem; line-height: 1.4; }
p { margin: 0; }
.intro { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 2rem 3rem; align-items: center; }
.lead { font-size: 1.125rem; color: var(--quiet); }
.state { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 .5rem; margin-bottom: 1.25rem; padding: .15rem .75rem; font-size: .875rem; background: var(--soft); border: 1px solid var(--line); border-radius: 1rem; }
.state::before { content: ""; width: .5rem; height: .5rem; border-radius: 50%; background: var(--post); }
.state a { color: inherit; }
.state.failing::before { background: var(--delete); border-radius: 0; }
.missing { margin-top: 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--put); border-radius: 10px; font-size: .9375rem; }
.missing ul { margin: 0 0 .5rem; padding-left: 1.25rem; }
figure { margin: 0; }
iframe, svg { display: block; width: 100%; border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 24px 60px -32px rgb(0 0 0 / 40%); }
iframe { height: 34rem; }
svg { height: auto; font: 13px system-ui, sans-serif; background: var(--page); }
svg .box { fill: var(--soft); stroke: var(--line); } svg text { fill: var(--text); } svg .quiet { fill: var(--quiet); } svg .big { font-size: 19px; font-weight: 650; } svg .bold { font-weight: 600; } svg .fill { fill: #1a56c4; } svg .on { fill: #fff; } svg .line { fill: none; stroke: var(--link); stroke-width: 2; } svg .area { fill: var(--mark); } svg .rule { stroke: var(--line); }
figcaption { margin-top: .75rem; font-size: .875rem; color: var(--quiet); }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 1.5rem 2.5rem; margin: clamp(2.5rem, 5vw, 4rem) 0 0; padding: 2rem 0 0; list-style: none; border-top: 1px solid var(--line); }
.ways p { color: var(--quiet); }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
pre { margin: .75rem 0 0; white-space: pre-wrap; }
@media (max-width: 56rem) { .intro { grid-template-columns: minmax(0, 1fr); } }
`;
