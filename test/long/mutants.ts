import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { parseAst } from "vite";

/** Files and folders that are mutated: the rules, what providers' events come to, who is let in and as whom, and what an erasure takes. */
const mutated = [
  "service/src/domain/embed/mint-token.ts",
  "service/src/domain/embed/page-origins.ts",
  "service/src/domain/embed/revoke-tokens.ts",
  "service/src/domain/embed/session.ts",
  "service/src/domain/partners/erase-partner.ts",
  "service/src/domain/providers/",
  "service/src/domain/rules/",
  "service/src/middleware/authenticate.ts",
  "service/src/middleware/authorize.ts",
  "service/src/middleware/client-address.ts",
  "service/src/middleware/cors.ts",
  "src/rules/",
];

export function isMutated(path: string): boolean {
  return path.endsWith(".ts") && mutated.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
}

/** The paths of all files that are mutated. */
export function mutatedFiles(): string[] {
  return mutated
    .flatMap((one) => (one.endsWith("/") ? readdirSync(one).map((name) => one + name) : [one]))
    .filter(isMutated);
}

/** One small change of a rule that a test should notice. */
export interface Mutant {
  /** Stays the same while other lines of the file change. */
  name: string;
  /** Whether it is worked out when the file is read, once for all who import it. */
  atLoad: boolean;
  line: number;
  /** What stands there, and what stands there instead. */
  was: string;
  becomes: string;
}

/** Where a mutant stands in the text of its file. */
interface Site extends Mutant {
  start: number;
  end: number;
}

interface AnyNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const instead: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
};

const opposites = new Set(["=== !==", "!== ===", "< >=", "<= >", "> <=", ">= <"]);

const calls: Readonly<Record<string, string>> = {
  "Math.min": "Math.max",
  "Math.max": "Math.min",
  "Math.floor": "Math.ceil",
  "Math.ceil": "Math.floor",
  "Math.round": "Math.floor",
};

/** Every condition and constant of a file, each with what may be wrong with it. */
export function mutantsOf(code: string): Mutant[] {
  return sitesOf(code).map(({ name, atLoad, line, was, becomes }) => ({ name, atLoad, line, was, becomes }));
}

/** The file with all of its mutants in it; `isMutant(name)` says which one is alive. */
export function withMutants(code: string, isMutant: (name: string) => string): string {
  const inserted = sitesOf(code).map(({ name, start, end, becomes }, n) => {
    const before = `(${isMutant(name)} ? (${becomes}) : (`;
    return { start, end, before, n };
  });
  // At one place those end first that began last; of two that begin together the longer begins first.
  const opens = inserted.toSorted((a, b) => a.start - b.start || b.end - a.end || a.n - b.n);
  const ends = new Map<number, number>();
  for (const { end } of inserted) ends.set(end, (ends.get(end) ?? 0) + 1);
  let text = "";
  for (let at = 0, next = 0; at <= code.length; at += 1) {
    text += "))".repeat(ends.get(at) ?? 0);
    for (; opens[next]?.start === at; next += 1) text += opens[next]?.before;
    text += code[at] ?? "";
  }
  return text;
}

function sitesOf(code: string): Site[] {
  const sites: Site[] = [];
  const named = new Map<string, number>();
  /** Conditions that are tried as `true` and as `false`: a test that notices both notices the opposite. */
  const wholes = new Set<AnyNode>();
  const nameOf = (was: string, becomes: string): string => {
    const change = `${was} ${becomes}`;
    const before = named.get(change) ?? 0;
    named.set(change, before + 1);
    return createHash("sha256").update(`${change} ${before}`).digest("hex").slice(0, 12);
  };
  const textOf = ({ start, end }: AnyNode): string => code.slice(start, end);
  let atLoad = true;
  const add = (node: AnyNode, ...texts: string[]): void => {
    const line = code.slice(0, node.start).split("\n").length;
    const was = textOf(node);
    for (const becomes of texts) {
      sites.push({ name: nameOf(was, becomes), atLoad, start: node.start, end: node.end, line, was, becomes });
    }
  };
  const swapped = (node: AnyNode): string[] => {
    const { left, right } = node as unknown as { left: AnyNode; right: AnyNode };
    const operator = code.slice(left.end, right.start);
    const others = instead[String(node["operator"])] ?? [];
    return (wholes.has(node) ? others.filter((other) => !opposites.has(`${node["operator"]} ${other}`)) : others).map(
      (other) =>
        code.slice(node.start, left.end) +
        operator.replace(String(node["operator"]), other) +
        code.slice(right.start, node.end),
    );
  };
  const visit = (node: AnyNode): void => {
    const wasAtLoad = atLoad;
    atLoad &&= !runsLater(node);
    if (node.type === "ConditionalExpression" || node.type === "IfStatement") {
      const test = node["test"] as AnyNode;
      wholes.add(test);
      add(test, "true", "false");
    }
    if (node.type === "BinaryExpression" || node.type === "LogicalExpression") add(node, ...swapped(node));
    if (node.type === "UnaryExpression" && node["operator"] === "!" && !wholes.has(node)) {
      add(node, textOf(node["argument"] as AnyNode));
    }
    if (node.type === "Literal" && typeof node["value"] === "number") add(node, `${node["value"] + 1}`);
    if (node.type === "Literal" && typeof node["value"] === "boolean") add(node, `${!node["value"]}`);
    if (node.type === "Literal" && typeof node["bigint"] === "string") add(node, `${BigInt(node["bigint"]) + 1n}n`);
    if (node.type === "CallExpression") {
      const callee = node["callee"] as AnyNode;
      const other = calls[textOf(callee)];
      if (other) add(node, other + code.slice(callee.end, node.end));
    }
    for (const [field, child] of Object.entries(node)) {
      // The name of a property is no value, and a type does nothing when it runs.
      if (field === "key" && node["computed"] !== true) continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isExpression(one)) visit(one);
    }
    atLoad = wasAtLoad;
  };
  visit(parseAst(code, { lang: "ts" }) as unknown as AnyNode);
  return sites;
}

/** A function by its name; one that is only passed on, as to `map`, may be called at once. */
function runsLater({ type, init }: AnyNode): boolean {
  if (type === "FunctionDeclaration" || type === "ClassDeclaration") return true;
  return type === "VariableDeclarator" && /Function/.test(String((init as AnyNode | null)?.type));
}

const typed = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

function isExpression(value: unknown): value is AnyNode {
  const type = (value as AnyNode | null)?.type;
  return typeof type === "string" && (!type.startsWith("TS") || typed.has(type)) && type !== "ImportDeclaration";
}
