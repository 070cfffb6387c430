import { z } from "@hono/zod-openapi";
import { createApiKey, deleteApiKey, listApiKeys } from "../domain/workspaces/manage-keys.ts";
import { createDiscount, listDiscounts, updateDiscount } from "../domain/programs/manage-discounts.ts";
import { createGroup, listGroups, updateGroup } from "../domain/programs/manage-groups.ts";
import { createReward, listRewards, updateReward } from "../domain/programs/manage-rewards.ts";
import { getVersion, updateVersion } from "../domain/programs/update-program.ts";
import { tryProgram } from "../domain/workspaces/try-out.ts";
import { setRate, listExchangeRates } from "../domain/tracking/exchange-rates.ts";
import { previewMail } from "../mails/preview-mail.ts";
import { en } from "../mails/words/en.ts";
import { needOwner } from "../middleware/authorize.ts";
import { exchangeRate, exchangeRateInput, exchangeRateResult } from "../schemas/exchange-rate.ts";
import { programMail, programMailInput } from "../schemas/mail-texts.ts";
import * as schema from "../schemas/program.ts";
import { deleted, idParams, pageQuery } from "../schemas/query.ts";
import { Answer, endpoint, seenIn, type Endpoint } from "./endpoint.ts";

/** The program, its groups, rewards and discounts, and the workspace's keys. */
export const programEndpoints: readonly Endpoint[] = [
  endpoint("program.get", {
    description: "Answers the program with all its settings. `ETag` names their version.",
    output: schema.program,
    handle: async ({ ctx }) => Answer.versioned(await getVersion(ctx)),
  }),
  endpoint("program.update", {
    description:
      "Changes settings of the program. What is left out stays. With `If-Match`, the `ETag` that was read, nothing is changed if somebody else has changed them since: the answer is 409 and says what.",
    body: schema.programPatch,
    output: schema.program,
    example: { body: { minPayoutAmount: 1000, payoutMethods: ["paypal"] } },
    handle: async ({ ctx, body, caller, request }) => {
      if (body.allowedOrigins !== undefined) needOwner(caller, "allowedOrigins");
      return Answer.versioned(await updateVersion(ctx, body, seenIn(request)));
    },
  }),
  endpoint("program.test", {
    description:
      "Plays a click, a sign-up, a sale and its refund of a new partner by the program as it is, answers what they earned, and takes all of it back: nothing stays, and nobody is told. Your site is not asked; `referrals-service doctor` does that.",
    output: schema.programTrial,
    handle: ({ ctx }) => tryProgram(ctx),
  }),
  endpoint("program.previewMail", {
    description: "Answers a mail to partners, filled with samples. Nothing is sent.",
    body: programMailInput,
    output: programMail,
    example: { body: { kind: "approved", subject: "Welcome to {program}" } },
    idempotent: false,
    handle: async ({ ctx, body: { kind, ...texts } }) => {
      const { subject, text } = await previewMail(ctx, { kind, locale: "en", texts });
      return { subject, text, usual: en.texts[kind] };
    },
  }),
  endpoint("apiKeys.list", {
    description: "Lists keys, without what is secret of them.",
    query: pageQuery,
    output: z.array(schema.apiKey),
    handle: ({ ctx, query }) => listApiKeys(ctx, query),
  }),
  endpoint("apiKeys.create", {
    description: "Makes a key. A secret key stands in this answer only.",
    body: schema.apiKeyInput,
    output: schema.apiKey,
    example: { body: { scopes: ["tokens.write"] } },
    // A publishable key is not a secret: pages contain it, and the list shows it.
    kept: (made) => (made.kind === "secret" ? { ...made, key: null } : made),
    handle: ({ ctx, body, caller }) => createApiKey(ctx, body, caller.kind === "key" ? caller : undefined),
  }),
  endpoint("apiKeys.delete", {
    description: "Revokes a key at once.",
    params: idParams,
    output: deleted,
    handle: ({ ctx, params }) => deleteApiKey(ctx, params.id),
  }),
  endpoint("groups.list", {
    description: "Lists groups with their rewards and rules.",
    query: pageQuery,
    output: z.array(schema.group),
    handle: ({ ctx, query }) => listGroups(ctx, query),
  }),
  endpoint("groups.create", {
    description: "Makes a group with rewards and rules of its own.",
    body: schema.groupInput,
    output: schema.group,
    example: { body: { slug: "creators", defaultUrls: ["https://acme.example/pricing"], maxPartnerLinks: 20 } },
    handle: ({ ctx, body }) => createGroup(ctx, body),
  }),
  endpoint("groups.update", {
    description:
      "Changes a group. A new reward counts for members who had the old one; customers who already bought keep their terms.",
    params: idParams,
    body: schema.groupPatch,
    output: schema.group,
    example: { body: { maxPartnerLinks: 20 } },
    handle: ({ ctx, params, body }) => updateGroup(ctx, params.id, body),
  }),
  endpoint("rewards.list", {
    description: "Lists the rewards groups and partners can have.",
    query: pageQuery,
    output: z.array(schema.reward),
    handle: ({ ctx, query }) => listRewards(ctx, query),
  }),
  endpoint("rewards.create", {
    description: "Makes a reward; a group or a partner refers to it.",
    body: schema.rewardInput,
    output: schema.reward,
    example: { body: { maxDurationMonths: 12 } },
    handle: ({ ctx, body }) => createReward(ctx, body),
  }),
  endpoint("rewards.update", {
    description: "Changes a reward. Customers who already bought keep the terms they began with.",
    params: idParams,
    body: schema.rewardPatch,
    output: schema.reward,
    example: { body: { maxAmount: 50_000 } },
    handle: ({ ctx, params, body }) => updateReward(ctx, params.id, body),
  }),
  endpoint("discounts.list", {
    description: "Lists the discounts customers can get.",
    query: pageQuery,
    output: z.array(schema.discount),
    handle: ({ ctx, query }) => listDiscounts(ctx, query),
  }),
  endpoint("discounts.create", {
    description: "Makes a discount for customers partners bring.",
    body: schema.discountInput,
    output: schema.discount,
    example: { body: { maxDuration: 3, description: "10 % off for three months" } },
    handle: ({ ctx, body }) => createDiscount(ctx, body),
  }),
  endpoint("discounts.update", {
    description: "Changes a discount.",
    params: idParams,
    body: schema.discountPatch,
    output: schema.discount,
    example: { body: { amount: 15 } },
    handle: ({ ctx, params, body }) => updateDiscount(ctx, params.id, body),
  }),
  endpoint("exchangeRates.list", {
    description: "Lists the rates of sales in other currencies, by currency and time.",
    query: pageQuery,
    output: z.array(exchangeRate),
    handle: ({ ctx, query }) => listExchangeRates(ctx, query),
  }),
  endpoint("exchangeRates.create", {
    description:
      "Sets what a unit of another currency is worth, or corrects the rate of the same instant. Sales that waited for it on hold are valued; those that have a value keep it.",
    body: exchangeRateInput,
    output: exchangeRateResult,
    example: { body: { currency: "eur", rate: "1.08" } },
    handle: ({ ctx, body }) => setRate(ctx, body),
  }),
];
