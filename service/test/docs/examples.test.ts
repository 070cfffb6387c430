import { beforeAll, describe, expect, it } from "vitest";
import type { Schema } from "../../src/docs/fields.ts";
import { endpoints } from "../../src/routes/all.ts";
import { readDescription } from "./read-description.ts";

let document: Schema;
beforeAll(async () => {
  document = await readDescription();
});

const described = ({ path, method }: { path: string; method: string }): Schema =>
  document["paths"][path][method.toLowerCase()];

/** Texts of an example, each with the names that lead to it. */
function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${path}.${name}`));
}

describe("the examples of the reference", () => {
  it("show calls the service's own validation accepts", () => {
    const refused = endpoints.flatMap(({ name, row, params, query, body }) => {
      const { parameters = [], requestBody } = described(row);
      const shown = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((parameter: Schema) => parameter["in"] === place && parameter["example"] !== undefined)
            .map(({ name, example }: Schema) => [name, String(example)]),
        );
      const parsed = [
        params?.safeParse(shown("path")),
        query?.safeParse(shown("query")),
        body?.safeParse(requestBody?.content["application/json"].example),
      ];
      return parsed.flatMap((result) => (result && !result.success ? [`${name}: ${result.error.message}`] : []));
    });
    expect(refused).toEqual([]);
  });

  it("show answers that are answers of the operation", () => {
    const refused = endpoints.flatMap(({ name, row, output }) => {
      const result = output?.safeParse(described(row)["responses"][row.ok].content["application/json"].example);
      return result && !result.success ? [`${name}: ${result.error.message}`] : [];
    });
    expect(refused).toEqual([]);
  });

  it("have a value for every text (give its field one: .meta({ examples: [...] }))", () => {
    const bare = endpoints.flatMap(({ name, row }) => {
      const { requestBody, responses, parameters = [] } = described(row);
      const contents = [requestBody, responses[row.ok]].flatMap(({ content = {} }: Schema = {}) =>
        Object.values<Schema>(content),
      );
      const examples = [...contents, ...parameters].map(({ example }: Schema) => example);
      return textsIn(examples, name).flatMap(([path, text]) =>
        text === "text" && !path.endsWith(".type") ? [path] : [],
      );
    });
    expect(bare).toEqual([]);
  });
});
