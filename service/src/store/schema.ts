import type { Kysely, Transaction } from "kysely";
import type {
  ApiKeysTable,
  AuditRowsTable,
  DiscountsTable,
  FxRatesTable,
  GroupsTable,
  IdempotencyKeysTable,
  ProgramsTable,
  PublishableKeysTable,
  RateLeasesTable,
  RewardsTable,
  ServiceStateTable,
  WorkspacesTable,
} from "./schema/accounts.ts";
import type {
  ApplicationsTable,
  EmbedTokensTable,
  EmbedVisitorsTable,
  EnrollmentCountsTable,
  EnrollmentFiguresTable,
  EnrollmentStatsTable,
  EnrollmentsTable,
  PartnerProfilesTable,
  PartnersTable,
  RankedBoardsTable,
  RankedCountsTable,
  RankedEnrollmentsTable,
  ReferralSubmissionsTable,
} from "./schema/enrollments.ts";
import type {
  DiscountCodesTable,
  DomainsTable,
  EnrollmentTagsTable,
  FoldersTable,
  LinkCountsTable,
  LinkTagsTable,
  LinksTable,
  RetiredKeysTable,
  TagsTable,
} from "./schema/links.ts";
import type {
  AwaitedCountsTable,
  ClickEventsTable,
  ClickRewardAddressesTable,
  ClickRewardDaysTable,
  CustomerTermsTable,
  CustomerTextsTable,
  CustomersTable,
  DisputesTable,
  JournalSegmentsTable,
  LeadEventsTable,
  PresentedClicksTable,
  RefundsTable,
  RefusedClicksTable,
  SaleEventsTable,
  VisitorSaltsTable,
  VisitorWindowsTable,
} from "./schema/tracking.ts";
import type { CommissionsTable, DecisionsTable, UnverifiedSalesTable, PayoutsTable } from "./schema/money.ts";
import type { OutboxEventsTable, WebhookDeliveriesTable, WebhooksTable } from "./schema/delivery.ts";
import type {
  IntegrationDeliveriesTable,
  IntegrationNotesTable,
  IntegrationsTable,
  ProviderCustomersTable,
} from "./schema/integrations.ts";
import type {
  AddressPeriodsTable,
  AddressSumsTable,
  DimensionDaysTable,
  DimensionHoursTable,
  DimensionMonthsTable,
  LinkDaysTable,
  LinkHoursTable,
  LinkMonthsTable,
  ProgramHoursTable,
} from "./schema/rollups.ts";

/** What a query runs on: the store, or a transaction of it. */
export type Db = Kysely<Database>;

/** A transaction of the store. */
export type Tx = Transaction<Database>;

/** The tables of the store; `schema.sql` says what they guarantee. `bigint` is read as a number (≤ 2^53 − 1), `numeric` and `date` as text. */
export interface Database {
  workspaces: WorkspacesTable;
  api_keys: ApiKeysTable;
  publishable_keys: PublishableKeysTable;
  programs: ProgramsTable;
  rewards: RewardsTable;
  discounts: DiscountsTable;
  groups: GroupsTable;
  fx_rates: FxRatesTable;
  idempotency_keys: IdempotencyKeysTable;
  audit_rows: AuditRowsTable;
  service_state: ServiceStateTable;
  rate_leases: RateLeasesTable;
  partners: PartnersTable;
  partner_profiles: PartnerProfilesTable;
  enrollments: EnrollmentsTable;
  enrollment_stats: EnrollmentStatsTable;
  enrollment_figures: EnrollmentFiguresTable;
  enrollment_counts: EnrollmentCountsTable;
  ranked_enrollments: RankedEnrollmentsTable;
  ranked_counts: RankedCountsTable;
  ranked_boards: RankedBoardsTable;
  applications: ApplicationsTable;
  referral_submissions: ReferralSubmissionsTable;
  embed_tokens: EmbedTokensTable;
  embed_visitors: EmbedVisitorsTable;
  domains: DomainsTable;
  folders: FoldersTable;
  tags: TagsTable;
  links: LinksTable;
  link_counts: LinkCountsTable;
  link_tags: LinkTagsTable;
  enrollment_tags: EnrollmentTagsTable;
  retired_keys: RetiredKeysTable;
  discount_codes: DiscountCodesTable;
  click_events: ClickEventsTable;
  awaited_counts: AwaitedCountsTable;
  visitor_windows: VisitorWindowsTable;
  visitor_salts: VisitorSaltsTable;
  journal_segments: JournalSegmentsTable;
  refused_clicks: RefusedClicksTable;
  click_reward_days: ClickRewardDaysTable;
  click_reward_addresses: ClickRewardAddressesTable;
  customers: CustomersTable;
  customer_texts: CustomerTextsTable;
  presented_clicks: PresentedClicksTable;
  customer_terms: CustomerTermsTable;
  lead_events: LeadEventsTable;
  sale_events: SaleEventsTable;
  refunds: RefundsTable;
  disputes: DisputesTable;
  payouts: PayoutsTable;
  commissions: CommissionsTable;
  decisions: DecisionsTable;
  unverified_sales: UnverifiedSalesTable;
  webhooks: WebhooksTable;
  outbox_events: OutboxEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  integrations: IntegrationsTable;
  integration_notes: IntegrationNotesTable;
  provider_customers: ProviderCustomersTable;
  integration_deliveries: IntegrationDeliveriesTable;
  link_hours: LinkHoursTable;
  link_days: LinkDaysTable;
  link_months: LinkMonthsTable;
  program_hours: ProgramHoursTable;
  dimension_hours: DimensionHoursTable;
  dimension_days: DimensionDaysTable;
  dimension_months: DimensionMonthsTable;
  address_periods: AddressPeriodsTable;
  address_sums: AddressSumsTable;
}
