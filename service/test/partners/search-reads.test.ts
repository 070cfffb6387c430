import { afterAll, beforeAll, expect, it } from "vitest";
import { countPartners } from "../../src/store/queries/partners/partner-list.ts";
import { createTestService, type TestService } from "../harness.ts";
import { rowsRead } from "../rows-read.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

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
  const { id: programId } = await service.store.db
    .selectFrom("programs")
    .select("id")
    .where("workspace_id", "=", small.workspaceId)
    .executeTakeFirstOrThrow();
  const read = await rowsRead(service.store, "links", (db) =>
    countPartners(db, { programId, search: "http" } as never),
  );
  expect(read).toBeLessThan(500);
});
