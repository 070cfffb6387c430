import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "kysely";
import { copyFigures } from "../../src/jobs/keep-sums.ts";
import { countPartners, listPartners } from "../../src/store/queries/partners/partner-list.ts";
import { createTestService, type TestService } from "../harness.ts";
import { rowsRead } from "../rows-read.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

async function programOf(workspaceId: string): Promise<string> {
  const programs = service.store.db.selectFrom("programs").select("id").where("workspace_id", "=", workspaceId);
  return (await programs.executeTakeFirstOrThrow()).id;
}

it("a search of a small program reads few links of a large one that have the text too", async () => {
  for (const hundred of [1, 2, 3]) {
    const partners = Array.from({ length: 100 }, (_, n) => ({ email: `p${hundred}-${n}@large.test`, name: "Partner" }));
    await service.request("POST", "/partners/bulk", { body: partners });
  }
  await service.store.pool.query(
    `INSERT INTO links (id, workspace_id, program_id, partner_id, enrollment_id, domain, key, key_folded, short_link, url, created_at, updated_at)
      SELECT 'link_' || e.id || i, workspace_id, program_id, partner_id, e.id, 'many.test', e.id || i, e.id || i, 'https://many.test/' || e.id || i,
        'https://acme.test/common', now(), now()
      FROM enrollments e, generate_series(1, 20) i`,
  );
  const small = await service.createWorkspace();
  await service.request("POST", "/partners", { key: small.apiKey, body: { email: "one@small.test", name: "One" } });
  await service.store.pool.query("ANALYZE");
  const programId = await programOf(small.workspaceId);
  const read = await rowsRead(service.store, "links", (db) =>
    countPartners(db, { programId, search: "http" } as never),
  );
  expect(read).toBeLessThan(500);
});

it("a page in the middle of a long list reads its rows and passes over those before in the index", async () => {
  const programId = await programOf(service.workspaceId);
  while ((await copyFigures(service.ctx(), { few: 1, batch: 100 })) > 0);
  await service.store.pool.query("VACUUM ANALYZE enrollment_figures");
  const page = { sortBy: "totalClicks", sortOrder: "desc", page: 15, pageSize: 10 } as const;
  const read = await rowsRead(service.store, "enrollment_figures", async (db) => {
    await db.executeQuery(sql`SET LOCAL enable_seqscan = off`.compile(db));
    await listPartners(db, { programId }, { page, total: 300, fields: ["id"] });
  });
  expect(read).toBe(0);
});
