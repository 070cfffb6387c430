import { build } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(root, "src/contract/records.ts");
const { getOpenApiMetadata } = createRequire(join(root, "service/package.json"))("@asteasolutions/zod-to-openapi");

/**
 * Writes `src/contract/records.ts`: one type for each schema that `service/src/schemas` exports, and what each endpoint of
 * `service/src/routes` takes and answers, in the words they have there. The file is not in git; whatever needs it writes it.
 */
export async function writeContractTypes() {
  const { schemas, endpoints } = await loadService();
  const text = print(schemas, endpoints);
  if ((await readFile(target, "utf8").catch(() => "")) === text) return;
  await writeFile(target, text);
}

/** Node cannot read the service, which is TypeScript: it is bundled, and what npm has stays outside. */
async function loadService() {
  const folder = join(root, "node_modules/.cache/referrals-contract");
  const outfile = join(folder, `service-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  const alias = {
    "referrals-embed/contract": join(root, "src/contract/index.ts"),
    "referrals-embed/rules": join(root, "src/rules/index.ts"),
    "referrals-embed/words": join(root, "src/words/index.ts"),
  };
  const contents = `export * as schemas from "./schemas/index.ts"; export { endpoints } from "./routes/all.ts";`;
  await build({
    stdin: { contents, resolveDir: join(root, "service/src"), loader: "ts" },
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

/** The types of schemas and endpoints as the text of a module; each schema is named as it is exported. */
export function print(schemas, endpoints = []) {
  const named = Object.entries(schemas).filter(([name, schema]) => isNamed(schema) || name in written);
  const names = new Map(
    named.map(([name, schema]) => [schema, written[name] ?? name[0].toUpperCase() + name.slice(1)]),
  );
  const types = named
    .filter(([name]) => !(name in written))
    .map(([, schema]) => `${comment(schema, "")}${declaration(names.get(schema), schema, names)}`);
  const operations = endpoints.map((endpoint) => operation(endpoint, names)).join("");
  return [
    "// Written by scripts/build/contract-types.mjs from service/src/schemas and service/src/routes: change it there.",
    `import type { AnalyticsResult, PartnerAnalyticsResult } from "./analytics.ts";\nimport type { FormValues } from "./referral-form.ts";\nimport type { EmbedList } from "./scalars.ts";`,
    ...types,
    `/** What every operation takes and answers, by its name. */\nexport interface OperationShapes {\n${operations}}\n`,
  ].join("\n\n");
}

/** Types that say more than a schema can, and are written by hand. */
const written = {
  analyticsResult: "AnalyticsResult",
  embedAnalyticsResult: "AnalyticsResult",
  partnerAnalyticsResult: "PartnerAnalyticsResult",
  formValues: "FormValues",
};

/** What an operation takes and answers. */
function operation({ name, description, row, ...parts }, names) {
  const file = row?.produces?.startsWith("text/event-stream") ? "ReadableStream" : "Blob";
  const types = ["params", "query", "body", "output"].flatMap((part) => {
    if (parts[part]) return [`${part}: ${typeOf(parts[part], names, "    ")}`];
    return part === "output" ? [`output: ${file}`] : [];
  });
  const line = `  ${JSON.stringify(name)}: { ${types.join("; ")} };\n`;
  const fits = line.length <= 120 && !line.trim().includes("\n");
  const text = fits ? line : `  ${JSON.stringify(name)}: {\n${types.map((type) => `    ${type};\n`).join("")}  };\n`;
  return docComment(description, "  ") + text;
}

const kindOf = (schema) => schema._zod.def.type;

/** Objects, unions and lists of values are types of their own; a text or a number with limits is not. */
const isNamed = (schema) => ["object", "union", "enum"].includes(schema?._zod && kindOf(schema));

function declaration(name, schema, names) {
  if (kindOf(schema) === "object") {
    const base = baseOf(schema, names);
    const without = base ? Object.keys(base.shape) : [];
    const extending = base ? ` extends ${names.get(base)}` : "";
    return `export interface ${name}${extending} ${fields(schema, names, "", without)}`;
  }
  return `export type ${name} = ${typeOf(schema, names, "", { declared: true })};`;
}

/** The largest named object whose fields are all among those of another, each the same one. */
function baseOf(schema, names) {
  const isWithin = ({ shape }) => Object.entries(shape).every(([key, field]) => schema.shape[key] === field);
  return [...names.keys()]
    .filter((one) => one !== schema && kindOf(one) === "object" && isWithin(one))
    .sort((a, b) => Object.keys(b.shape).length - Object.keys(a.shape).length)
    .at(0);
}

/** The type of a value as it is sent, which for what is changed while it is read is what comes in. */
function typeOf(schema, names, indent, { declared = false } = {}) {
  const name = declared ? undefined : nameOf(schema, names);
  if (name) return name;
  const { def } = schema._zod;
  const { items } = getOpenApiMetadata(schema);
  if (items?.$ref) return `${items.$ref.split("/").at(-1)}[]`;
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

function fields(schema, names, indent, inherited = []) {
  const { shape, catchall } = schema._zod.def;
  const keys = Object.keys(shape).join();
  if (keys === "") return "object";
  if (keys === "data,nextCursor,total") return `EmbedList<${typeOf(shape.data._zod.def.element, names, indent)}>`;
  const own = Object.entries(shape).filter(([key]) => !inherited.includes(key));
  const lines = own.map(([key, field]) => {
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
  if (!text) return "";
  return docComment(text, indent, [...values, ...(deprecated ? [`@deprecated ${instead ?? ""}`.trim()] : [])]);
}

function docComment(text, indent, below = []) {
  const lines = [...wrapped(text, 116 - indent.length), ...below];
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
