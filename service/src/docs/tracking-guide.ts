import { html } from "hono/html";
import { codeBlock, page, type Html } from "./page.ts";

/** What the script tag takes, beside its address. */
const attributes: Readonly<Record<string, string>> = {
  "data-domains":
    'JSON. "refer": your link domain, when links carry a parameter such as ?via=ada instead of being short links. "outbound": domains that get the click id with every link to them, such as your app\'s. "site": counts visits of the page as clicks of that domain.',
  "data-publishable-key": "Lets the page itself report leads and sales, which wait until your server confirms them.",
  "data-attribution-model": "first-click keeps the first click; otherwise the last one counts.",
  "data-query-param": "Name of the parameter that carries a partner's key; via unless you say otherwise.",
  "data-click-id-param": "Name of the parameter and cookie of the click id; ref_id unless you say otherwise.",
  "data-cookie-options": "JSON: domain, path, expiresInDays (90), sameSite, secure.",
  "data-offer-banner": "top or bottom: tells visitors what they save.",
  "data-api-host": "Address of the API, where it is not /api beside the script.",
};

/** A step of a click that is followed by hand. */
interface Step {
  what: string;
  see: Html;
  /** Where to look when it is not so. */
  otherwise: Html;
}

const steps: readonly Step[] = [
  {
    what: "Open a partner's link in a private window.",
    see: html`Your site, with <code>?ref_id=…</code> in the address.`,
    otherwise: html`Another site: the program's <code>url</code>, or the link's own. An error: the link's domain does
      not lead to this service (DNS, proxy, <code>LINK_DOMAINS</code>). No <code>ref_id</code>: you sent
      <code>ref-no-track</code>, or the site redirects and drops the parameter; let it keep the query.`,
  },
  {
    what: "Look for the cookie ref_id in the browser's developer tools.",
    see: html`The same value, for your domain with a dot before it.`,
    otherwise: html`The page has no script tag, a Content-Security-Policy without this service in
      <code>script-src</code> and <code>connect-src</code>, a consent manager that holds the script back, or an
      extension that blocks it.`,
  },
  {
    what: "Sign up.",
    see: html`<code>GET /events?event=leads</code> shows it with your customer's id.`,
    otherwise: html`Your server did not send the cookie's value as <code>clickId</code>: log the answer of
      <code>POST /track/lead</code>. A 404 is a click id that nobody knows. A cookie of another subdomain is not sent to
      your server.`,
  },
  {
    what: "Buy something.",
    see: html`<code>GET /events?event=sales</code> shows it, and the partner's Earnings the commission.`,
    otherwise: html`<code>customer: null</code> in the answer: the sale named a customer who never signed up with a
      click. From a payment provider: <code>integrations deliveries</code> says what its event did and why. No
      commission: the partner's group has no sale reward. On hold: <code>holdReason</code> says why.`,
  },
  {
    what: "Refund it.",
    see: html`The commission is <code>refunded</code>.`,
    otherwise: html`The <code>invoiceId</code> of the refund is not that of the sale.`,
  },
];

/** `/docs/tracking`: from the script tag to a refund, and how to find out where it breaks. The page asks nothing and runs nothing. */
export function trackingPage(appUrl: string): string {
  const tag = `<script src="${appUrl}/assets/analytics.js" defer></script>`;
  return page({
    title: "Tracking",
    contents: html`<ul>
      <li><a href="#script">The script tag</a></li>
      <li><a href="#sign-up">Sign-up</a></li>
      <li><a href="#sale">Sale and refund</a></li>
      <li><a href="#provider">With a payment provider</a></li>
      <li><a href="#does-it-work">Does it work?</a></li>
    </ul>`,
    content: html`<p>
        A partner's link leads to your site with <code>?ref_id=…</code>, the id of the click. Your site keeps it, your
        server sends it with the sign-up, and from then on the customer belongs to the partner: every sale of theirs
        earns, without the click.
      </p>
      ${chapter("script", "The script tag", scriptTag(tag))} ${chapter("sign-up", "Sign-up", signUp)}
      ${chapter("sale", "Sale and refund", sale)} ${chapter("provider", "With a payment provider", provider)}
      ${chapter("does-it-work", "Does it work?", doesItWork)}`,
  });
}

function chapter(id: string, title: string, content: Html): Html {
  return html`<section class="chapter" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

const scriptTag = (tag: string): Html =>
  html`<p>
      On every page a link may lead to. It keeps the click id in the cookie <code>ref_id</code> for 90 days, and sends
      nothing else.
    </p>
    ${codeBlock(tag, "The script tag")}
    <p>What it takes besides:</p>
    <ul class="fields">
      ${Object.entries(attributes).map(([name, does]) => html`<li><code>${name}</code> ${does}</li>`)}
    </ul>
    <p>Without the script: read <code>ref_id</code> from the query on your server, and keep it with the visitor.</p>`;

const signUp = html`<p>
    Once per customer, where your server makes the account. <code>customerExternalId</code> is your own id; without a
    click in the cookie there is nothing to send.
  </p>
  ${codeBlock(
    `const clickId = req.cookies.ref_id;
if (clickId) {
  await referrals.track.lead({
    clickId,
    eventName: "Sign up",
    customerExternalId: user.id,
    customerEmail: user.email,
  });
}`,
    "A sign-up",
  )}
  <p>
    Shops without accounts leave it out and send the click with the first sale. A discount code does what a click does:
    <code>discountCode</code>.
  </p>`;

const sale = html`<p>
    For every payment, the first one and each renewal. Amounts are in minor units, so 4900 is 49.00; an
    <code>invoiceId</code> counts once, however often it is sent. Send what you earn, without tax. Sales of customers
    who came through nobody may be sent too: they count for nobody.
  </p>
  ${codeBlock(
    `await referrals.track.sale({
  customerExternalId: user.id,
  amount: 4900,
  currency: "usd",
  invoiceId: "in_1001",
});

// Later, in whole or in part: what is not paid yet shrinks, what was paid is taken from the next payout.
await referrals.track.refund({ invoiceId: "in_1001", amount: 1000 });`,
    "A sale and its refund",
  )}`;

const provider = html`<p>
    Stripe, Paddle, Polar and Lemon Squeezy send sales, refunds and ends of subscriptions by themselves. Send the
    sign-up as above; with the checkout pass your own id of the customer, and the click id where there was no sign-up.
    Leave
    <code>track.sale</code> out.
  </p>
  ${codeBlock("npx referrals-service integrations create stripe", "Making an integration")}
  <p><a href="/docs#sales-from-a-provider">Checkouts of each provider</a>, and what its events come to.</p>`;

const doesItWork = html`<p>
    Where the service has its data, this follows a click from a partner's link over your site to a sale and a refund,
    and says where it breaks and what to do. It is not counted, and nothing stays:
  </p>
  ${codeBlock("npx referrals-service doctor https://your-site.example", "The doctor")}
  <p>By hand, as a visitor:</p>
  <ol>
    ${steps.map(
      ({ what, see, otherwise }) =>
        html`<li>
          <p><b>${what}</b> You see: ${see}</p>
          <p>If not: ${otherwise}</p>
        </li>`,
    )}
  </ol>
  <p>
    Sign up with another e-mail address than the partner's: their own purchases are on hold (<code>self_referral</code>)
    unless the program says otherwise. Refund what you bought, and delete the customer:
    <code>DELETE /customers/ext_…</code>.
  </p>`;
