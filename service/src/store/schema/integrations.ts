import type { Generated, Selectable } from "kysely";
import type { Integration, IntegrationDelivery } from "referrals-embed/contract";
import type { Json, Timestamp } from "./column.ts";
import type { Source } from "./money.ts";

export interface IntegrationsTable {
  id: string;
  workspace_id: string;
  provider: Integration["provider"];
  name: string;
  secret: string | null;
  match_email: Generated<boolean>;
  include_tax: Generated<boolean>;
  include_shipping: Generated<boolean>;
  click_id_key: Generated<string>;
  customer_id_key: Generated<string>;
  last_event_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A provider's customer: who they are here, what brought them, and who said each. */
export interface ProviderCustomersTable {
  integration_id: string;
  /** The provider's id. */
  id: string;
  /** The owner's id, as `plainId` has it; `null` while only a click or a code is known. */
  external_id: string | null;
  source: Source | null;
  /** When the customer's own record at the provider, or the owner, said who they are; `null` where a purchase did. */
  recorded_at: Timestamp | null;
  click_id: string | null;
  click_source: Source | null;
  code: string | null;
  code_source: Source | null;
}

/** What an earlier event said that a later one needs: which sale a payment paid, what was refunded of it, the text of a code. */
export interface IntegrationNotesTable {
  integration_id: string;
  name: string;
  value: string;
  at: Timestamp;
}

export interface IntegrationDeliveriesTable {
  id: string;
  integration_id: string;
  event_id: string;
  type: string;
  status: IntegrationDelivery["status"];
  outcome: string;
  /** What the event said, and no more of it: it is done again from here. */
  steps: Json<unknown>;
  /** Notes that would let a parked event go on. */
  waits_for: Json<string[]>;
  attempts: Generated<number>;
  occurred_at: Timestamp;
  received_at: Timestamp;
  next_attempt_at: Timestamp | null;
}

/** An integration as stored. */
export type IntegrationRow = Selectable<IntegrationsTable>;

/** A provider's customer as stored. */
export type ProviderCustomerRow = Selectable<ProviderCustomersTable>;

/** An event of a provider as stored. */
export type IntegrationDeliveryRow = Selectable<IntegrationDeliveriesTable>;
