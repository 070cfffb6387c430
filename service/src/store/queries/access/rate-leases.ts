import type { Pool } from "pg";
import { present } from "../../../present.ts";

/** A request for permits of a limit. */
export interface LeaseRequest {
  bucket: string;
  at: Date;
  windowMs: number;
  limit: number;
  /** Permits to be used now. */
  needed: number;
  /** Permits to use soon; at most a twentieth of the free ones is given ahead. */
  ahead: number;
  /** Unused permits of the previous lease. */
  back: { permits: number; leasedAt: Date } | null;
}

/** The granted permits. */
export interface Lease {
  granted: number;
  /** Unused permits. */
  free: number;
  leasedAt: Date;
  /** When the oldest lease in the window was taken; `null` without one. */
  oldest: Date | null;
}

const text = `SELECT granted, free, leased_at AS "leasedAt", oldest
  FROM lease_permits($1, $2, $3::integer * interval '1 millisecond', $4, $5, $6, $7, $8)`;

/** Takes permits of a limit that all replicas share, in one round trip. */
export async function leasePermits(pool: Pool, request: LeaseRequest): Promise<Lease> {
  const { bucket, at, windowMs, limit, needed, ahead, back } = request;
  const values = [bucket, at, windowMs, limit, needed, ahead, back?.permits ?? 0, back?.leasedAt ?? null];
  return present((await pool.query<Lease>({ name: "lease-permits", text, values })).rows[0], "the row");
}
