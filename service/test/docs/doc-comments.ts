import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import type { Described, DescribedShape, Descriptions } from "../../src/docs/describe-fields.ts";

/** A node of the syntax tree, of which little is looked at here. */
type Node = any;
/** What the parameters of a generic type stand for. */
type Bindings = ReadonlyMap<string, Node>;
type Comment = Pick<DescribedShape, "text" | "deprecated">;

/** What leads to the same fields or values: which of them there are is the schema's to say. */
const sameFields = new Set(["Pick", "Omit", "Partial", "NonNullable", "Exclude"]);

/**
 * Reads the doc comments of the contract: of its operations, and of every field their inputs and answers have. A type counts
 * for the fields it leads to: by reference, in a list, a union or an intersection, or as a member of another type.
 * @param folder `src/contract`
 */
export function readDocComments(folder: string): Descriptions {
  const declared = new Map<string, Node>();
  const comments = new Map<Node, Comment>();
  for (const file of readdirSync(folder)) collect(join(folder, file), declared, comments);

  const types: Descriptions["types"] = {};
  const operations: Descriptions["operations"] = {};
  for (const operation of declared.get("OperationShapes").body.body) {
    const parts = operation.typeAnnotation.typeAnnotation.members.map((part: Node) => [
      part.key.name,
      shapeOf(part.typeAnnotation.typeAnnotation, new Map()),
    ]);
    operations[operation.key.value] = { ...comments.get(operation), ...Object.fromEntries(parts) };
  }
  // Every operation may answer it, and none's row has it.
  declaredShape("ErrorBody", [], new Map());
  return { operations, types };

  function shapeOf(node: Node, bound: Bindings): DescribedShape {
    switch (node.type) {
      case "TSArrayType":
        return shapeOf(node.elementType, bound);
      case "TSTypeOperator":
      case "TSParenthesizedType":
        return shapeOf(node.typeAnnotation, bound);
      case "TSUnionType":
      case "TSIntersectionType":
        return node.types.map((type: Node) => shapeOf(type, bound)).reduce(merged, {});
      case "TSTypeLiteral":
        return { fields: fieldsOf(node.members, bound) };
      case "TSIndexedAccessType":
        if (listOf(node)) return { values: wordsOf(listOf(node)) };
        return membersOf(shapeOf(node.objectType, bound)).reduce(merged, {});
      case "TSTypeReference":
        return referred(node.typeName, node.typeArguments?.params ?? [], bound);
      default:
        return {};
    }
  }

  function referred(typeName: Node, given: Node[], bound: Bindings): DescribedShape {
    const name: string = (typeName.right ?? typeName).name;
    if (bound.has(name)) return shapeOf(bound.get(name), new Map());
    if (sameFields.has(name)) return shapeOf(given[0], bound);
    if (name === "Record") return recordOf(given, bound);
    return declared.has(name) ? declaredShape(name, given, bound) : {};
  }

  function declaredShape(name: string, given: Node[], bound: Bindings): DescribedShape {
    const declaration = declared.get(name);
    const parameters: Node[] = declaration.typeParameters?.params ?? [];
    const inner = new Map([
      ...bound,
      ...parameters.map(({ name }, index): [string, Node] => [name.name, given[index]]),
    ]);
    if (declaration.type === "TSTypeAliasDeclaration") {
      const shape = shapeOf(declaration.typeAnnotation, inner);
      const about = comments.get(declaration)?.text;
      return shape.fields || (shape.of ?? []).length > 1 ? { ...shape, ...(about && { about }) } : shape;
    }
    if (parameters.length > 0) return interfaceShape(declaration, inner);
    if (!(name in types)) {
      types[name] = {};
      types[name] = { ...comments.get(declaration), ...interfaceShape(declaration, inner) };
    }
    return { of: [name] };
  }

  function interfaceShape(declaration: Node, bound: Bindings): DescribedShape {
    const bases: DescribedShape[] = declaration.extends.map(({ expression, typeArguments }: Node) =>
      referred(expression, typeArguments?.params ?? [], bound),
    );
    return bases.reduce(merged, { fields: fieldsOf(declaration.body.body, bound) });
  }

  /** A record whose keys are values of a list has its fields described there. */
  function recordOf([keys, values]: Node[], bound: Bindings): DescribedShape {
    const { values: fields } = shapeOf(keys, bound);
    return fields ? { fields } : shapeOf(values, bound);
  }

  /** The list in `(typeof list)[number]`. */
  function listOf({ objectType }: Node): Node | undefined {
    const { exprName } = objectType.typeAnnotation ?? objectType;
    return declared.get(exprName?.name)?.expression?.elements;
  }

  /** What is said of each value of a list. */
  function wordsOf(list: Node[]): Record<string, string> {
    return Object.fromEntries(
      list.flatMap((element) => (comments.has(element) ? [[element.value, comments.get(element)!.text!]] : [])),
    );
  }

  function fieldsOf(members: Node[], bound: Bindings): Record<string, Described> {
    return Object.fromEntries(
      members.map((member) => {
        const field = { ...comments.get(member), ...shapeOf(member.typeAnnotation.typeAnnotation, bound) };
        return [member.key.name ?? member.key.value, Object.keys(field).join() === "text" ? field.text! : field];
      }),
    );
  }

  function membersOf({ of = [], fields = {} }: DescribedShape): DescribedShape[] {
    const own = Object.values(fields).map((field) => (typeof field === "string" ? {} : field));
    return [...own, ...of.flatMap((name) => membersOf(types[name]!))];
  }
}

