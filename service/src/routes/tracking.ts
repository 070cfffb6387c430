import { checkClientOrigin } from "../domain/tracking/check-client-origin.ts";
import { trackLead } from "../domain/tracking/track-lead.ts";
import { trackSale } from "../domain/tracking/track-sale.ts";
import { leadInput, leadResult, saleInput, saleResult } from "../schemas/tracking.ts";
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
];
