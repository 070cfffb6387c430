import { html } from "hono/html";
import { codeBlock, type Html } from "./page.ts";

/** How something is done that takes more than one operation. */
interface Guide {
  id: string;
  title: string;
  words: Html;
  /** Code by what it is. */
  samples: Record<string, string>;
}

/** Guides by the group of operations they stand with. */
const guides: Record<string, Guide> = {
  embedTokens: {
    id: "token-to-browser",
    title: "From your server to the browser",
    words: html`<p>
        Your page asks your server for a token, your server mints it for the user who is signed in there, and the page
        hands it to the embed. A function instead of a token lets the embed renew it before it ends.
      </p>
      <p>
        Take the identity from your session, never from the request, and answer the body of the operation as it is. A
        new partner is enrolled by the first token.
      </p>`,
    samples: {
      "Your server": `app.post("/api/referrals-token", signedIn, async (req, res) => {
  const { id, name, email, image } = req.user;
  const body = await referrals.embedTokens.referrals({
    tenantId: id,
    partner: { name, email, image, tenantId: id },
  });
  res.set("Cache-Control", "no-store").json(body);
});`,
      "Your page": `import { ReferralsEmbed } from "referrals-embed";

const token = async ({ signal }) => {
  const init = { method: "POST", signal };
  const answer = await fetch("/api/referrals-token", init);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
};

<ReferralsEmbed key={user.id} data="referrals" token={token} />`,
    },
  },
  commissions: {
    id: "moving-in",
    title: "Moving in from another product",
    words: html`<p>
        Export partners, customers and commissions there as CSV and import the files in this order. A dry run prints
        what would happen to each row; refused rows are put into a file with their reasons. A row that is known already
        changes nothing: partners are known by <code>tenantId</code> or address, customers by <code>externalId</code>,
        sales by <code>invoiceId</code>. <code>--preset rewardful</code>, <code>tolt</code>,
        <code>firstpromoter</code> or <code>dub</code> reads the names those products document;
        <code>referrals-service import --help</code> lists the columns of files of your own.
      </p>
      <p>
        Old short links live on under their key, on a domain that you have moved here and verified. Sales keep their
        dates and what they earned: no reward judges them again and no webhook is told. What is owed is payable once the
        holding time after its date is over; what was paid there stands in a completed payout by
        <code>payoutReference</code>, else by month, and is never paid again. Later sales earn by this program's
        rewards, whose duration counts from the customer's first sale. A sale in a currency without a rate at its date
        is refused: add the rate, then import it again. The bulk operations of partners, customers and commissions do
        the same.
      </p>`,
    samples: {
      "Your shell": `npx referrals-service import partners affiliates.csv --preset rewardful --dry-run
npx referrals-service import partners affiliates.csv --preset rewardful
npx referrals-service import customers referrals.csv --preset rewardful
npx referrals-service import sales commissions.csv --preset rewardful
npx referrals-service verify`,
    },
  },
  webhooks: {
    id: "receiving-events",
    title: "Receiving events",
    words: html`<p>
        An event is posted as JSON: <code>id</code>, <code>event</code>, <code>createdAt</code> and <code>data</code>.
        It is signed as Standard Webhooks says, in the headers <code>webhook-id</code>,
        <code>webhook-timestamp</code> and <code>webhook-signature</code>. Check the signature over the raw body, before
        it is parsed, and refuse what is older than five minutes; <code>verifyWebhook</code> does both.
      </p>
      <p>
        Answer with a 2xx status within 10 seconds. Anything else, a redirect too, is tried again up to nine times over
        about three days. Events come at least once and in no certain order: their <code>id</code> stays the same over
        every attempt. After 20 failures in a row, or an answer of 410, the webhook is turned off.
      </p>`,
    samples: {
      "Your server": `import { verifyWebhook } from "referrals-embed/server";

export async function POST(request) {
  const event = await verifyWebhook({
    payload: await request.text(),
    headers: request.headers,
    secret: process.env.REFERRALS_WEBHOOK_SECRET,
  });
  if (event.event === "sale.created") await thank(event.data);
  return new Response(null, { status: 204 });
}`,
    },
  },
  integrations: {
    id: "sales-from-a-provider",
    title: "Sales from your payment provider",
    words: html`<p>
        Make an integration for <code>stripe</code>, <code>paddle</code>, <code>polar</code> or
        <code>lemonsqueezy</code>, give its <code>url</code> to the provider with the <code>events</code> it names, and
        write the secret that the provider shows into the integration. At Lemon Squeezy you choose the secret.
      </p>
      <p>
        Say with the checkout whose sale it is: the click id, which the browser script keeps, and your own id of the
        customer. Renewals, refunds and the end of a subscription follow by themselves. The deliveries of the
        integration say what each event did, and why; one that waits for another is done when that comes, within 72
        hours.
      </p>`,
    samples: {
      Stripe: `await stripe.checkout.sessions.create({
  ...checkout,
  client_reference_id: clickId,
  metadata: { customerExternalId: user.id },
  subscription_data: { metadata: { customerExternalId: user.id } },
});`,
      Paddle: `Paddle.Checkout.open({
  items,
  customData: { ref_id: clickId, customerExternalId: user.id },
});`,
      Polar: `await polar.checkouts.create({
  products,
  externalCustomerId: user.id,
  metadata: { ref_id: clickId },
});`,
      "Lemon Squeezy": `await createCheckout(storeId, variantId, {
  checkoutData: {
    custom: { ref_id: clickId, customerExternalId: user.id },
  },
});`,
    },
  },
  payouts: {
    id: "when-money-goes-out",
    title: "When money goes out",
    words: html`<p>
        A commission waits <code>holdingPeriodDays</code> for refunds, then it may be paid. A run collects what may be
        paid, partner by partner; with less than <code>minPayoutAmount</code> the money waits for a later run.
        <code>payoutDay</code> tells partners on which day of the month you pay, and pays nothing by itself.
      </p>
      <p>
        A way of payment that a partner changes in the dashboard counts after <code>payoutMethodDelayHours</code>: 24
        unless set, 0 to 72. Whoever gets into a partner's account cannot have the next payout at once; until then
        confirming answers that the partner waits. What your server sets by
        <code>PUT /partners/{partnerId}/payout-method</code> counts at once, so the first payouts of a new program need
        not wait.
      </p>`,
    samples: {
      "Once, for the program": `await referrals.program.update({
  holdingPeriodDays: 30,
  minPayoutAmount: 5000,
  payoutMethodDelayHours: 24,
  payoutDay: 15,
});`,
      "Every month": `npx referrals-service payouts run
npx referrals-service payouts confirm --all
npx referrals-service payouts export --format wise --out pay.csv
npx referrals-service payouts settle paid.csv`,
    },
  },
};

/** Where the guide of a group of operations stands, if there is one. */
export const guideLink = (group: string): Pick<Guide, "id" | "title"> | undefined => guides[group];

/** The guide that stands with a group of operations, if there is one. */
export function guideOf(group: string): Html | "" {
  const guide = guides[group];
  if (!guide) return "";
  const { id, title, words, samples } = guide;
  return html`<section class="operation">
    <h3 id="${id}"><a href="#${id}">${title}</a></h3>
    <div class="words">${words}</div>
    <div class="samples">
      ${Object.entries(samples).map(
        ([label, source]) =>
          html`<p class="label">${label}</p>
            ${codeBlock(source, `${title}: ${label}`)}`,
      )}
    </div>
  </section>`;
}
