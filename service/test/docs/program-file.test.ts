import { readFileSync } from "node:fs";
import { getNodeValue, parseTree } from "jsonc-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocs } from "../../src/routes/docs.ts";
import { fieldsOf, formsOf, type Schema } from "../../src/docs/fields.ts";
import { exampleProgram } from "../../src/docs/program-example.ts";
import { programFileSchema, writeProgramFile } from "../../src/docs/program-file.ts";
import { applyProgram } from "../../src/domain/workspaces/apply-program.ts";
import { mistakesIn } from "../../src/middleware/validate.ts";
import { programFile } from "../../src/schemas/program-file.ts";
import { createTestService, testConfig, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Every field of a schema by its path, with what it means. */
function pathsOf(schema: Schema, path = ""): [string, string][] {
  return formsOf(schema)
    .flatMap((form) => (form["items"] ? formsOf(form["items"]) : [form]))
    .flatMap((form) => fieldsOf(form))
    .flatMap((field) => {
      const own = `${path}${field.name}`;
      return [[own, field.description ?? ""] as [string, string], ...pathsOf(field.schema, `${own}.`)];
    });
}

/** Every path of a value. */
function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => pathsIn(part, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [`${path}${name}`, ...pathsIn(part, `${path}${name}.`)]);
}

describe("the documentation of program files", () => {
  it("has words for every field, and an example of each", () => {
    const fields = pathsOf(programFileSchema());
    expect(fields.filter(([, words]) => words === "").map(([path]) => path)).toEqual([]);
    const shown = new Set(pathsIn(exampleProgram));
    const left = new Set(fields.map(([path]) => path).filter((path) => !shown.has(path)));
    // The address of the schema itself, the former name of a field, the other name of a partner, names of one's own, and forms and mails, of which one is shown.
    const known =
      /^\$schema$|maxDurationMonths$|^codes\.partnerId$|^groups\.referralFormData\.|^groups\.rewards\.(click|referral)\.|^groups\.rewards\.lead\.|^program\.mails\.(?!approved)/;
    expect([...left].filter((path) => !known.test(path))).toEqual([]);
  });

  it("shows a file that is right, and that can be applied", async () => {
    const text = writeProgramFile(exampleProgram);
    const value: unknown = getNodeValue(parseTree(text)!);
    expect(value).toEqual(JSON.parse(JSON.stringify(exampleProgram)));
    expect(mistakesIn(programFile, value)).toEqual([]);
    const { workspaceId, apiKey } = await service.createWorkspace();
    const partner = { tenantId: "user_42", email: "ada@partners.example", name: "Ada" };
    await service.request("POST", "/partners", { key: apiKey, body: partner });
    await applyProgram(service.ctx(workspaceId), programFile.parse({ ...exampleProgram, workspace: undefined }));
    const { body } = await service.request("GET", "/program", { key: apiKey });
    expect(body).toMatchObject(exampleProgram.program!);
  });

  it("is served with a JSON Schema that editors may fetch", async () => {
    const readDescription = (): Promise<never> => Promise.reject(new Error("not asked for"));
    const docs = createDocs({ config: testConfig(), guides: [], readDescription });
    const page = await docs.request("/docs/program-file");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Greatest number of characters")]);
    const schema = await docs.request("/docs/program.schema.json");
    expect(schema.headers.get("access-control-allow-origin")).toBe("*");
    expect(await schema.json()).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: {
        program: { properties: { payoutDay: { description: expect.stringContaining("Day of the month") } } },
      },
    });
  });

  it("names what a review rule and a condition may say in the schema", () => {
    const text = JSON.stringify(programFileSchema());
    for (const word of ["emailDomain", "not_in", "gte", "doesNotMeetRequirements"]) expect(text).toContain(`"${word}"`);
    expect(readFileSync(new URL("../../src/schemas/program-file.ts", import.meta.url), "utf8")).not.toContain("z.any");
  });
});
