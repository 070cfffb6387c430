import { z } from "@hono/zod-openapi";
import { createApiKey, deleteApiKey, listApiKeys } from "../domain/keys/manage-keys.ts";
import { createDiscount, listDiscounts, updateDiscount } from "../domain/programs/manage-discounts.ts";
import { createGroup, listGroups, updateGroup } from "../domain/programs/manage-groups.ts";
import { createReward, listRewards, updateReward } from "../domain/programs/manage-rewards.ts";
import { getProgram, updateProgram } from "../domain/programs/update-program.ts";
import * as schema from "../schemas/program.ts";
import { pageQuery } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const { idParams } = schema;

/** The program, its groups, rewards and discounts, and the workspace's keys. */
export const programEndpoints: readonly Endpoint[] = [
  endpoint("program.get", { output: schema.program, handle: ({ ctx }) => getProgram(ctx) }),
  endpoint("program.update", {
    body: schema.programPatch,
    output: schema.program,
    handle: ({ ctx, body }) => updateProgram(ctx, body),
  }),
  endpoint("apiKeys.list", {
    query: pageQuery,
    output: z.array(schema.apiKey),
    handle: ({ ctx, query }) => listApiKeys(ctx, query),
  }),
  endpoint("apiKeys.create", {
    body: schema.apiKeyInput,
    output: schema.apiKey,
    // A publishable key is no secret: it stands in pages, and the list shows it.
    kept: (made) => (made.kind === "secret" ? { ...made, key: null } : made),
    handle: ({ ctx, body }) => createApiKey(ctx, body),
  }),
  endpoint("apiKeys.delete", {
    params: idParams,
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteApiKey(ctx, params.id),
  }),
  endpoint("groups.list", {
    query: pageQuery,
    output: z.array(schema.group),
    handle: ({ ctx, query }) => listGroups(ctx, query),
  }),
  endpoint("groups.create", {
    body: schema.groupInput,
    output: schema.group,
    handle: ({ ctx, body }) => createGroup(ctx, body),
  }),
  endpoint("groups.update", {
    params: idParams,
    body: schema.groupPatch,
    output: schema.group,
    handle: ({ ctx, params, body }) => updateGroup(ctx, params.id, body),
  }),
  endpoint("rewards.list", {
    query: pageQuery,
    output: z.array(schema.reward),
    handle: ({ ctx, query }) => listRewards(ctx, query),
  }),
  endpoint("rewards.create", {
    body: schema.rewardInput,
    output: schema.reward,
    handle: ({ ctx, body }) => createReward(ctx, body),
  }),
  endpoint("rewards.update", {
    params: idParams,
    body: schema.rewardPatch,
    output: schema.reward,
    handle: ({ ctx, params, body }) => updateReward(ctx, params.id, body),
  }),
  endpoint("discounts.list", {
    query: pageQuery,
    output: z.array(schema.discount),
    handle: ({ ctx, query }) => listDiscounts(ctx, query),
  }),
  endpoint("discounts.create", {
    body: schema.discountInput,
    output: schema.discount,
    handle: ({ ctx, body }) => createDiscount(ctx, body),
  }),
  endpoint("discounts.update", {
    params: idParams,
    body: schema.discountPatch,
    output: schema.discount,
    handle: ({ ctx, params, body }) => updateDiscount(ctx, params.id, body),
  }),
];
