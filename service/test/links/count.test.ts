import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldLinkCounts } from "../../src/store/queries/sums/link-counts.ts";
import { createTestService, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";
import { casesWithin } from "../property-runs.ts";

let service: TestService;
const folders: (string | null)[] = [null];

beforeAll(async () => {
  service = await createTestService();
  for (const name of ["F", "G"]) {
    folders.push((await service.request<{ id: string }>("POST", "/folders", { body: { name } })).body.id);
  }
});
afterAll(() => service.close());

interface Counted {
  id: string;
  folderId: string | null;
  archived: boolean;
}

const folder = fc.nat(2);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ make: folder, archived: fc.boolean() }) },
  fc.record({ move: fc.nat(9), to: folder }),
  fc.record({ archive: fc.nat(9), archived: fc.boolean() }),
  fc.record({ remove: fc.nat(9) }),
  fc.record({ fold: fc.integer({ min: 1, max: 4 }) }),
);

const count = async (query: string): Promise<unknown> =>
  (await service.request<unknown>("GET", `/links/count?${query}`)).body;
const patch = (id: string, body: object) => service.request("PATCH", `/links/${id}`, { body });

describe("GET /links/count", () => {
  it("counts the links there are, whatever was made, moved, archived, deleted and folded (I33)", async () => {
    const links: Counted[] = [];
    const take = async (taken: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
      if ("fold" in taken) return void (await foldLinkCounts(service.store, taken.fold));
      if ("make" in taken) {
        const made = { folderId: folders[taken.make]!, archived: taken.archived };
        const body = { url: "https://a.test", ...made };
        const { id } = (await service.request<{ id: string }>("POST", "/links", { body })).body;
        return void links.push({ id, ...made });
      }
      const place = "move" in taken ? taken.move : "archive" in taken ? taken.archive : taken.remove;
      const link = links[place % Math.max(1, links.length)];
      if (!link) return;
      if ("remove" in taken) {
        await service.request("DELETE", `/links/${link.id}`);
        links.splice(links.indexOf(link), 1);
      } else if ("move" in taken) {
        link.folderId = folders[taken.to]!;
        await patch(link.id, { folderId: link.folderId });
      } else {
        link.archived = taken.archived;
        await patch(link.id, { archived: link.archived });
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        for (const taken of steps) await take(taken);
        const shown = links.filter(({ archived }) => !archived);
        expect(await count("")).toBe(shown.length);
        expect(await count("showArchived=true")).toBe(links.length);
        expect(await count("folderId=unsorted")).toBe(shown.filter(({ folderId }) => folderId === null).length);
        const byFolder = folders
          .map((folderId) => ({ folderId, count: shown.filter((link) => link.folderId === folderId).length }))
          .filter((row) => row.count > 0);
        const found = (await count("groupBy=folderId")) as typeof byFolder;
        expect(new Map(found.map((row) => [row.folderId, row.count]))).toEqual(
          new Map(byFolder.map((row) => [row.folderId, row.count])),
        );
        expect(found.map((row) => row.count)).toEqual(found.map((row) => row.count).toSorted((a, b) => b - a));
        expect((await brokenInvariants(service)).filter(({ id }) => id === "I33")).toEqual([]);
      }),
      casesWithin(10, 60_000),
    );
  });

  it("folds many changes into a row for each count, and leaves few as they are", async () => {
    const rows = async (): Promise<{ folded: boolean; count: number }[]> =>
      service.store.db.selectFrom("link_counts").select(["folded", "count"]).execute();
    await foldLinkCounts(service.store, 1);
    const before = (await count("showArchived=true")) as number;
    for (let i = 0; i < 3; i++) await service.request("POST", "/links", { body: { url: "https://a.test/folded" } });
    expect(await foldLinkCounts(service.store, 4)).toBe(0);
    expect((await rows()).filter(({ folded }) => !folded)).toHaveLength(3);
    expect(await foldLinkCounts(service.store, 3)).toBe(3);
    expect((await rows()).every(({ folded }) => folded)).toBe(true);
    expect(await count("showArchived=true")).toBe(before + 3);
    expect(await foldLinkCounts(service.store, 1)).toBe(0);
  });
});
