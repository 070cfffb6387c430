import { html } from "hono/html";
import { codeBlock, type Html } from "./page.ts";

/** Its parts by their ids. */
export const preliminaries: Readonly<Record<string, string>> = {
  credentials: "Credentials",
  values: "Values",
  "your-ids": "Your own ids",
  repeating: "Repeating a request safely",
  limits: "Limits",
  errors: "Errors",
  changes: "Changes",
};

const heading = (id: string): Html => html`<h3 id="${id}">${preliminaries[id]}</h3>`;

/** Rules for every operation. */
export function gettingStarted(url: string): Html {
  const request = `curl ${url}/partners \\
  -H "Authorization: Bearer $REFERRALS_API_KEY"`;
  const client = `import { createReferralsClient } from "referrals-embed/server";

const referrals = createReferralsClient({
  apiKey: process.env.REFERRALS_API_KEY,
  baseUrl: "${url}",
});

for await (const partner of referrals.partners.list()) {
  console.log(partner.name, partner.totalSaleAmount);
}`;
  return html`<section class="chapter" aria-labelledby="start">
    <h2 id="start">Before you start</h2>
    <div class="operation">
      <div class="words">
        <p>
          Every path below stands behind <code>${url}</code>. The same description for machines:
          <a href="${url}/openapi.json">openapi.json</a>, an OpenAPI 3.1 document.
        </p>
        ${heading("credentials")}
        <p>
          Send <code>Authorization: Bearer &lt;credential&gt;</code>. A <b>secret API key</b> (<code>ref_…</code>)
          belongs on a server, never in a page. A <b>publishable key</b> (<code>ref_pub_…</code>) may stand in a page
          and reports leads and sales from it, which earn once your server or you confirm them. An
          <b>embed token</b> (<code>ref_embed_…</code>) lets one partner's browser read that partner's own data; mint
          one per visit on your server, and pass only email addresses you have verified.
        </p>
        ${heading("values")}
        <p>
          Bodies are JSON in UTF-8. Dates are ISO 8601, answered in UTC with milliseconds. Money is an integer in the
          minor unit of the program's currency: cents, for most. Keys we do not know are ignored. In <code>PATCH</code>,
          <code>null</code> clears a field and an absent field stays.
        </p>
        ${heading("your-ids")}
        <p>
          Partners are found by the id they have in your database, the <code>tenantId</code>. Links and customers are
          found by yours too, with the prefix <code>ext_</code> in a path or query:
          <code>/customers/ext_user_2207</code>.
        </p>
        ${heading("repeating")}
        <p>
          An <code>Idempotency-Key</code> header on <code>POST</code>, <code>PUT</code> and <code>PATCH</code> makes a
          repetition within 24 hours answer what the first one answered; the SDK sends one with every write. The same
          key with another body is a conflict. Secrets are not kept: a repetition shows a new secret key or webhook
          secret as <code>null</code>. Publishable keys are no secrets. Minting embed tokens takes no key: each call
          makes another token.
        </p>
        ${heading("limits")}
        <p>
          <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> tell how
          many requests are left; a 429 says in <code>Retry-After</code> how many seconds to wait.
        </p>
        ${heading("errors")}
        <p>
          An error has one of nine codes, each with its status and <a href="/docs/errors">its section</a>. Every
          operation may answer 400, 403, 422, 429 and 500, and those with a credential 401; what else it may answer
          stands with it. Every answer carries <code>X-Request-Id</code>; the log of the service knows it.
        </p>
        ${heading("changes")}
        <p>
          There is one version. Fields and operations are added, never taken away, and closed sets of values are not
          extended. What is deprecated says so and goes on working.
        </p>
      </div>
      <div class="samples">
        <p class="label">curl</p>
        ${codeBlock(request, "A first request with curl")}
        <p class="label">referrals-embed/server</p>
        ${codeBlock(client, "A first request with the SDK")}
      </div>
    </div>
  </section>`;
}
