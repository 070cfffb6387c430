import type { Generated, GeneratedAlways, Selectable } from "kysely";
import type { Trigger } from "referrals-embed/contract";
import type { DefaultJson, Json, Timestamp } from "./column.ts";

export interface ClickEventsTable {
  id: string;
  at: Timestamp;
  workspace_id: string;
  program_id: string | null;
  enrollment_id: string | null;
  link_id: string;
  click_id: string;
  visitor: string;
  /** A salted hash of the address alone; null for clicks from before there was one. */
  address: string | null;
  is_unique: boolean;
  click_reward_id: string | null;
  url: string;
  trigger: Generated<Trigger>;
  country: string | null;
  region: string | null;
  city: string | null;
  continent: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  referer: string | null;
  referer_url: string | null;
}

/** Counts of leads and sales that wait for their click to be stored: until then they stand under unknown facets. */
export interface AwaitedCountsTable {
  click_id: string;
  link_id: string;
  workspace_id: string;
  /** `''` outside a program. */
  program_id: string;
  hour: Timestamp;
  leads: number;
  conversions: number;
  sales: number;
  sale_amount: number;
}

export interface VisitorWindowsTable {
  link_id: string;
  visitor: string;
  click_id: string;
  opened_at: Timestamp;
}

export interface VisitorSaltsTable {
  day: string;
  salt: string;
  created_at: Timestamp;
}

export interface JournalSegmentsTable {
  segment: string;
  byte_offset: number;
  updated_at: Timestamp;
}

export interface RefusedClicksTable {
  segment: string;
  byte_offset: number;
  record: Buffer;
  reason: string;
  refused_at: Timestamp;
}

export interface ClickRewardDaysTable {
  enrollment_id: string;
  reward_id: string;
  day: string;
  quantity: number;
  /** Further unique clicks, of addresses that had earned as much as the program lets one address earn. */
  unrewarded: Generated<number>;
  settled_at: Timestamp | null;
}

/** How many unique clicks of an address a day's reward has seen; forgotten after some days, as the salt is. */
export interface ClickRewardAddressesTable {
  enrollment_id: string;
  reward_id: string;
  day: string;
  address: string;
  quantity: number;
}

export interface CustomersTable {
  id: string;
  workspace_id: string;
  external_id: string | null;
  external_key: GeneratedAlways<string | null>;
  name: string | null;
  email: string | null;
  avatar: string | null;
  country: string | null;
  stripe_customer_id: string | null;
  enrollment_id: string | null;
  link_id: string | null;
  click_id: string | null;
  bound_at: Timestamp | null;
  sales: Generated<number>;
  sale_amount: Generated<number>;
  first_sale_at: Timestamp | null;
  subscription_canceled_at: Timestamp | null;
  erased_at: Timestamp | null;
  /** Made and bound by a page alone; the server has named no click of theirs. */
  unverified: Generated<boolean>;
  /** The link of a discount code that a deferred call sent, while the customer is not bound. */
  code_link_id: string | null;
  created_at: Timestamp;
}

export interface CustomerTextsTable {
  customer_id: string;
  search_text: string;
}

export interface PresentedClicksTable {
  customer_id: string;
  click_id: string;
  link_id: string;
  clicked_at: Timestamp;
  presented_at: Timestamp;
}

export interface CustomerTermsTable {
  enrollment_id: string;
  customer_id: string;
  reward_id: string;
  terms: Json<Record<string, unknown>>;
  frozen_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface LeadEventsTable {
  id: string;
  at: Timestamp;
  workspace_id: string;
  program_id: string | null;
  enrollment_id: string | null;
  link_id: string | null;
  customer_id: string;
  click_id: string | null;
  event_name: string;
  event_key: string;
  /** Sent by a page, or of a customer whose partner only a page has named. */
  unverified: Generated<boolean>;
  quantity: Generated<number>;
  attribution: DefaultJson<Record<string, unknown>>;
  metadata: Json<Record<string, unknown> | null>;
  answer: Json<unknown | null>;
}

export interface SaleEventsTable {
  id: string;
  at: Timestamp;
  workspace_id: string;
  program_id: string | null;
  enrollment_id: string | null;
  link_id: string | null;
  customer_id: string;
  click_id: string | null;
  invoice_id: string | null;
  event_name: Generated<string>;
  payment_processor: Generated<string>;
  product_id: string | null;
  amount: number;
  currency: string;
  fx_rate: string | null;
  amount_program: number | null;
  refunded_amount: Generated<number>;
  refunded_program: Generated<number>;
  is_first: Generated<boolean>;
  attribution: DefaultJson<Record<string, unknown>>;
  metadata: Json<Record<string, unknown> | null>;
  answer: Json<unknown | null>;
}

export interface RefundsTable {
  id: string;
  workspace_id: string;
  sale_id: string;
  external_id: string | null;
  amount: number;
  reason: string | null;
  at: Timestamp;
}

export interface DisputesTable {
  id: string;
  workspace_id: string;
  sale_id: string;
  external_id: string;
  amount: number;
  booked_amount: number | null;
  status: "opened" | "won" | "lost";
  opened_at: Timestamp;
  closed_at: Timestamp | null;
  /** When it last gave back of what it had taken. */
  returned_at: Timestamp | null;
}

/** A click as stored, or as it is known before it is. */
export interface ClickRow extends Selectable<ClickEventsTable> {
  /** Answered and, as far as was seen, not stored yet. */
  isWaiting?: true;
}

/** A customer as stored. */
export type CustomerRow = Selectable<CustomersTable>;

/** A lead as stored. */
export type LeadRow = Selectable<LeadEventsTable>;

/** A sale as stored. */
export type SaleRow = Selectable<SaleEventsTable>;

/** A date's earning clicks of an enrollment under a reward. */
export type ClickRewardDayRow = Selectable<ClickRewardDaysTable>;

/** Counters of a link and of its enrollment, moved together (V1); absent ones stay. */
export interface CounterDelta {
  leads?: number;
  conversions?: number;
  sales?: number;
  saleAmount?: number;
}

/** A dispute as stored. */
export type DisputeRow = Selectable<DisputesTable>;
