import { checkClientOrigin } from "../domain/tracking/check-client-origin.ts";
import { trackLead } from "../domain/tracking/track-lead.ts";
import { trackClick, trackOpen, trackVisit, type Visitor } from "../domain/tracking/track-click.ts";
import { trackRefund } from "../domain/tracking/track-refund.ts";
import { trackSale } from "../domain/tracking/track-sale.ts";
import {
  clickInput,
  clickResult,
  leadInput,
  leadResult,
  openInput,
  openResult,
  refundInput,
  refundResult,
  saleInput,
  saleResult,
  visitInput,
  visitResult,
} from "../schemas/tracking.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** How clicks, leads, sales and refunds arrive (api-contract §13). */
export const trackingEndpoints: readonly Endpoint[] = [
  endpoint("track.lead", { body: leadInput, output: leadResult, handle: ({ ctx, body }) => trackLead(ctx, body) }),
  endpoint("track.sale", { body: saleInput, output: saleResult, handle: ({ ctx, body }) => trackSale(ctx, body) }),
  endpoint("track.leadClient", {
    body: leadInput,
    output: leadResult,
    handle: async ({ ctx, body, request }) => {
      await checkClientOrigin(ctx, request.headers.get("origin"));
      return trackLead(ctx, body);
    },
  }),
  endpoint("track.saleClient", {
    body: saleInput,
    output: saleResult,
    handle: async ({ ctx, body, request }) => {
      await checkClientOrigin(ctx, request.headers.get("origin"));
      return trackSale(ctx, body);
    },
  }),
  endpoint("track.refund", {
    body: refundInput,
    output: refundResult,
    handle: ({ ctx, body }) => trackRefund(ctx, body),
  }),
  endpoint("track.click", {
    body: clickInput,
    output: clickResult,
    handle: ({ ctx, body, ...from }) => trackClick(ctx, body, visitorOf(from)),
  }),
  endpoint("track.open", {
    body: openInput,
    output: openResult,
    handle: ({ ctx, body, ...from }) => trackOpen(ctx, body, visitorOf(from)),
  }),
  endpoint("track.visit", {
    body: visitInput,
    output: visitResult,
    handle: ({ ctx, body, ...from }) => trackVisit(ctx, body, visitorOf(from)),
  }),
];

function visitorOf({ address, request }: { address: string; request: Request }): Visitor {
  return { address, userAgent: request.headers.get("user-agent") ?? "", headers: request.headers };
}
