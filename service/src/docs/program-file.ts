import { html } from "hono/html";
import { z } from "zod";
import type { ProgramFile } from "../domain/workspaces/apply-program.ts";
import { programFile } from "../schemas/program-file.ts";
import { fieldsOf, formsOf, type Schema } from "./fields.ts";
import { codeBlock, inline, type PageParts } from "./page.ts";
import { exampleProgram } from "./program-example.ts";

/** The JSON Schema of a program file, in the version that editors read. */
export function programFileSchema(): Schema {
  return {
    title: "Program file",
    ...z.toJSONSchema(programFile, { io: "input", target: "draft-7", unrepresentable: "any" }),
  };
}

/** A program file as text: each field below its description, which is written only at the field's first place. */
export function writeProgramFile(file: ProgramFile): string {
  return `${written(file, programFileSchema(), { indent: "", told: new Set() })}\n`;
}

/** The position of a value, and the descriptions written already. */
interface Place {
  indent: string;
  told: Set<string>;
}

function written(value: unknown, schema: Schema, { indent, told }: Place): string {
  const inner = { indent: `${indent}  `, told };
  const around = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0 ? open + close : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
  if (Array.isArray(value)) {
    const item = eitherOf(formsOf(schema).flatMap((form) => form["items"] ?? []));
    const isFlat = value.every((part) => typeof part !== "object" || part === null);
    if (isFlat) return JSON.stringify(value).replaceAll('","', '", "');
    return around(
      "[",
      value.map((part) => inner.indent + written(part, item, inner)),
      "]",
    );
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  // In the schema's order, since the database keeps no order.
  const place = [...fields.keys()];
  const lines = Object.entries(value)
    .toSorted(([one], [other]) => place.indexOf(one) - place.indexOf(other))
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => {
      const { schema: own = {}, description = "" } = fields.get(name) ?? {};
      const words = told.has(description) ? [] : wrapped(description, 100 - inner.indent.length);
      told.add(description);
      const comment = words.map((line) => `${inner.indent}// ${line}\n`).join("");
      return `${comment}${inner.indent}${JSON.stringify(name)}: ${written(part, own, inner)}`;
    });
  return around("{", lines, "}");
}

function eitherOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
}

function wrapped(text: string, width: number): string[] {
  if (text === "") return [];
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

/** `/docs/program-file`: every field of a program file with its meaning and an example. */
export function programFilePage(): PageParts {
  const parts = Object.keys(exampleProgram) as (keyof ProgramFile)[];
  const schema = programFileSchema();
  const partOf = (name: string): Schema => schema["properties"][name];
  return {
    title: "Program file",
    contents: html`<ul>
      ${parts.map((name) => html`<li><a href="#${name}">${name}</a></li>`)}
    </ul>`,
    content: html`<p>
        A whole program as one file. <code>referrals-service init</code> writes the first one,
        <code>referrals-service apply program.jsonc</code> makes the program what it says: what is named is made so,
        what is not stays, and applying it again changes nothing. <code>apply --check</code> tells every mistake with
        its line and changes nothing; <code>apply --dump</code> writes the program as it is now. Comments may stand in
        it. Everything in it but the workspace can be set through the <a href="/docs/api">API</a> too.
      </p>
      <p>
        For editors: <a href="/docs/program.schema.json">program.schema.json</a>, a JSON Schema, also in the npm package
        as <code>dist/program.schema.json</code>. Name it as <code>$schema</code> in the file.
      </p>
      ${parts.map((name) => {
        const file = writeProgramFile({ [name]: exampleProgram[name] });
        return html`<section aria-labelledby="${name}">
          <h2 id="${name}">${name}</h2>
          <p>${inline(partOf(name)["description"] ?? "")}</p>
          ${codeBlock(file.split("\n").slice(2, -2).join("\n"), `The part ${name} of a program file`)}
        </section>`;
      })}`,
  };
}
