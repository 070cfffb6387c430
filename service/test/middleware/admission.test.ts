import fc from "fast-check";
import { operations, type OperationName } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmission, Gate } from "../../src/middleware/admission.ts";
import { classOf, workClasses } from "../../src/middleware/work-classes.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

const waits = { waiting: 20, waitingPerCaller: 6, waitingPerWorkspace: 20, waitMs: 60_000 };
const bounds = { places: 4, perCaller: 2, perWorkspace: 3, ...waits };

describe("a gate", () => {
  it("lets in no more than its places, of a caller, of a workspace and in all, and everybody in the end", async () => {
    const anyCall = fc.record({ caller: fc.nat(5), steps: fc.integer({ min: 1, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 20, size: "max" }), async (calls) => {
        const gate = new Gate({ ...bounds, waitingPerCaller: 20 });
        const inside = { all: 0, caller: new Map<string, number>(), workspace: new Map<string, number>() };
        const add = (map: Map<string, number>, name: string, by: number): number => {
          map.set(name, (map.get(name) ?? 0) + by);
          return map.get(name)!;
        };
        const run = async ({ caller, steps }: { caller: number; steps: number }): Promise<void> => {
          const owner = { caller: `${caller}`, workspace: `${caller % 2}` };
          const leave = await gate.enter(owner);
          inside.all += 1;
          expect(inside.all).toBeLessThanOrEqual(bounds.places);
          expect(add(inside.caller, owner.caller, 1)).toBeLessThanOrEqual(bounds.perCaller);
          expect(add(inside.workspace, owner.workspace, 1)).toBeLessThanOrEqual(bounds.perWorkspace);
          for (let step = 0; step < steps; step += 1) await Promise.resolve();
          inside.all -= 1;
          add(inside.caller, owner.caller, -1);
          add(inside.workspace, owner.workspace, -1);
          leave();
          leave();
        };
        await Promise.all(calls.map(run));
        expect(inside.all).toBe(0);
      }),
    );
  });

  it("refuses with Retry-After whoever finds too many waiting, or waits too long, and lets others of the same class wait", async () => {
    const gate = new Gate({ ...bounds, places: 1, waitingPerCaller: 1, waitMs: 30 });
    const leave = await gate.enter({ caller: "a", workspace: "w" });
    const late = gate.enter({ caller: "a", workspace: "w" });
    await expect(gate.enter({ caller: "a", workspace: "w" })).rejects.toMatchObject({ retryAfter: 2 });
    const other = gate.enter({ caller: "b", workspace: "w" });
    await expect(late).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    await expect(other).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    leave();
    (await gate.enter({ caller: "b", workspace: "w" }))();
  });

  it("gives the turn of a caller who has gone to the next", async () => {
    const gate = new Gate({ ...bounds, places: 1, waitMs: 600_000 });
    const leave = await gate.enter({ caller: "a", workspace: "w" });
    const gone = new AbortController();
    const left = gate.enter({ caller: "b", workspace: "w" }, gone.signal);
    const next = gate.enter({ caller: "c", workspace: "w" });
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    leave();
    (await next)();
    const late = await gate.enter({ caller: "a", workspace: "w" });
    await expect(gate.enter({ caller: "b", workspace: "w" }, gone.signal)).rejects.toMatchObject({ retryAfter: 2 });
    late();
  });

  it("gives the next place to the workspace that has the fewest, however many calls of another came before", async () => {
    const gate = new Gate({ ...bounds, perWorkspace: 4 });
    const entered: string[] = [];
    const enter = async (caller: number, workspace: string): Promise<() => void> => {
      const leave = await gate.enter({ caller: `${workspace}${caller}`, workspace });
      entered.push(workspace);
      return leave;
    };
    const many = Array.from({ length: 12 }, (_, index) => enter(index % 6, "many"));
    const one = enter(0, "one");
    (await many[0]!)();
    (await one)();
    expect(entered).toEqual(["many", "many", "many", "many", "one"]);
    for (const leaving of many.slice(1)) (await leaving)();
  });

  it("keeps turns for other workspaces while callers of one ask for all of them", async () => {
    const gate = new Gate({ ...bounds, waitingPerWorkspace: 8 });
    const many = Array.from({ length: 20 }, (_, index) => gate.enter({ caller: `${index}`, workspace: "many" }));
    const other = ["a", "a", "b", "b"].map((caller) => gate.enter({ caller, workspace: "other" }));
    const leaving = [...many, ...other].map((turn) => turn.then((leave) => leave()));
    expect((await Promise.allSettled(leaving)).map(({ status }) => status === "fulfilled")).toEqual(
      [...many, ...other].map((_, index) => index < 11 || index >= 20),
    );
  });
});

