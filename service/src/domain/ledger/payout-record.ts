import type { Payout } from "referrals-embed/contract";
import type { PayoutRecordRow } from "../../store/queries/money/payouts.ts";
import { recordOf } from "../record.ts";
import { payout } from "../../schemas/payouts.ts";
import { partnerOf } from "./commission-record.ts";

/** A statement's number as it is shown. */
export function numberOf(number: number | null): string | null {
  return number === null ? null : String(number).padStart(6, "0");
}

/** A payout in the server API's answers. It never contains the destination. */
export function toPayout(row: PayoutRecordRow): Payout {
  return recordOf(payout, row, {
    number: numberOf(row.number),
    mode: row.status === "pending" ? null : "external",
    traceId: row.reference,
    partner: recordOf(payout.shape.partner, row, partnerOf(row)),
    user: null,
  });
}
