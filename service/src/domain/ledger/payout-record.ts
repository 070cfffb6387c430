import type { Payout } from "referrals-embed/contract";
import type { PayoutRecordRow } from "../../store/queries/payouts.ts";
import { recordOf } from "../record.ts";
import { payout } from "../../schemas/payouts.ts";
import { partnerOf } from "./commission-record.ts";

/** A payout as the server API answers one. The destination is never in it. */
export function toPayout(row: PayoutRecordRow): Payout {
  return recordOf(payout, row, {
    mode: row.status === "pending" ? null : "external",
    traceId: row.reference,
    partner: recordOf(payout.shape.partner, row, partnerOf(row)),
    user: null,
  });
}
