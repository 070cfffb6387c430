import {
  createScanner,
  findNodeAtLocation,
  parseTree,
  getNodeValue,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { bounds, ways } from "../bounds.ts";
import { fieldsOf, type Schema } from "../docs/fields.ts";
import { programFileSchema } from "../docs/program-file.ts";
import type { ProgramFile } from "../domain/workspaces/apply-program.ts";
import { rejectUnstorable } from "../middleware/reject-unstorable.ts";
import { mistakesIn, pathOf, type Mistake } from "../middleware/validate.ts";
import { programFile } from "../schemas/program-file.ts";
import { UsageError } from "./command.ts";
import { wholeTextOf } from "./read-text.ts";

/** A parsed program file: its content, or all its mistakes, each a line to print. */
export type ReadProgram = { file: ProgramFile; mistakes: [] } | { file: null; mistakes: string[] };

/** Reads a program file: JSON with comments and trailing commas. @throws UsageError */
export async function readProgram(path: string): Promise<ReadProgram> {
  const text = await wholeTextOf(path);
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const tooDeep = firstTooDeep(text);
  if (tooDeep !== undefined) {
    const { depth } = ways.file;
    throw new UsageError(
      `${path}: line ${lineAt(tooDeep)} is nested more than ${depth} levels deep. Write it flatter.`,
    );
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [broken] = errors;
  if (broken || !tree) {
    const what = broken ? printParseErrorCode(broken.error) : "it is empty";
    throw new UsageError(`${path} is not JSON: line ${lineAt(broken?.offset ?? 0)}: ${what}.`);
  }
  const value: unknown = getNodeValue(tree);
  rejectUnstorable(value, { bytes: bounds.bodyString });
  const found = mistakesIn(programFile, value);
  if (found.length === 0) return { file: programFile.parse(value), mistakes: [] };
  const schema = programFileSchema();
  const mistakes = found.map((mistake) => {
    const what = mistake.message.startsWith("Unknown property") ? unknownKey(schema, mistake) : mistake.message;
    return `${path}:${lineAt(nodeNear(tree, mistake.path).offset)}: ${pathOf(mistake.path)}: ${what}`;
  });
  return { file: null, mistakes };
}

/** Where a text is nested too deep: the parser calls itself for each level, until its stack ends. */
function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text);
  let depth = 0;
  for (let at = scanner.getPosition(); at < text.length; at = scanner.getPosition()) {
    scanner.scan();
    const token = text.slice(at, scanner.getPosition());
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth > ways.file.depth) return at;
  }
  return undefined;
}

/** The field at a path with its name; for a missing field, the object that lacks it. */
function nodeNear(tree: Node, path: Mistake["path"]): Node {
  const found = findNodeAtLocation(tree, path as (string | number)[]);
  if (!found) return path.length === 0 ? tree : nodeNear(tree, path.slice(0, -1));
  return found.parent?.type === "property" ? found.parent : found;
}

function unknownKey(schema: Schema, { path }: Mistake): string {
  const place = path.slice(0, -1).reduce<Schema>((at, key) => {
    if (typeof key === "number") return at;
    return fieldsOf(at).find(({ name }) => name === key)?.schema ?? {};
  }, schema);
  return `there is no such field; there are ${fieldsOf(place)
    .map(({ name }) => name)
    .join(", ")}`;
}
