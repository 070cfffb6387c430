import type { OperationName } from "referrals-embed/contract";
import { codeSamples } from "./code-samples.ts";
import type { Example } from "./example.ts";
import examples from "./examples.json" with { type: "json" };
import { operationsOf, type Schema } from "./fields.ts";

const told = examples as Record<string, Example>;

/**
 * Writes an example of each operation into an API description: parameters, body and answer, and the call as code.
 *
 * No example is made up: a test tells the story of a program (`service/test/docs/story.ts`), in which every operation is
 * called, and what the service was asked and answered is `examples.json`. `-u` writes it anew.
 */
export function addExamples(document: Schema): void {
  const baseUrl: string = document["servers"][0].url;
  for (const [name, described] of operationsOf(document)) {
    const example = told[name];
    if (!example) continue;
    for (const parameter of described["parameters"] ?? []) {
      const value = { ...example.params, ...example.query }[parameter.name];
      if (value !== undefined) parameter.example = value;
    }
    setExample(described["requestBody"], example.body);
    for (const [status, response] of Object.entries<Schema>(described["responses"]))
      if (status < "300") setExample(response, example.answer);
    described["x-codeSamples"] = codeSamples(name as OperationName, example, baseUrl);
  }
}

function setExample({ content = {} }: Schema = {}, value: unknown): void {
  const json: Schema | undefined = content["application/json"];
  if (json && value !== undefined) json["example"] = value;
}
