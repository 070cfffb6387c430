import { operations, type OperationName, type OperationRow } from "referrals-embed/contract";
import { present } from "../present.ts";

/** A call of an operation. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | string[]>;
  body?: unknown;
}

/** A call as code, in the form `x-codeSamples` that viewers of API descriptions use. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The environment variable an example has its credential in. */
const credentials: Record<OperationRow["auth"], string | undefined> = {
  key: "$REFERRALS_API_KEY",
  publishable: "$REFERRALS_PUBLISHABLE_KEY",
  embed: "$EMBED_TOKEN",
  none: undefined,
};

/** A call with curl, and with our SDK for operations that take a secret key. */
export function codeSamples(name: OperationName, example: Example, baseUrl: string): CodeSample[] {
  const samples = [{ lang: "Shell", label: "curl", source: curl(operations[name], example, baseUrl) }];
  if (operations[name].auth === "key")
    samples.push({ lang: "JavaScript", label: "referrals-embed/server", source: sdkCall(name, example) });
  return samples;
}

function curl(row: OperationRow, { params = {}, query = {}, body }: Example, baseUrl: string): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(present(params[name], "the parameter")),
  );
  const search = Object.entries(query);
  const method = row.method === "GET" || (row.method === "POST" && body !== undefined) ? "" : `-X ${row.method} `;
  const credential = credentials[row.auth];
  return [
    `curl ${method}${search.length > 0 ? "-G " : ""}${baseUrl}${path}`,
    ...(credential ? [`-H "Authorization: Bearer ${credential}"`] : []),
    ...search.map(([name, value]) => searchOption(name, String(value))),
    ...(body === undefined
      ? []
      : [
          `-H "Content-Type: application/json"`,
          `-d '${toSource(body, { json: true, indent: "  " }).replaceAll("'", `'\\''`)}'`,
        ]),
    ...fileOptions(row, query),
  ].join(" \\\n  ");
}

function searchOption(name: string, value: string): string {
  return /^[\w.,*-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode "${name}=${value}"`;
}

/** curl's output file for a binary answer. */
function fileOptions({ produces }: OperationRow, { format }: NonNullable<Example["query"]>): string[] {
  if (!produces) return [];
  return [produces === "text/event-stream" ? "--no-buffer" : `-o answer.${String(format)}`];
}

function sdkCall(name: OperationName, { params = {}, query, body }: Example): string {
  const input = body ?? (Object.keys(query ?? {}).length > 0 ? query : undefined);
  const start = [`await referrals.${name}(`, ...Object.values(params).map((value) => `${toSource(value)}, `)].join("");
  if (input === undefined) return `${start.replace(/, $/, "")});`;
  return `${start}${toSource(input, { room: width - start.length })});`;
}

/** Characters a line of code may have. */
const width = 64;

interface Layout {
  /** JSON instead of JavaScript. */
  json?: boolean;
  /** The prefix of further lines. */
  indent?: string;
  /** Characters the first line has left. */
  room?: number;
}

/** A value as JSON or JavaScript; on one line if it fits. */
export function toSource(value: unknown, layout: Layout = {}): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { json = false, indent = "", room = width - indent.length } = layout;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([key, part]) => {
    const name = json || !/^[A-Za-z_$][\w$]*$/.test(key) ? JSON.stringify(key) : key;
    return (isList ? "" : `${name}: `) + toSource(part, { json, indent: inner });
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  if (!line.includes("\n") && line.length <= room) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
