import type { Trigger } from "referrals-embed/contract";

/** A counted click, as the journal holds it and the loader stores it. */
export interface ClickRecord {
  /** Epoch milliseconds. */
  at: number;
  workspaceId: string;
  programId: string | null;
  enrollmentId: string | null;
  linkId: string;
  clickId: string;
  /** A salted hash. */
  visitor: string;
  /** A salted hash of the address alone; null in older lines, which lack it. */
  address: string | null;
  /** Whether this process considers the click unique; the database decides. */
  isUnique: boolean;
  /** Click reward of the enrollment at that time; null earns nothing. */
  clickRewardId: string | null;
  /** Destination answered. */
  url: string;
  trigger: Trigger;
  country: string | null;
  region: string | null;
  city: string | null;
  /** User agent and referring page within their bounds (`bounds.ts`); the page without query and fragment. */
  userAgent: string;
  referrer: string;
}

/** Keys of a line of the journal. They are short because there is a line for every click, and they stay: journals outlive versions. */
interface ClickLine {
  t: number;
  w: string;
  p: string | null;
  e: string | null;
  l: string;
  c: string;
  v: string;
  a?: string | null;
  u: boolean;
  r: string | null;
  url: string;
  g: Trigger;
  country: string | null;
  region: string | null;
  city: string | null;
  ua: string;
  ref: string;
}

/** One line of the journal. */
export function writeClickRecord(record: ClickRecord): string {
  const line: ClickLine = {
    t: record.at,
    w: record.workspaceId,
    p: record.programId,
    e: record.enrollmentId,
    l: record.linkId,
    c: record.clickId,
    v: record.visitor,
    a: record.address,
    u: record.isUnique,
    r: record.clickRewardId,
    url: record.url,
    g: record.trigger,
    country: record.country,
    region: record.region,
    city: record.city,
    ua: record.userAgent,
    ref: record.referrer,
  };
  return JSON.stringify(line);
}

/** A click from a line of the journal. */
export function readClickRecord(text: string): ClickRecord {
  const line = JSON.parse(text) as ClickLine;
  return {
    at: line.t,
    workspaceId: line.w,
    programId: line.p,
    enrollmentId: line.e,
    linkId: line.l,
    clickId: line.c,
    visitor: line.v,
    address: line.a ?? null,
    isUnique: line.u,
    clickRewardId: line.r,
    url: line.url,
    trigger: line.g,
    country: line.country,
    region: line.region,
    city: line.city,
    userAgent: line.ua,
    referrer: line.ref,
  };
}
