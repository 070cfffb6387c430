import { parseSync } from "vite";

/** An id as a text cites it: `A1`, `B07`, `EMB-P11`, `DES-V3`, `§17.9`, `api §10.2`. */
export interface Citation {
  id: string;
  /** Path and line, for the failure's text. */
  at: string;
  /** Whether a test says it: in its name, or in a comment in front of it or inside it. */
  byTest: boolean;
}

/** Families of ids: one capital and a number, the scenes `B01` to `B24`, and those of embed and design with their prefix. */
const ruleId = /\b(?:(?:EMB|DES)-[A-Z][1-9]\d?|B[0-2]\d|[ACEFGIJKLMNPVWXY][1-9]\d?)\b/g;
const section = /\b(api|design) (§\d+(?:\.\d+)?(?:(?:, | and | to )§\d+(?:\.\d+)?)*)/g;

/**
 * The ids a text cites. A letter and number right after a prefixed id share its prefix (`DES-O1, O2`); `M1–M7` and
 * `EMB-A1 to A3` mean every id between.
 */
export function idsIn(text: string): string[] {
  const prefixed = text.replace(/\b(EMB|DES)(-[A-Z]\d+)((?:, | and | to |–)[AC-Z]\d+\b)+/g, (list, prefix: string) =>
    list.replace(/(, | and | to |–)(?=[AC-Z]\d)/g, `$1${prefix}-`),
  );
  const spelled = prefixed.replace(/\b((?:[A-Z]{3}-)?[A-Z])(\d+)(?:–| to )\1(\d+)\b/g, (_, family: string, from, to) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => family + padded(Number(from) + i, from)).join(", "),
  );
  const sections = [...spelled.matchAll(section)].flatMap(([, document, list]) =>
    list!.match(/§[\d.]*\d/g)!.map((number) => `${document} ${number}`),
  );
  return [...(spelled.match(ruleId) ?? []), ...sections];
}

/** Scenes are written with two digits, `B07`. */
const padded = (number: number, like: string): string => String(number).padStart(like.length, "0");

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

const children = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** `it`, `test` or `describe` behind `it.each(rows)`, `describe.runIf(x)` and the like. */
function testFunction(node: Node): boolean {
  if (node.type === "Identifier") return ["it", "test", "describe"].includes(node["name"] as string);
  if (node.type === "MemberExpression") return testFunction(node["object"] as Node);
  return (node.type === "CallExpression" || node.type === "TaggedTemplateExpression") && testFunction(calleeOf(node));
}

const calleeOf = (node: Node): Node => (node["callee"] ?? node["tag"]) as Node;

/** Text of a string or template, however deep in `node` (a title, or the rows a title is filled from). */
function texts(node: Node): { text: string; start: number }[] {
  if (node.type === "Literal" && typeof node["value"] === "string") return [{ text: node["value"], start: node.start }];
  if (node.type === "TemplateElement") return [{ text: (node["value"] as { raw: string }).raw, start: node.start }];
  if (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression") return [];
  return children(node).flatMap(texts);
}

interface TestCall {
  start: number;
  end: number;
  titles: { text: string; start: number }[];
}

function testCalls(node: Node): TestCall[] {
  if (node.type !== "CallExpression" || !testFunction(calleeOf(node))) return children(node).flatMap(testCalls);
  const inner = (node["arguments"] as Node[]).flatMap(testCalls);
  const [title] = node["arguments"] as Node[];
  const titles = [...(title === undefined ? [] : texts(title)), ...texts(calleeOf(node))];
  return [{ start: node.start, end: node.end, titles }, ...inner];
}

/** Everything a file cites: in comments, and in test files also in the names of tests. */
export function citationsOf(path: string, source: string): Citation[] {
  const at = (offset: number): string => `${path}:${source.slice(0, offset).split("\n").length}`;
  if (!/\.[jt]sx?$/.test(path)) return idsIn(source).map((id) => ({ id, at: path, byTest: false }));

  const { program, comments } = parseSync(path, source);
  const calls = /^(service\/)?test\//.test(path) ? testCalls(program as unknown as Node) : [];
  /** Inside a test, or on the lines right in front of one (other comments may stand between). */
  const atTest = (start: number, end: number): boolean =>
    calls.some(
      (call) =>
        (call.start < start && end < call.end) ||
        (end <= call.start &&
          comments
            .filter((comment) => end <= comment.start && comment.end <= call.start)
            .reduce(
              (text, comment) => text.replace(source.slice(comment.start, comment.end), ""),
              source.slice(end, call.start),
            )
            .trim() === ""),
    );
  return [
    ...comments.flatMap(({ value, start, end }) =>
      idsIn(value).map((id) => ({ id, at: at(start), byTest: atTest(start, end) })),
    ),
    ...calls.flatMap(({ titles }) =>
      titles.flatMap(({ text, start }) => idsIn(text).map((id) => ({ id, at: at(start), byTest: true }))),
    ),
  ];
}
