import { userAgentOf } from "../bounds.ts";
import { checkClientOrigin } from "../domain/tracking/check-client-origin.ts";
import { clickArrived } from "../domain/tracking/find-click.ts";
import { reportLead, trackLead } from "../domain/tracking/track-lead.ts";
import { readOffer } from "../domain/tracking/read-offer.ts";
import { trackClick, trackOpen, trackVisit, type Visitor } from "../domain/tracking/track-click.ts";
import { trackRefund } from "../domain/tracking/track-refund.ts";
import { reportSale } from "../domain/tracking/reported-sale.ts";
import { trackSale } from "../domain/tracking/track-sale.ts";
import {
  clickInput,
  clickResult,
  leadInput,
  leadResult,
  offerQuery,
  offerResult,
  openInput,
  openResult,
  refundInput,
  refundResult,
  saleInput,
  saleResult,
  visitInput,
  visitResult,
} from "../schemas/tracking.ts";
import { Answer, endpoint, type Endpoint, type Sender } from "./endpoint.ts";

/** How clicks, leads, sales and refunds arrive. */
export const trackingEndpoints: readonly Endpoint[] = [
  endpoint("track.lead", {
    description:
      "Records that a visitor became a lead, and binds the customer to the link for good. The same event of the same customer counts once, whenever it is repeated.",
    body: leadInput,
    output: leadResult,
    example: { body: { customerName: "Grace Lindqvist", customerEmail: "grace@lindqvist.example" } },
    handle: async ({ ctx, body }) => {
      await clickArrived(ctx, body);
      return trackLead(ctx, body);
    },
  }),
  endpoint("track.sale", {
    description:
      "Records a sale of a customer, and the commission the partner earns. An `invoiceId` counts once, whenever it is repeated.",
    body: saleInput,
    output: saleResult,
    example: { body: { currency: "usd", paymentProcessor: "stripe", invoiceId: "in_1001", metadata: { plan: "pro" } } },
    handle: async ({ ctx, body }) => {
      await clickArrived(ctx, body);
      return trackSale(ctx, body);
    },
  }),
  endpoint("track.leadClient", {
    description:
      "The same from a browser, with a publishable key, from the program's allowed origins. Anybody can read that key, so the commission is on hold (`unverified`) until your server sends the same event with a `clickId`, or you set the commission to `pending`. The click binds no customer your server has made, and one your server names for a page's customer wins. The answer repeats what was sent.",
    body: leadInput,
    output: leadResult,
    handle: async ({ ctx, body, request }) => {
      await checkClientOrigin(ctx, request.headers.get("origin"));
      await clickArrived(ctx, body);
      return reportLead(ctx, body);
    },
  }),
  endpoint("track.saleClient", {
    description:
      "The same from a browser, with a publishable key, from the program's allowed origins. Anybody can read that key, so the sale is on hold (`unverified`), with no earnings and in no total, until your server sends the same `invoiceId`, whose amount, currency and customer then win, or until you set its commission to `pending`. The answer repeats what was sent.",
    body: saleInput,
    output: saleResult,
    example: { body: { currency: "usd", invoiceId: "in_1002" } },
    handle: async ({ ctx, body, request }) => {
      await checkClientOrigin(ctx, request.headers.get("origin"));
      await clickArrived(ctx, body);
      return reportSale(ctx, body);
    },
  }),
  endpoint("track.refund", {
    description:
      "Gives back a sale in whole or in part. Unpaid commission shrinks; what was already paid is taken from the next payout.",
    body: refundInput,
    output: refundResult,
    example: { body: { invoiceId: "in_1001", amount: 1900, refundId: "re_1001" } },
    handle: ({ ctx, body }) => trackRefund(ctx, body),
  }),
  endpoint("track.click", {
    description:
      "Records a click without a redirect, for links like `?via=ada` on your own pages. One visitor's repeats within an hour get the same id.",
    body: clickInput,
    output: clickResult,
    example: { body: { domain: "go.example.com", key: "ada" } },
    handle: ({ ctx, body, ...request }) => trackClick(ctx, body, visitorOf(request)),
  }),
  endpoint("track.offer", {
    description:
      "Tells what a visitor saves by the click or the link they came by, for pages that know no more of them. It records nothing. What is unknown, disabled or expired has no offer.",
    query: offerQuery,
    output: offerResult,
    example: { query: { domain: "go.example.com", key: "ada" } },
    handle: async ({ ctx, query }) => {
      const found = await readOffer(ctx, query);
      // An offer stays valid for a while; an unknown click may become known in a moment.
      const seconds = found.discount === null ? 60 : 300;
      return new Answer(found, { "Cache-Control": `public, max-age=${seconds}` });
    },
  }),
  endpoint("track.open", {
    description: "Records that a link opened your app, and answers which one.",
    body: openInput,
    output: openResult,
    example: { body: { deepLink: "https://go.example.com/autumn" } },
    handle: ({ ctx, body, ...request }) => trackOpen(ctx, body, visitorOf(request)),
  }),
  endpoint("track.visit", {
    description: "Records a page view as a click on the root link of a domain.",
    body: visitInput,
    output: visitResult,
    example: { body: { domain: "go.example.com", url: "https://acme.example/blog" } },
    handle: ({ ctx, body, ...request }) => trackVisit(ctx, body, visitorOf(request)),
  }),
];

function visitorOf({ from, request }: { from: Sender; request: Request }): Visitor {
  const { address, isByProxy } = from;
  const proxyHeaders = isByProxy ? request.headers : new Headers();
  return { address, userAgent: userAgentOf(request.headers.get("user-agent")), proxyHeaders };
}
