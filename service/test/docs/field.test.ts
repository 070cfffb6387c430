import { OpenAPIHono, z } from "@hono/zod-openapi";
import { expect, it } from "vitest";
import { print } from "../../../scripts/build/contract-types.mjs";
import { fieldList } from "../../src/docs/field-list.ts";
import { fieldsOf } from "../../src/docs/fields.ts";

const thing = z
  .strictObject({
    id: z.string().describe("Id of the thing."),
    size: z.int().min(1).nullable().optional().describe("How big it is."),
    tag: z.string().meta({ description: "Its first tag. Deprecated: `tags` has all.", deprecated: true }),
    kind: z.enum(["a", "b"]).describe("What it is."),
  })
  .describe("A thing.")
  .openapi("Thing");

it("is typed from its schema alone, with the schema's words as doc comments", () => {
  expect(print({ thing, thingList: z.array(thing) })).toContain(`/** A thing. */
export interface Thing {
  /** Id of the thing. */
  id: string;
  /** How big it is. */
  size?: number | null;
  /**
   * Its first tag.
   * @deprecated \`tags\` has all.
   */
  tag: string;
  /** What it is. */
  kind: "a" | "b";
}`);
});

it("is named by the type of another schema that holds it", () => {
  const box = z.strictObject({ things: z.array(thing).describe("What lies in it."), first: thing.nullable() });
  expect(print({ thing, box })).toMatch(/things: Thing\[\];[\s\S]*first: Thing \| null;/);
});

it("is typed by what is sent where reading changes it", () => {
  const query = z.object({ limit: z.string().transform(Number).openapi({ type: "integer" }).default(10) });
  expect(print({ query })).toContain("limit?: number;");
});

it("is typed in what an endpoint takes and answers, under the operation's name and words", () => {
  const query = z.object({ tag: z.string().optional().describe("Only things with this tag.") });
  const list = { name: "things.list", description: "Lists things.", query, output: z.array(thing) };
  const file = { name: "things.export", description: "Downloads things.", row: { produces: "text/csv" } };
  const text = print({ thing }, [list, file]);
  expect(text).toContain(`  /** Lists things. */
  "things.list": {
    query: {
      /** Only things with this tag. */
      tag?: string;
    };
    output: Thing[];
  };`);
  expect(text).toContain(`  "things.export": { output: Blob };`);
});

it("is in the API description and in the reference without another line", () => {
  const api = new OpenAPIHono();
  api.openAPIRegistry.register("Thing", thing);
  const { components } = api.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
  const schema = JSON.parse(JSON.stringify(components?.schemas))["Thing"];
  expect(schema.properties.size).toMatchObject({ minimum: 1, description: "How big it is." });
  expect(schema.properties.tag.deprecated).toBe(true);
  expect(String(fieldList(fieldsOf(schema), "answer"))).toContain("How big it is.");
});
