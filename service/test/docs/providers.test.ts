import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { groups } from "../../src/docs/groups.ts";
import { providers } from "../../src/domain/providers/providers.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const guide = read("docs/integrations.md");
const [, who = ""] = guide.split("\n## Who vouches for what\n");

describe.each(Object.entries(providers))("the documentation of %s", (_, { title, readers }) => {
  const [, section = ""] = guide.split(`\n## ${title}\n`);

  it("says of every event that is read what it does", () => {
    const cells = [...section.split("\n## ", 1)[0]!.matchAll(/^\| (`.+?) \|/gm)].map(([, cell]) => cell);
    const said = cells.flatMap((cell) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(said.toSorted()).toEqual(Object.keys(readers).toSorted());
  });

  it("says which fields the buyer can write", () => {
    const rows = [...who.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) => names!.split(", "));
    expect(rows).toContain(title);
  });

  it.each(["README.md", "service/README.md", "docs/guides/tracking.md"])("is found from %s", (page) => {
    expect(read(page)).toContain(title);
  });

  it("is found from the top of the guide and from the reference", () => {
    expect(guide.split("\n## ", 1)[0]).toContain(`[${title}](#`);
    expect(groups.integrations.text).toContain(title);
  });
});
