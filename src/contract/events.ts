import type { ClickEvent, LeadEvent, SaleEvent } from "./records.ts";

/** A row of `GET /events`. */
export type TrackedEvent = ClickEvent | LeadEvent | SaleEvent;
