import type { PayoutRunPartner } from "../../../contract/records.ts";

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
export function keptRun(): KeptRun {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "{}") as KeptRun;
  } catch {
    return {};
  }
}

/** Keeps it; a run too large to be kept goes on without. */
export function keepRun(run: KeptRun): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(run));
  } catch {
    forgetRun();
  }
}

export function forgetRun(): void {
  sessionStorage.removeItem(place);
}
