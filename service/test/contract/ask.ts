import { errorStatuses, type OperationRow } from "referrals-embed/contract";
import { schemaViolations, type Schema } from "./schema-violations.ts";
import type { Call, World } from "./world.ts";

/** The API description as served. */
export type Description = Schema;

/** An answer, read. */
export interface Answer {
  status: number;
  type: string;
  text: string;
  /** What `WWW-Authenticate` says is wrong with the credential. */
  problem: string | undefined;
  /** What `Warning` says was passed over. */
  warning: string;
}

/** Sends a call to an operation with the credential it takes. */
export async function ask(world: World, row: OperationRow, call: Call): Promise<Answer> {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.params?.[name] ?? "unknown"),
  );
  const key = call.key === undefined ? await keyOf(world, row) : call.key;
  const { body } = call;
  const response = await world.fetch(`https://app.test/api${path}${searchOf(call.query)}`, {
    method: row.method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...call.headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const type = headers.get("content-type") ?? "";
  const problem = /error_description="(\w+)"/.exec(headers.get("www-authenticate") ?? "")?.[1];
  const warning = headers.get("warning") ?? "";
  if (type !== "text/event-stream") return { status, type, problem, warning, text: await response.text() };
  await response.body?.cancel();
  return { status, type, problem, warning, text: "" };
}

/** A value with a percent sign stands as it is: it may be broken on purpose. */
function searchOf(query: Call["query"]): string {
  const parts = Object.entries(query ?? {}).map(([name, value]) => {
    const text = String(value);
    return `${encodeURIComponent(name)}=${text.includes("%") ? text : encodeURIComponent(text)}`;
  });
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

async function keyOf(world: World, { auth }: OperationRow): Promise<string | null> {
  const keys = { key: world.apiKey, publishable: world.publishableKey, none: null };
  return auth === "embed" ? world.token() : keys[auth];
}

/** Reads the API description the service gives of itself. */
export async function readDescription(world: World): Promise<Description> {
  return (await world.fetch("https://app.test/api/openapi.json")).json() as Promise<Description>;
}

/** Statuses the description lists for an operation. */
export function documentedStatuses(description: Description, row: OperationRow): number[] {
  return Object.keys(operationOf(description, row)["responses"]).map(Number);
}

/** What is wrong with an answer by the description: its status, its type, its body; empty when nothing is. */
export function problemsOf(description: Description, row: OperationRow, { status, type, text }: Answer): string[] {
  const described = operationOf(description, row)["responses"][status];
  if (!described) return [`${status} is not described: ${text.slice(0, 200)}`];
  const contents: Schema = described.content ?? {};
  const media = type.split(";")[0]!;
  if (!contents[media]) return [`${type} is not described for ${status}`];
  if (contents[media].schema.format === "binary") return [];
  if (type !== "application/json; charset=utf-8") return [`${type} lacks its charset`];
  const body = JSON.parse(text);
  const problems = schemaViolations(description, contents[media].schema, body);
  return status < 400 ? problems : [...problems, ...envelopeProblems(status, body)];
}

function envelopeProblems(status: number, body: any): string[] {
  const { code, doc_url: docUrl } = body.error ?? {};
  return [
    ...(errorStatuses[code as keyof typeof errorStatuses] === status ? [] : [`${code} does not go with ${status}`]),
    // A page of another origin reads there which refusal it met (EMB-P15).
    ...([code, "origin_not_allowed"].some((name) => docUrl === `https://app.test/docs/errors#${name}`)
      ? []
      : [`doc_url is ${docUrl}`]),
  ];
}

function operationOf(description: Description, row: OperationRow): Schema {
  return description["paths"][row.path][row.method.toLowerCase()];
}
