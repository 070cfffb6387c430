import { beforeAll, describe, expect, it } from "vitest";
import type { Schema } from "../../src/docs/fields.ts";
import { readDescription } from "./read-description.ts";
import { undescribed } from "./undescribed.ts";

describe("GET /openapi.json", () => {
  let document: Schema;
  beforeAll(async () => {
    document = await readDescription();
  });

  it("says of every parameter, and of every field of every body and answer, what it is", () => {
    expect(undescribed(document)).toEqual([]);
  });

  it("cites no internal rule or section in a description", () => {
    const texts = [...JSON.stringify(document).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!);
    expect(texts.filter((text) => /§|api-contract|domain-rules|\b[A-Z]\d{1,2}\b/.test(text))).toEqual([]);
  });

  it("says of every record what it is", () => {
    const records = Object.entries<Schema>(document["components"].schemas);
    expect(records.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    expect(document["components"].schemas.AnalyticsResult.description).toMatch(/^Answer of analytics/);
  });

  it("marks what is deprecated, the flat copies in events too", () => {
    const { Link, Events, LinkInput } = document["components"].schemas;
    expect(Link.properties.tagId).toMatchObject({
      deprecated: true,
      description: expect.stringContaining("Deprecated"),
    });
    expect(LinkInput.properties.tagId.deprecated).toBe(true);
    expect(Events.items.oneOf[0].properties.click_id.deprecated).toBe(true);
    expect(Events.items.oneOf[0].properties.click.deprecated).toBeUndefined();
  });

  it("says of each value of a status what it means, or of none", () => {
    const { Partner, Commission, Payout, Referral } = document["components"].schemas;
    for (const { properties } of [Partner, Commission, Payout, Referral])
      expect(Object.keys(properties.status["x-enumDescriptions"])).toEqual(properties.status.enum);
    const halves = JSON.stringify(document, (_, node) => {
      const said = Object.keys(node?.["x-enumDescriptions"] ?? {});
      return said.length > 0 && said.length < node.enum.filter((value: unknown) => value !== null).length
        ? "HALF"
        : node;
    });
    expect(halves).not.toContain("HALF");
  });
});