it.each(
  (["embedded", "postgres"] as const).flatMap((engine) =>
    (["tracking", "calls", "reports"] as const).map((name) => [name, engine] as const),
  ),
)("lets the first call of another workspace in at once while one workspace fills %s on %s", async (name, engine) => {
  const gate = createAdmission({ engine })[name];
  const many = Array.from({ length: 16 }, (_, caller) => gate.enter({ caller: `${caller}`, workspace: "many" }));
  let isInside = false;
  const other = gate.enter({ caller: "other", workspace: "other" }).then((leave) => {
    isInside = true;
    return leave;
  });
  await new Promise(setImmediate);
  expect(isInside).toBe(true);
  (await other)();
  for (const leaving of many) (await leaving)();
});

it.each(["embedded", "postgres"] as const)(
  "leaves a slot of reports to the owner while partners ask for all of them, on %s",
  async (engine) => {
    const { reports } = createAdmission({ engine });
    const gone = new AbortController();
    const partners = Array.from({ length: 40 }, (_, call) =>
      reports.enter({ caller: `partner ${call % 5}`, workspace: "acme", isPartner: true }, gone.signal),
    );
    const ended = Promise.allSettled(partners);
    const owner = await Promise.race([
      reports.enter({ caller: "owner", workspace: "acme" }, gone.signal),
      new Promise<undefined>((resolve) => setTimeout(resolve, 50)),
    ]);
    expect(owner).toBeDefined();
    gone.abort();
    await ended;
  },
);

it("has a class for each operation, and one only", () => {
  expect(Object.values(workClasses).flat().toSorted()).toEqual(Object.keys(operations).toSorted());
});

it("has a class for each operation that reads events, writes files, or changes all that somebody has, and for tracking", () => {
  const names = Object.keys(operations) as OperationName[];
  const slow =
    /(analytics|events|export|Many$|payouts\.run|partners\.(un)?ban$|customers\.delete|groups\.update|exchangeRates\.create)/i;
  const asked = names.filter((name) => slow.test(name));
  expect(asked.filter((name) => classOf(name) !== "reports")).toEqual([]);
  expect(names.filter((name) => name.startsWith("track.") && classOf(name) !== "tracking")).toEqual([]);
});

describe("beside reports that come all at once", () => {
  let service: TestService;
  let token: string;
  let linkId: string;

  beforeAll(async () => {
    service = await createTestService();
    const partner = await service.createPartner();
    token = await service.embedToken(partner.id);
    linkId = (await service.request("GET", `/partners/links?partnerId=${partner.id}`)).body[0].id;
    for (let count = 0; count < 400; count += 1) await storeClick(service, linkId);
  });
  afterAll(() => service.close());

  it("answers every other call, and each report with 200 or 429 and Retry-After", async () => {
    const asked = (path: string): Promise<{ status: number; headers: Headers }> =>
      service.request("GET", `/embed/referrals/${path}`, { key: token });
    const reports = Array.from({ length: 24 }, () => [
      asked("export?section=events"),
      asked("analytics?groupBy=referer_urls&interval=all"),
    ]).flat();
    const clickId = await storeClick(service, linkId);
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        service.request("GET", "/partners"),
        service.request("GET", "/embed/referrals", { key: token }),
        service.request("POST", "/track/lead", {
          body: { clickId, eventName: "Sign up", customerExternalId: `cus-${index}` },
        }),
      ]).flat(),
    );
    expect(others.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    const answers = await Promise.all(reports);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => headers.get("retry-after") === "2")).toBe(true);
  });
});
