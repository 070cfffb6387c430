import { z } from "@hono/zod-openapi";
import { listIntegrationEvents, replayEvent, testIntegration } from "../domain/integrations/deliveries.ts";
import { receiveEvent } from "../domain/integrations/take-event.ts";
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from "../domain/integrations/write-integration.ts";
import {
  integration,
  integrationDelivery,
  integrationDeliveryParams,
  integrationDeliveryQuery,
  integrationInput,
  integrationPatch,
  integrationReceipt,
} from "../schemas/integration.ts";
import { deleted, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = idParams;

/** Payment providers, the receiver of their events, and the log of their effects. */
export const integrationEndpoints: readonly Endpoint[] = [
  endpoint("integrations.list", {
    description: "Lists the payment providers whose events are taken.",
    output: z.array(integration),
    handle: ({ ctx }) => listIntegrations(ctx),
  }),
  endpoint("integrations.create", {
    description:
      "Makes an integration. Give its `url` to the provider, select its `events` there, and write the secret the provider shows into the integration.",
    body: integrationInput,
    output: integration,
    handle: ({ ctx, body }) => createIntegration(ctx, body),
  }),
  endpoint("integrations.get", {
    description: "Answers one integration, without its secret.",
    params,
    output: integration,
    handle: ({ ctx, params }) => getIntegration(ctx, params.id),
  }),
  endpoint("integrations.update", {
    description: "Changes an integration. A new secret takes the place of the old one at once.",
    params,
    body: integrationPatch,
    output: integration,
    example: { body: { matchEmail: true } },
    handle: ({ ctx, params, body }) => updateIntegration(ctx, params.id, body),
  }),
  endpoint("integrations.delete", {
    description: "Deletes an integration with its log. Sales and commissions stay.",
    params,
    output: deleted,
    handle: ({ ctx, params }) => deleteIntegration(ctx, params.id),
  }),
  endpoint("integrations.test", {
    description: "Says in the log whether an integration is ready, and when its last event came. Nothing is recorded.",
    params,
    output: integrationDelivery,
    handle: ({ ctx, params }) => testIntegration(ctx, params.id),
  }),
  endpoint("integrations.deliveries", {
    description: "Lists the events of the last 30 days, newest first, with what each did and why.",
    params,
    query: integrationDeliveryQuery,
    output: z.array(integrationDelivery),
    example: { query: { status: "parked" } },
    handle: ({ ctx, params, query }) => listIntegrationEvents(ctx, params.id, query),
  }),
  endpoint("integrations.replay", {
    description: "Does an event again, e.g. after a setting was changed. Nothing counts twice.",
    params: integrationDeliveryParams,
    output: integrationDelivery,
    handle: ({ ctx, params }) => replayEvent(ctx, params.id, params.deliveryId),
  }),
  endpoint("integrations.receive", {
    description:
      "Takes an event from the provider. It takes no key: the provider's signature over the body, made with the integration's secret and, where it has a date, in the last five minutes, is what lets it in. Each event counts once.",
    params,
    output: integrationReceipt,
    idempotent: false,
    handle: ({ ctx, params, bytes, request, count }) =>
      receiveEvent(ctx, params.id, {
        bytes,
        headers: request.headers,
        found: (id) => count(id === undefined ? "unknownIntegration" : "providerEvents", id),
      }),
  }),
];
