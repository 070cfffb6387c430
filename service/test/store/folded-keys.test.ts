import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { foldedKeys } from "../../src/store/migrations/0011-folded-keys.ts";
import type { Store } from "../../src/store/open.ts";
import { openOwnStore } from "../open-test-store.ts";

let store: Store;
const run = (statement: string) => store.pool.query(statement);

beforeAll(async () => {
  store = await openOwnStore();
  await run(`INSERT INTO workspaces (id, name, slug, created_at) VALUES ('ws_1', 'Acme', 'acme', now())`);
});
afterAll(() => store.close());

/** The tables as they were before the migration. */
beforeEach(async () => {
  await run(`DELETE FROM links`);
  await run(`DELETE FROM retired_keys`);
  await run(`ALTER TABLE links DROP COLUMN IF EXISTS key_folded`);
  await run(`DROP INDEX IF EXISTS links_key`);
  await run(`CREATE UNIQUE INDEX links_key ON links (domain, lower(key COLLATE "C"))`);
  const { rows } = await run(
    `SELECT 1 FROM information_schema.columns WHERE table_name = 'retired_keys' AND column_name = 'key_folded'`,
  );
  if (rows.length > 0) await run(`ALTER TABLE retired_keys RENAME COLUMN key_folded TO key_lower`);
});

const link = (id: string, key: string) =>
  store.pool.query({
    text: `INSERT INTO links (id, workspace_id, domain, key, short_link, url, created_at, updated_at)
      VALUES ($1, 'ws_1', 'ref.test', $2, $3, 'https://a.test', now(), now())`,
    values: [id, key, `https://ref.test/${key}`],
  });

const migrate = () => store.db.transaction().execute((trx) => foldedKeys.up(trx));

it("gives every link the form of its key that cache and constraint both use (T8)", async () => {
  for (const [id, key] of [
    ["link_1", "Summer-Sale"],
    ["link_2", "ΣΑΣ"],
    ["link_3", "GRÖẞE"],
  ]) {
    await link(id!, key!);
  }
  await run(`INSERT INTO retired_keys (domain, key_lower, link_id, retired_at)
    VALUES ('ref.test', 'σας', 'link_9', now()), ('ref.test', 'old', 'link_8', now())`);
  await migrate();
  const links = await store.db.selectFrom("links").select("key_folded").orderBy("id").execute();
  expect(links.map((row) => row.key_folded)).toEqual(["summer-sale", "σασ", "größe"]);
  const retired = await store.db.selectFrom("retired_keys").select("key_folded").orderBy("link_id").execute();
  expect(retired.map((row) => row.key_folded)).toEqual(["old", "σασ"]);
  await expect(
    sql`INSERT INTO links (id, workspace_id, domain, key, key_folded, short_link, url, created_at, updated_at)
      VALUES ('link_4', 'ws_1', 'ref.test', 'σας', 'σασ', 'x', 'https://a.test', now(), now())`.execute(store.db),
  ).rejects.toMatchObject({ code: "23505", constraint: "links_key" });
});

it("names the links that clash, and changes nothing (T8)", async () => {
  await link("link_1", "ΣΑΣ");
  await link("link_2", "σας");
  await link("link_3", "fine");
  await expect(migrate()).rejects.toThrow(
    /on ref\.test \/ΣΑΣ \(link_1\) and \/σας \(link_2\)\. Nothing was changed\. .* change the key of all but one/,
  );
  const { rows } = await run(`SELECT 1 FROM information_schema.columns WHERE column_name = 'key_folded'`);
  expect(rows).toEqual([]);
});
