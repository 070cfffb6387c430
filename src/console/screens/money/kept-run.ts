import type { Payout, PayoutRunPartner } from "../../../contract/records.ts";
import { forget, keep, readKept } from "../../tab-storage.ts";
import type { FileFormat, FilePart } from "./payout-file.ts";

/** How a partner's money stands, as far as a run needs it. */
export interface Collected extends Omit<PayoutRunPartner, "partner"> {
  partner: Pick<PayoutRunPartner["partner"], "id" | "name">;
}

/** How far a run has come. */
export interface KeptRun {
  collected?: Collected[];
  confirmed?: string[];
  refused?: { id: string; reason: string }[];
  /** In which formats its file was saved. */
  saved?: FileFormat[];
  /** The payouts of these files, and those of another's file that the run took over. No others are paid by it. */
  filed?: string[];
  /** The file that is being saved: after a lost answer it is asked for again as it was, and is the same file. */
  saving?: { format: FileFormat; parts: FilePart[] };
  /** Payouts that are being recorded as paid: after a lost answer those that are paid were. */
  settling?: string[];
  settled?: { id: string; amount: number; currency: string }[];
}

/** Whether a payout stands in a file that the run did not save: whoever did pays by it, and a second file would pay it twice. */
export function isInAnothersFile({ filed = [] }: KeptRun): (payout: Payout) => boolean {
  const own = new Set(filed);
  return ({ id, status }) => status === "processed" && !own.has(id);
}

/** A run that goes on with payouts that were confirmed before, by somebody else or in another tab. */
export function runOf(payouts: readonly Payout[]): KeptRun {
  const collected = payouts.map(({ id, partner, amount, currency }) => {
    return { partner, payoutId: id, amount, currency, needs: null, waiting: [] };
  });
  return { collected, confirmed: payouts.map(({ id }) => id) };
}

const place = "console-run";

/** The run of this tab; a new one where nothing is kept, or what is kept cannot be read. */
export const keptRun = (): KeptRun => readKept<KeptRun>(place) ?? {};

/** Keeps it; a run too large to be kept goes on without. */
export const keepRun = (run: KeptRun): void => keep(place, run);

export const forgetRun = (): void => forget(place);
