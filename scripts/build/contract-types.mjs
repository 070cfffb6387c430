import { build } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(root, "src/contract/records.ts");
const { getOpenApiMetadata } = createRequire(join(root, "service/package.json"))("@asteasolutions/zod-to-openapi");

/**
 * Writes the types of the records: `src/contract/records.ts`, one interface for each schema that `service/src/schemas`
 * exports, with what the schema says of each field as its doc comment. The file is not in git; whatever needs it writes it.
 */
export async function writeContractTypes() {
  const text = print(await loadSchemas());
  if ((await readFile(target, "utf8").catch(() => "")) === text) return;
  await writeFile(target, text);
}

/** Node cannot read the schemas, which are TypeScript: they are bundled, and what npm has stays outside. */
async function loadSchemas() {
  const folder = join(root, "node_modules/.cache/referrals-contract");
  const outfile = join(folder, `schemas-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  const alias = { "referrals-embed/contract": join(root, "src/contract/index.ts") };
  const entryPoints = [join(root, "service/src/schemas/index.ts")];
  await build({
    entryPoints,
    outfile,
    alias,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile);
  }
}

/** The types of the schemas as the text of a module; each is named as it is exported. */
export function print(schemas) {
  const named = Object.entries(schemas).filter(([name, schema]) => isNamed(schema) && !written.includes(name));
  const names = new Map(named.map(([name, schema]) => [schema, name[0].toUpperCase() + name.slice(1)]));
  const types = named.map(([, schema]) => `${comment(schema, "")}${declaration(names.get(schema), schema, names)}`);
  return `// Written by scripts/build/contract-types.mjs from service/src/schemas: change it there.\n\n${types.join("\n\n")}\n`;
}

/** Types that say more than a schema can, and are written by hand. */
const written = ["analyticsResult", "embedAnalyticsResult", "partnerAnalyticsResult"];

const kindOf = (schema) => schema._zod.def.type;

/** Objects, unions and lists of values are types of their own; a text or a number with limits is not. */
const isNamed = (schema) => ["object", "union", "enum"].includes(schema?._zod && kindOf(schema));

function declaration(name, schema, names) {
  if (kindOf(schema) === "object") return `export interface ${name} ${fields(schema, names, "")}`;
  return `export type ${name} = ${typeOf(schema, names, "", { declared: true })};`;
}

/** The type of a value as it is sent, which for what is changed while it is read is what comes in. */
function typeOf(schema, names, indent, { declared = false } = {}) {
  const name = declared ? undefined : nameOf(schema, names);
  if (name) return name;
  const { def } = schema._zod;
  const inner = (part) => typeOf(part, names, indent);
  switch (def.type) {
    case "string":
    case "boolean":
    case "null":
    case "unknown":
      return def.type;
    case "any":
      return "any";
    case "number":
    case "int":
      return "number";
    case "literal":
      return def.values.map((value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "array":
      return isPlain(def.element, names) ? `${inner(def.element)}[]` : `(${inner(def.element)})[]`;
    case "record":
      return `Record<${inner(def.keyType)}, ${inner(def.valueType)}>`;
    case "union":
      return [...new Set(def.options.map(inner))].join(" | ");
    case "object":
      return fields(schema, names, indent);
    case "nullable":
      return `${inner(def.innerType)} | null`;
    case "pipe":
      return { boolean: "boolean", integer: "number" }[getOpenApiMetadata(schema).type] ?? inner(withoutNull(def.in));
    case "optional":
    case "default":
    case "nonoptional":
    case "readonly":
      return inner(def.innerType);
    default:
      throw new Error(`No type is known for a schema of kind ${def.type}.`);
  }
}

/** The name of a schema, or of the one it is a copy of with words of its own. */
function nameOf(schema, names) {
  for (let one = schema; one; one = one._zod.parent) if (names.has(one)) return names.get(one);
  return undefined;
}

/** Whether `[]` can follow the type of a schema as it is. */
const isPlain = (schema, names) =>
  nameOf(schema, names) !== undefined || !["union", "enum", "literal", "nullable"].includes(kindOf(schema));

/** `null` is taken for absent where a schema says so (`omissible`), which is nothing to ask for. */
function withoutNull(schema) {
  const nullable = schema._zod.def.innerType;
  return kindOf(schema) === "optional" && kindOf(nullable) === "nullable" ? nullable._zod.def.innerType : schema;
}

/** Whether a field may be left out. */
function isOptional(schema) {
  const { type, innerType, in: input } = schema._zod.def;
  if (["optional", "default"].includes(type)) return true;
  if (type === "pipe") return isOptional(input);
  return ["nullable", "readonly"].includes(type) && isOptional(innerType);
}

function fields(schema, names, indent) {
  const { shape, catchall } = schema._zod.def;
  const lines = Object.entries(shape).map(([key, field]) => {
    const mark = isOptional(field) ? "?" : "";
    return `${comment(field, `${indent}  `)}${indent}  ${key}${mark}: ${typeOf(field, names, `${indent}  `)};\n`;
  });
  if (catchall && kindOf(catchall) === "unknown") lines.push(`${indent}  [key: string]: unknown;\n`);
  return `{\n${lines.join("")}${indent}}`;
}

/** What the schema says of itself as a doc comment, the meaning of its values below. */
function comment(schema, indent) {
  const { description = "", deprecated, "x-enumDescriptions": meanings = {} } = getOpenApiMetadata(schema);
  const [text, instead] = deprecated ? description.split(" Deprecated: ") : [description];
  const values =
    kindOf(schema) === "enum" ? Object.entries(meanings).map(([value, words]) => `- \`${value}\`: ${words}`) : [];
  const lines = [
    ...wrapped(text, 116 - indent.length),
    ...values,
    ...(deprecated ? [`@deprecated ${instead ?? ""}`.trim()] : []),
  ];
  if (!text) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function wrapped(text, width) {
  return text.split(" ").reduce((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, []);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeContractTypes();
