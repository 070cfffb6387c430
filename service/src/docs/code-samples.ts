import { operations, type OperationName, type OperationRow } from "referrals-embed/contract";
import type { Example } from "./examples.ts";

/** A call as code, in the form viewers of API descriptions know as `x-codeSamples`. */
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

/** A call with curl, and with our SDK what it is for: operations that take a secret key. */
export function codeSamples(name: OperationName, example: Example, baseUrl: string): CodeSample[] {
  const samples = [{ lang: "Shell", label: "curl", source: curl(operations[name], example, baseUrl) }];
  if (operations[name].auth === "key")
    samples.push({ lang: "JavaScript", label: "referrals-embed/server", source: sdkCall(name, example) });
  return samples;
}

function curl(row: OperationRow, { params = {}, query = {}, body }: Example, baseUrl: string): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const url = baseUrl + path + (search && `?${search}`);
  const method = row.method === "GET" || (row.method === "POST" && body !== undefined) ? "" : `-X ${row.method} `;
  const credential = credentials[row.auth];
  return [
    `curl ${method}${search ? `"${url}"` : url}`,
    ...(credential ? [`-H "Authorization: Bearer ${credential}"`] : []),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${toSource(body, true, "  ").replaceAll("'", `'\\''`)}'`]),
    ...fileOptions(row, query),
  ].join(" \\\n  ");
}

/** Where curl puts an answer that is no text to look at. */
function fileOptions({ produces }: OperationRow, { format }: NonNullable<Example["query"]>): string[] {
  if (!produces) return [];
  return [produces === "text/event-stream" ? "--no-buffer" : `-o answer.${String(format)}`];
}

function sdkCall(name: OperationName, { params = {}, query, body }: Example): string {
  const input = body ?? (Object.keys(query ?? {}).length > 0 ? query : undefined);
  const given = [...Object.values(params), ...(input === undefined ? [] : [input])].map((value) => toSource(value));
  return `await referrals.${name}(${given.join(", ")});`;
}

const width = 68;

/** A value as JSON, or as JavaScript writes it; what fits stands in one line. */
export function toSource(value: unknown, json = false, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([key, part]) => {
    const name = json || !/^[A-Za-z_$][\w$]*$/.test(key) ? JSON.stringify(key) : key;
    return (isList ? "" : `${name}: `) + toSource(part, json, inner);
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  const isShort = !line.includes("\n") && indent.length + line.length <= width;
  return isShort ? line : `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
