import type { Trigger } from "referrals-embed/contract";

/** A counted click as the journal holds it. The keys are short because there is one of these for every click ever made. */
export interface ClickRecord {
  /** Epoch milliseconds. */
  t: number;
  /** Workspace, program, enrollment and link. */
  w: string;
  p: string | null;
  e: string | null;
  l: string;
  /** Click id. */
  c: string;
  /** Visitor: a salted hash. */
  v: string;
  /** Whether this process believes the click unique; the database has the last word. */
  u: boolean;
  /** Click reward of the enrollment at that time; null earns nothing. */
  r: string | null;
  /** Destination answered. */
  url: string;
  /** Trigger. */
  g: Trigger;
  country: string | null;
  region: string | null;
  city: string | null;
  /** User agent and referring page within their bounds (`bounds.ts`); the page without query and fragment. */
  ua: string;
  ref: string;
}

/** One line of the journal. */
export function writeClickRecord(record: ClickRecord): string {
  return JSON.stringify(record);
}

/** A click from a line of the journal. */
export function readClickRecord(line: string): ClickRecord {
  return JSON.parse(line) as ClickRecord;
}
