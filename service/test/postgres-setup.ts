import { Client, Pool } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../src/store/open.ts";
import { startPostgres } from "./postgres-server.ts";
import { Kysely, PostgresDialect } from "kysely";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test server's maintenance database. */
    postgresUrl: string;
  }
}

/** The migrated database that every test's own is cloned from. */
export const TEMPLATE = "referrals_template";

/** Vitest's global set-up of the `postgres` project: a server, and on it the migrated template. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: false });
  await makeTemplate(server.url);
  project.provide("postgresUrl", server.url);
  return server.stop;
};

const makeTemplate = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const target = Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).href;
  const pool = new Pool({ connectionString: target, max: 1 });
  await migrate(new Kysely({ dialect: new PostgresDialect({ pool }) }));
  await pool.end();
};
