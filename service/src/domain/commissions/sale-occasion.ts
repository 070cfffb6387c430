import type { CustomerRow, EnrollmentRow, SaleRow } from "../../store/queries/tracking.ts";
import type { HoldReason } from "../../store/schema/money.ts";
import type { AttributionRecord } from "../tracking/attribute.ts";
import type { TrackingProgram } from "../tracking/load-program.ts";
import type { DecisionCode } from "./judge.ts";

/** A sale, and what is known of it when it is judged. */
export interface SaleOccasion {
  program: TrackingProgram;
  sale: SaleRow;
  customer: CustomerRow;
  enrollment: EnrollmentRow | null;
  /** Who brought the enrollment in (C15). */
  referrer: EnrollmentRow | null;
  /** Why the sale is not attributed; null when it is. */
  refusal: DecisionCode | null;
  record: AttributionRecord;
  holdReasons: readonly HoldReason[];
}
