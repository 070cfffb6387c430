import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "kysely";
import { copyFigures } from "../../src/jobs/keep-sums.ts";
import { listPartners } from "../../src/store/queries/partners/partner-list.ts";
import { countPartners } from "../../src/store/queries/partners/partner-scope.ts";
import { createTestService, type TestService } from "../harness.ts";
import { rowsRead } from "../rows-read.ts";
import { addPartners } from "./many-partners.ts";

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
    await listPartners(db, { programId }, { page, counted: true, fields: ["id"] });
  });
  expect(read).toBe(0);
});

it("a search for a text that all or many have reads no more rows the more partners there are", async () => {
  const own = await createTestService();
  const { store, programId } = own;
  const page = { sortBy: "totalClicks", sortOrder: "desc", page: 1, pageSize: 100 } as const;
  /** What the first page of each search reads of enrollments and links when so many more partners are there. */
  const readWith = async (from: number, to: number): Promise<Map<string, number>> => {
    await addPartners(own, from, to);
    while ((await copyFigures(own.ctx(), { few: 1, batch: 1000 })) > 0);
    await store.pool.query("VACUUM ANALYZE enrollments, enrollment_stats, enrollment_figures, links");
    const reads = new Map<string, number>();
    for (const search of ["common", "third", "tenth"]) {
      let read = 0;
      for (const table of ["enrollments", "links"])
        read += await rowsRead(store, table, (db) =>
          listPartners(db, { programId, search }, { page, counted: false, fields: ["id"] }),
        );
      reads.set(search, read);
    }
    return reads;
  };
  const few = await readWith(0, 1000);
  const many = await readWith(1000, 4000);
  for (const [search, read] of many) expect(read, search).toBeLessThan(few.get(search)! * 1.2);
  await own.close();
});
