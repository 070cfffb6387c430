import { ReferralsError, type Integration, type IntegrationDelivery } from "referrals-embed/contract";
import { integration, integrationDelivery } from "../../schemas/integration.ts";
import { findIntegrationRow } from "../../store/queries/tracking/integrations.ts";
import type { IntegrationDeliveryRow, IntegrationRow } from "../../store/schema/integrations.ts";
import type { Context } from "../context.ts";
import { recordOf } from "../record.ts";
import { providers } from "../providers/providers.ts";

/** An integration as it is answered, without its secret. */
export function toIntegration(ctx: Context, row: IntegrationRow): Integration {
  return recordOf(integration, row, {
    url: `${ctx.config.apiUrl}/integrations/${row.id}/events`,
    events: Object.keys(providers[row.provider].readers),
    hasSecret: row.secret !== null,
  });
}

/** An event as it is answered. */
export function toIntegrationDelivery(row: IntegrationDeliveryRow): IntegrationDelivery {
  return recordOf(integrationDelivery, row);
}

/** The integration of the workspace. @throws not_found */
export async function getIntegrationRow(ctx: Context, id: string): Promise<IntegrationRow> {
  const row = await findIntegrationRow(ctx.db, id);
  if (row?.workspace_id === ctx.workspaceId) return row;
  throw noIntegration(id);
}

/** The error of an id that is no integration. */
export function noIntegration(id: string): ReferralsError {
  return new ReferralsError("not_found", `There is no integration ${id}.`);
}