/** Notes the declarations of a file, and the comment before each declaration, member and element of a list. */
function collect(path: string, declared: Map<string, Node>, comments: Map<Node, Comment>): void {
  const text = readFileSync(path, "utf8");
  const { program, comments: blocks } = parseSync(path, text);
  const note = (node: Node, start: number): void => {
    const block = blocks.findLast(({ end }) => end <= start && text.slice(end, start).trim() === "");
    if (block?.value.startsWith("*")) comments.set(node, readComment(block.value));
  };
  const visit = (node: Node): void => {
    if (node.type === "TSPropertySignature" || node.type === "Literal") note(node, node.start);
    for (const inner of Object.values(node).flat()) if (typeof (inner as Node)?.type === "string") visit(inner);
  };
  for (const statement of program.body as Node[]) {
    const declaration = statement.declaration ?? statement;
    for (const { id, init } of declaration.declarations ?? []) declared.set(id.name, init);
    if (declaration.type?.startsWith("TS")) declared.set(declaration.id.name, declaration);
    note(declaration, statement.start);
    visit(statement);
  }
}

/** The words of a comment in one line: without what it cites of our own documents, and with what replaces the thing. */
function readComment(value: string): Comment {
  const line = value.replace(/^\s*\*+ ?/gm, "").replace(/\s+/g, " ");
  const [, text = "", deprecated] = /^(.*?)(?:@deprecated(.*))?$/.exec(line)!;
  const words = [text, deprecated && `Deprecated: ${deprecated.trim()}`].map((part) => part?.trim()).filter(Boolean);
  return {
    text: words.join(" ").replace(/ \((?:api-contract|specification|domain-rules|embed)\b[^)]*\)/g, ""),
    ...(deprecated !== undefined && { deprecated: true }),
  };
}

/** Both shapes; of a field both have, the first says what it is. */
function merged(a: DescribedShape, b: DescribedShape): DescribedShape {
  const of = [...new Set([...(a.of ?? []), ...(b.of ?? [])])];
  const fields = { ...b.fields };
  for (const [name, field] of Object.entries(a.fields ?? {})) {
    const other = fields[name];
    const both = typeof field === "object" && typeof other === "object";
    fields[name] = both ? { ...field, ...merged(field, other) } : field;
  }
  const values = { ...b.values, ...a.values };
  return {
    ...(of.length > 0 && { of }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}
