import type { Selectable } from "kysely";
import type { IntegrationDeliveriesTable, IntegrationsTable, ProviderCustomersTable } from "./tables.ts";

/** An integration as stored. */
export type IntegrationRow = Selectable<IntegrationsTable>;

/** A provider's customer as stored. */
export type ProviderCustomerRow = Selectable<ProviderCustomersTable>;

/** An event of a provider as stored. */
export type IntegrationDeliveryRow = Selectable<IntegrationDeliveriesTable>;
