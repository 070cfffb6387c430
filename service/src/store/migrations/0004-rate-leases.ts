import { sql, type Kysely, type Migration } from "kysely";

/**
 * What replicas have taken of each limit on requests. A lease is a number of requests a replica may answer; it counts from when it was
 * taken, in steps of a 600th of the window, until it leaves the window. Unlogged: after a crash every limit begins anew.
 */
const statements = [
  `CREATE UNLOGGED TABLE rate_leases (
    bucket text NOT NULL,
    at timestamptz NOT NULL,
    until timestamptz NOT NULL,
    permits integer NOT NULL,
    PRIMARY KEY (bucket, at)
  )`,
  `CREATE INDEX rate_leases_until ON rate_leases (until)`,
  // The lock comes first: each statement after it sees what the one before committed.
  `CREATE FUNCTION lease_permits(
    p_bucket text, p_at timestamptz, p_window interval, p_limit integer, p_needed integer, p_ahead integer,
    p_back integer, p_back_at timestamptz
  ) RETURNS TABLE (granted integer, free integer, leased_at timestamptz, oldest timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7225, hashtext(p_bucket));
  IF p_back > 0 THEN
    UPDATE rate_leases SET permits = permits - p_back WHERE bucket = p_bucket AND at = p_back_at;
  END IF;
  DELETE FROM rate_leases WHERE bucket = p_bucket AND (until <= p_at OR permits <= 0);
  SELECT p_limit - coalesce(sum(permits), 0), min(l.at) INTO free, oldest FROM rate_leases l WHERE bucket = p_bucket;
  granted := greatest(0, least(free, p_needed + least(p_ahead, free / 20)));
  free := greatest(0, free - granted);
  leased_at := to_timestamp(ceil(extract(epoch FROM p_at) * 600 / extract(epoch FROM p_window))
    * extract(epoch FROM p_window) / 600);
  IF granted > 0 THEN
    INSERT INTO rate_leases AS l VALUES (p_bucket, leased_at, leased_at + p_window, granted)
      ON CONFLICT (bucket, at) DO UPDATE SET permits = l.permits + excluded.permits;
    oldest := least(oldest, leased_at);
  END IF;
  RETURN NEXT;
END $$`,
];

export const rateLeases: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
