import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listSettings } from "../src/config.ts";
import { createMetrics } from "../src/metrics.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(`${folder}/${path}`, "utf8");
const settings = listSettings();

describe("the operator's README", () => {
  it("lists every setting with its value when it is not given and its meaning, as serve --help does", () => {
    const table = read("README.md").split("| Variable |")[1]?.split("\n\n")[0];
    const rows = settings.map(({ name, unset, does }) => `| \`${name}\` | ${unset} | ${does} |`);
    expect(table?.split("\n").slice(2)).toEqual(rows);
    expect(settings.filter(({ does }) => does === "")).toEqual([]);
  });

  it("names every sample for a deployment", () => {
    const named = [...read("README.md").matchAll(/\]\(deploy\/([^)]+)\)/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(readdirSync(`${folder}/deploy`).sort());
  });
});

describe("the samples for a deployment", () => {
  it("use only settings that exist", () => {
    const known = [...settings.map(({ name }) => name), "NODE_ENV", "VERSION"];
    const ofServices = read("deploy/compose.yaml").split("&environment\n")[1]?.split("\n\n")[0] ?? "";
    const used = [
      ...[...ofServices.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name),
      ...[...read("deploy/Containerfile").matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name),
      ...[...read("deploy/referrals-service.service").matchAll(/[ =]([A-Z_]{4,})=/g)].map(([, name]) => name),
    ];
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  });

  it("alert on figures that the service tells", async () => {
    const state = { lagMs: () => 0, countRefused: async () => 0, countDamaged: () => 0 };
    const text = await createMetrics({
      clicks: () => 0,
      clickState: () => state as never,
      outboxLagMs: async () => 0,
    }).text();
    const named = [...read("deploy/alerts.yaml").matchAll(/\b(referrals_[a-z_]+)/g)].map(([, name]) => name ?? "");
    const told = (name: string): boolean => text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, "")} `);
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((name) => !told(name))).toEqual([]);
  });
});
