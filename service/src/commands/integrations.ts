import { paymentProviders, type IntegrationDelivery, type IntegrationPatch } from "referrals-embed/contract";
import { listIntegrationEvents, replayEvent, testIntegration } from "../domain/integrations/deliveries.ts";
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from "../domain/integrations/write-integration.ts";
import { integrationPatch } from "../schemas/integration.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

/** `integrations list|create|show|update|delete|test|deliveries|replay`. */
export const integrations = operatorCommand(
  {
    does: "have sales arrive from a payment provider",
    takes: "<list|create|show|update|delete|test|deliveries|replay> [provider or id] [deliveryId]",
    options: {
      name: { value: "text", does: "create, update: what to call it" },
      secret: { value: "secret", does: "create, update: the key by which the provider signs its events" },
      "match-email": { value: "yes|no", does: "create, update: whether a buyer may be known by e-mail" },
      "include-tax": { value: "yes|no", does: "create, update: whether tax counts as part of a sale" },
      "include-shipping": { value: "yes|no", does: "create, update: whether shipping does" },
      "click-id-key": { value: "key", does: "create, update: key of the metadata with the click id; default ref_id" },
      "customer-id-key": {
        value: "key",
        does: "create, update: key with your customer's id; default customerExternalId",
      },
      ...workspaceOption,
    },
    more:
      `create takes a provider: ${paymentProviders.join(", ")}. It prints the address to give to the provider, and the events to select there;\n` +
      "then write the secret that the provider shows: update <id> --secret <secret>.",
  },
  async ({ inWorkspace }, given) => {
    const [action, id = ""] = given.args;
    const ctx = await inWorkspace();
    switch (action) {
      case "list": {
        const found = await listIntegrations(ctx);
        const lines = found.map((row) =>
          [row.id, row.provider, row.hasSecret ? "has a secret" : "no secret yet", row.name].join("  "),
        );
        return lines.join("\n") || "There is no integration.";
      }
      case "create": {
        const made = await createIntegration(ctx, { provider: providerOf(id), ...settingsOf(given) });
        return `${made.id}\n${made.url}\n${made.events.join("\n")}`;
      }
      case "show":
        return JSON.stringify(await getIntegration(ctx, idOf(id)), null, 2);
      case "update":
        return JSON.stringify(await updateIntegration(ctx, idOf(id), settingsOf(given)), null, 2);
      case "delete":
        return `The integration ${(await deleteIntegration(ctx, idOf(id))).id} is deleted.`;
      case "test":
        return lineOf(await testIntegration(ctx, idOf(id)));
      case "deliveries": {
        const found = await listIntegrationEvents(ctx, idOf(id), { page: 1, pageSize: 100 });
        return found.map(lineOf).join("\n") || "No event has come yet.";
      }
      case "replay":
        return lineOf(await replayEvent(ctx, idOf(id), idOf(given.args[2] ?? "")));
      default:
        throw new UsageError(
          `integrations takes list, create, show, update, delete, test, deliveries or replay, not ${action}.`,
        );
    }
  },
);

function lineOf({ id, receivedAt, type, status, outcome }: IntegrationDelivery): string {
  return [id, receivedAt, type, status, outcome].join("  ");
}

function providerOf(name: string): (typeof paymentProviders)[number] {
  const found = paymentProviders.find((provider) => provider === name);
  if (found) return found;
  throw new UsageError(`Which provider? There are: ${paymentProviders.join(", ")}.`);
}

function idOf(id: string): string {
  if (id !== "") return id;
  throw new UsageError("Which one? list shows the ids of integrations, deliveries those of events.");
}

/** The options as input of the API, with its limits. @throws UsageError */
function settingsOf(given: Given): IntegrationPatch {
  const settings = {
    name: valueOf(given, "name"),
    secret: valueOf(given, "secret"),
    matchEmail: switchOf(given, "match-email"),
    includeTax: switchOf(given, "include-tax"),
    includeShipping: switchOf(given, "include-shipping"),
    clickIdKey: valueOf(given, "click-id-key"),
    customerIdKey: valueOf(given, "customer-id-key"),
  };
  const read = integrationPatch.safeParse(settings);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`${issue?.path.join(".")}: ${issue?.message}`);
}

function switchOf(given: Given, name: string): boolean | undefined {
  const value = valueOf(given, name);
  if (value === undefined || value === "yes" || value === "no")
    return value === undefined ? undefined : value === "yes";
  throw new UsageError(`--${name} must be yes or no, not ${value}.`);
}
