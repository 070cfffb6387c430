const metrics = `
  clicks bigint NOT NULL DEFAULT 0,
  unique_clicks bigint NOT NULL DEFAULT 0,
  leads bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  sale_amount bigint NOT NULL DEFAULT 0`;

/**
 * Sums per UTC hour, kept in the transaction of their cause. Hours, not days: a day of any whole-hour time zone is then a sum of
 * rows. `program_id` is '' for links outside a program, so a workspace is the sum of its rows and a program one slice of it.
 */
export const rollupTables = `
CREATE TABLE link_hours (
  link_id text NOT NULL,
  hour timestamptz(0) NOT NULL,${metrics},
  PRIMARY KEY (link_id, hour)
)
----
CREATE TABLE program_hours (
  workspace_id text NOT NULL,
  program_id text NOT NULL,
  hour timestamptz(0) NOT NULL,${metrics},
  PRIMARY KEY (workspace_id, program_id, hour)
)
----
CREATE TABLE dimension_hours (
  workspace_id text NOT NULL,
  program_id text NOT NULL,
  dimension text NOT NULL,
  hour timestamptz(0) NOT NULL,
  value text NOT NULL,${metrics},
  PRIMARY KEY (workspace_id, program_id, dimension, hour, value)
)
`;
