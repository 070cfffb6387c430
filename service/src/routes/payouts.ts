import { z } from "@hono/zod-openapi";
import { confirmPayouts, settlePayouts } from "../domain/payouts/change-payouts.ts";
import { createPayout } from "../domain/payouts/create-payout.ts";
import { listPayouts } from "../domain/payouts/list-payouts.ts";
import { payoutsDue } from "../domain/payouts/payouts-due.ts";
import { exportPayouts } from "../domain/payouts/export-payouts.ts";
import { partnerPayoutMethod, setPartnerPayoutMethod } from "../domain/payouts/payout-method.ts";
import { payoutStatement } from "../domain/payouts/payout-statement.ts";
import { releaseDestination } from "../domain/payouts/release-destination.ts";
import { runPayouts } from "../domain/payouts/run-payouts.ts";
import { sharedDestination } from "../domain/payouts/shared-destination.ts";
import { tellWaiting } from "../domain/payouts/tell-waiting.ts";
import { updatePayout } from "../domain/payouts/update-payout.ts";
import { payoutMethod } from "../schemas/embed-data.ts";
import { partnerParams } from "../schemas/partner.ts";
import * as schema from "../schemas/payouts.ts";
import { idParams } from "../schemas/query.ts";
import { Answer, endpoint, seenIn, type Endpoint } from "./endpoint.ts";

/** Payouts of the program, and how partners are paid. */
export const payoutEndpoints: readonly Endpoint[] = [
  endpoint("partners.payoutMethod", {
    description: "Tells how a partner is paid, with the destination masked.",
    params: partnerParams,
    output: payoutMethod,
    handle: ({ ctx, params }) => partnerPayoutMethod(ctx, params.partnerId),
  }),
  endpoint("partners.setPayoutMethod", {
    description:
      "Sets how a partner is paid, also by bank transfer or in a way of your own. It counts at once, and stands in the audit log.",
    params: partnerParams,
    body: schema.partnerPayoutMethodInput,
    output: payoutMethod,
    example: {
      body: { method: "bank", bank: { country: "DE", holder: "Ada Okafor", iban: "DE89370400440532013000" } },
    },
    handle: ({ ctx, params, body }) => setPartnerPayoutMethod(ctx, params.partnerId, body),
  }),
  endpoint("partners.sharedDestination", {
    description:
      "Tells who else is paid where a partner is: a payout to a shared destination is not confirmed before a person releases it. `ETag` names the version of what is told.",
    params: partnerParams,
    output: schema.sharedDestination,
    handle: async ({ ctx, params }) => Answer.versioned(await sharedDestination(ctx, params.partnerId)),
  }),
  endpoint("partners.releaseDestination", {
    description:
      "Lets a partner be paid to a destination that another partner uses too, until the partner changes it. With `If-Match`, the `ETag` that was read, nothing is released if destination or sharers have changed since: the answer is 409. Repeating it changes nothing.",
    params: partnerParams,
    body: schema.releaseDestinationInput,
    output: schema.sharedDestination,
    handle: async ({ ctx, params, body, request }) =>
      Answer.versioned(await releaseDestination(ctx, params, { ...body, seen: seenIn(request) })),
  }),
  endpoint("payouts.list", {
    description:
      "Lists payouts, largest first unless said otherwise. With `Accept: text/csv` the answer is a CSV file of all that match, not of a page.",
    query: schema.payoutListQuery,
    output: z.array(schema.payout),
    example: { query: { status: "pending" } },
    handle: ({ ctx, query }) => listPayouts(ctx, query),
  }),
  endpoint("payouts.due", {
    description:
      "Tells the sum that `POST /payouts/run` would collect now, and of how many partners, without collecting it. Money that is in a payout already is not in it; neither is what waits, for whatever reason.",
    output: schema.payoutsDue,
    handle: ({ ctx }) => payoutsDue(ctx),
  }),
  endpoint("payouts.create", {
    description:
      "Collects a partner's commissions whose holding period is over into a payout, if they reach the program's minimum.",
    body: schema.payoutInput,
    output: schema.payout,
    handle: ({ ctx, body }) => createPayout(ctx, body.partnerId),
  }),
  endpoint("payouts.run", {
    description:
      "Collects everybody's commissions whose holding period is over, as `POST /payouts` does for one partner. It says of every partner with money what is paid, and what waits, why and until when. Repeating it changes nothing.",
    body: schema.payoutRunInput,
    output: schema.payoutRunResult,
    handle: async ({ ctx, body }) => {
      const cutoff = body.cutoff ? new Date(body.cutoff) : undefined;
      return { payoutIds: await runPayouts(ctx, cutoff), partners: await tellWaiting(ctx, cutoff) };
    },
  }),
  endpoint("payouts.confirm", {
    description:
      "Confirms collected payouts: amount, method and destination stand from then on. Each is judged alone; what misses something is refused and says what.",
    body: schema.payoutConfirmInput,
    output: schema.payoutBulkResult,
    handle: ({ ctx, body }) => confirmPayouts(ctx, body.payoutIds, body.amounts),
  }),
  endpoint("payouts.export", {
    description:
      "Answers every confirmed payout as a file for your bank or PayPal, and notes that it was handed over. Repeating it answers the same file. With `payoutIds` it writes the file of these again, also after they were paid: make sure that it is not paid twice.",
    body: schema.payoutExportInput,
    output: schema.payoutExportFile,
    example: { body: { format: "paypal" } },
    handle: async ({ ctx, body }) => ({
      content: (await exportPayouts(ctx, body.format, { ids: body.payoutIds, again: body.again })).text,
    }),
    // Destinations must not be stored with the key for a day.
    kept: () => ({ content: "" }),
    answerAgain: async ({ ctx, body }) => ({
      content: (await exportPayouts(ctx, body.format, { ids: body.payoutIds, again: body.again, isReplay: true })).text,
    }),
  }),
  endpoint("payouts.settle", {
    description:
      "Records what became of payouts: paid, on the way, or failed. Each is judged alone, and repeating it changes nothing.",
    body: schema.payoutSettleInput,
    output: schema.payoutBulkResult,
    example: { body: { payouts: [{ id: "po_1KAY3SCCZE7J2NC8Q5TEM1X9AB", status: "completed", reference: "T-1042" }] } },
    handle: ({ ctx, body }) => settlePayouts(ctx, body.payouts),
  }),
  endpoint("payouts.statement", {
    description: "Answers what a payout pays, line by line: the partner's record of it.",
    params: idParams,
    output: schema.payoutStatement,
    handle: async ({ ctx, params }) => Answer.json(await payoutStatement(ctx, params.id)),
  }),
  endpoint("payouts.update", {
    description: "Moves a payout to a later status, as your payment provider reports it.",
    params: idParams,
    body: schema.payoutPatch,
    output: schema.payout,
    handle: ({ ctx, params, body }) => updatePayout(ctx, params.id, body),
  }),
];
