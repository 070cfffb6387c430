import type { PayoutRunPartner } from "../../../contract/records.ts";
import { forget, keep, readKept } from "../../tab-storage.ts";

/** How far a run has come. */
export interface KeptRun {
  collected?: PayoutRunPartner[];
  confirmed?: string[];
  refused?: { id: string; reason: string }[];
  exported?: boolean;
  settled?: { amount: number; currency: string }[];
}

const place = "console-run";

/** The run of this tab; a new one where nothing is kept, or what is kept cannot be read. */
export const keptRun = (): KeptRun => readKept<KeptRun>(place) ?? {};

/** Keeps it; a run too large to be kept goes on without. */
export const keepRun = (run: KeptRun): void => keep(place, run);

export const forgetRun = (): void => forget(place);
