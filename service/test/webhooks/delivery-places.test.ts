import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharePlaces } from "../../src/domain/rules/delivery-places.ts";
import { casesHere } from "../property-runs.ts";

const hook = (workspace: number, webhook: number, slow = false, since = 0) => ({
  workspaceId: `ws_${workspace}`,
  webhookId: `wh_${workspace}_${webhook}`,
  slow,
  since: new Date(since),
});
const underWay = (workspace: number, webhook: number, { slow = false, forMs = 0 } = {}) => ({
  ...hook(workspace, webhook, slow),
  forMs,
});
const long = { forMs: 1_000 };
const times = <T>(number: number, make: (index: number) => T): T[] => Array.from({ length: number }, (_, i) => make(i));

describe("places for deliveries (W5)", () => {
  it("of a quick webhook are five, of a workspace ten, of all twenty", () => {
    expect(sharePlaces([hook(1, 1)], [])).toEqual(new Map([["wh_1_1", 5]]));
    expect([
      ...sharePlaces(
        times(20, (n) => hook(1, n)),
        [],
      ).values(),
    ]).toEqual(times(10, () => 1));
    expect([
      ...sharePlaces(
        times(40, (n) => hook(n, 1)),
        [],
      ).values(),
    ]).toEqual(times(20, () => 1));
  });

  it("of a slow webhook are two, of a workspace five, of all twenty", () => {
    expect(sharePlaces([hook(1, 1, true)], [])).toEqual(new Map([["wh_1_1", 2]]));
    expect([
      ...sharePlaces(
        times(20, (n) => hook(1, n, true)),
        [],
      ).values(),
    ]).toEqual(times(5, () => 1));
    expect([
      ...sharePlaces(
        times(40, (n) => hook(n, 1, true)),
        [],
      ).values(),
    ]).toEqual(times(20, () => 1));
  });

  it("go to the workspace and then the webhook with the fewest under way, then to the one that waits longest", () => {
    const busy = times(19, (n) => underWay(n < 9 ? 1 : 2, n % 5));
    expect([...sharePlaces([hook(1, 9), hook(3, 1, false, 9)], busy).keys()]).toEqual(["wh_3_1"]);
    expect([...sharePlaces([hook(1, 0), hook(1, 9, false, 9)], busy).keys()]).toEqual(["wh_1_9"]);
    expect([...sharePlaces([hook(4, 1, false, 9), hook(3, 1, false, 8)], busy).keys()]).toEqual(["wh_3_1"]);
  });

  it("are none for a webhook of which two deliveries take long, though its last one was quick", () => {
    const late = times(2, () => underWay(1, 1, long));
    expect(sharePlaces([hook(1, 1)], late)).toEqual(new Map());
    expect(sharePlaces([hook(1, 2)], late)).toEqual(new Map([["wh_1_2", 5]]));
  });

  it("are given back by deliveries that take long: of a workspace twenty, of all two hundred", () => {
    const late = times(20, (n) => underWay(1, n, long));
    expect([...sharePlaces([hook(1, 98), hook(1, 99, true), hook(2, 1), hook(2, 2, true)], late).keys()]).toEqual([
      "wh_2_1",
      "wh_2_2",
    ]);
    expect(
      sharePlaces(
        [hook(999, 1)],
        times(199, (n) => underWay(n, 1, long)),
      ),
    ).toEqual(new Map([["wh_999_1", 1]]));
    expect(
      sharePlaces(
        [hook(999, 1)],
        times(200, (n) => underWay(n, 1, long)),
      ),
    ).toEqual(new Map());
  });

  it("of a workspace are never so many that another has fewer than it would have alone", () => {
    const webhooks = fc.array(fc.record({ slow: fc.boolean(), takesLong: fc.boolean() }), { maxLength: 40 });
    const property = fc.property(webhooks, (of) => {
      const waiting = of.map(({ slow }, n) => hook(1, n, slow));
      const begun: ReturnType<typeof underWay>[] = [];
      for (let round = 0; round < 4; round += 1) {
        const others = [hook(2, 1, false, 9), hook(3, 1, true, 9)];
        const shares = sharePlaces([...waiting, ...others], begun);
        expect([shares.get("wh_2_1"), shares.get("wh_3_1")]).toEqual([5, 2]);
        for (const [n, { slow, takesLong }] of of.entries())
          for (let more = shares.get(`wh_1_${n}`) ?? 0; more > 0; more -= 1)
            begun.push(underWay(1, n, { slow, forMs: takesLong ? 1_000 : 0 }));
      }
    });
    fc.assert(property, { numRuns: casesHere(200) });
  });
});
