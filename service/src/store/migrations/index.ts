import type { Migration } from "kysely";
import { initial } from "./0001-initial.ts";
import { changeFeed } from "./0002-change-feed.ts";
import { enrollmentFigures } from "./0003-enrollment-figures.ts";
import { rateLeases } from "./0004-rate-leases.ts";
import { coarserSums } from "./0005-coarser-sums.ts";
import { lookUps } from "./0006-look-ups.ts";
import { leaderboard } from "./0007-leaderboard.ts";
import { upkeep } from "./0008-upkeep.ts";
import { domainProof } from "./0009-domain-proof.ts";
import { clickJournal } from "./0010-click-journal.ts";
import { foldedKeys } from "./0011-folded-keys.ts";
import { invitationsTold } from "./0012-invitations-told.ts";
import { safeSums } from "./0013-safe-sums.ts";
import { unverifiedSales } from "./0014-unverified-sales.ts";
import { unverifiedCustomers } from "./0015-unverified-customers.ts";
import { payoutDay } from "./0016-payout-day.ts";
import { auditOrder } from "./0017-audit-order.ts";
import { listOrders } from "./0018-list-orders.ts";
import { linkCounts } from "./0019-link-counts.ts";
import { leaderboardPeriods } from "./0020-leaderboard-periods.ts";
import { integrations } from "./0021-integrations.ts";
import { codes } from "./0022-codes.ts";
import { bankTransfers } from "./0023-bank-transfers.ts";
import { applicationOrder } from "./0024-application-order.ts";
import { milestones } from "./0025-milestones.ts";
import { namedToFriends } from "./0026-named-to-friends.ts";
import { importedPayouts } from "./0027-imported-payouts.ts";
import { addressSums } from "./0028-address-sums.ts";
import { reissues } from "./0029-reissues.ts";
import { naturalKeys } from "./0031-natural-keys.ts";
import { awaitedCounts } from "./0032-awaited-counts.ts";
import { auditList } from "./0034-audit-list.ts";
import { addressSizes } from "./0035-address-sizes.ts";
import { decidedByPeople } from "./0039-decided-by-people.ts";
import { providerCustomers } from "./0040-provider-customers.ts";
import { samePerson } from "./0041-same-person.ts";
import { provenance } from "./0033-provenance.ts";
import { partnerInvitations } from "./0037-partner-invitations.ts";

/**
 * Every migration by name, applied in name order by Kysely's Migrator.
 *
 * The first one runs `CREATE EXTENSION pg_trgm`. On the embedded store the extension must be handed to PGlite when it is
 * created (`import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"`, option `extensions: { pg_trgm }`); on a
 * PostgreSQL server it is part of contrib and trusted, so a database owner may create it.
 */
export const migrations: Record<string, Migration> = {
  "0001-initial": initial,
  "0002-change-feed": changeFeed,
  "0003-enrollment-figures": enrollmentFigures,
  "0004-rate-leases": rateLeases,
  "0005-coarser-sums": coarserSums,
  "0006-look-ups": lookUps,
  "0007-leaderboard": leaderboard,
  "0008-upkeep": upkeep,
  "0009-domain-proof": domainProof,
  "0010-click-journal": clickJournal,
  "0011-folded-keys": foldedKeys,
  "0012-invitations-told": invitationsTold,
  "0013-safe-sums": safeSums,
  "0014-unverified-sales": unverifiedSales,
  "0015-unverified-customers": unverifiedCustomers,
  "0016-payout-day": payoutDay,
  "0017-audit-order": auditOrder,
  "0018-list-orders": listOrders,
  "0019-link-counts": linkCounts,
  "0020-leaderboard-periods": leaderboardPeriods,
  "0021-integrations": integrations,
  "0022-codes": codes,
  "0023-bank-transfers": bankTransfers,
  "0024-application-order": applicationOrder,
  "0025-milestones": milestones,
  "0026-named-to-friends": namedToFriends,
  "0027-imported-payouts": importedPayouts,
  "0028-address-sums": addressSums,
  "0029-reissues": reissues,
  "0031-natural-keys": naturalKeys,
  "0032-awaited-counts": awaitedCounts,
  "0033-provenance": provenance,
  "0034-audit-list": auditList,
  "0035-address-sizes": addressSizes,
  "0037-partner-invitations": partnerInvitations,
  "0039-decided-by-people": decidedByPeople,
  "0040-provider-customers": providerCustomers,
  "0041-same-person": samePerson,
};
