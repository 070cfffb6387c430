import { readFileSync } from "node:fs";
import type {
  CredentialProblem,
  EmbedScope,
  EnrollmentStatus,
  ErrorCode,
  OperationName,
  OperationRow,
  Person,
} from "referrals-embed/contract";

/** A credential, by what decides whether it is let in. */
export interface Credential {
  name: string;
  kind: "none" | "key" | "publishable" | "embed";
  /** Sent as `Authorization: Bearer`; with a blank in it as it stands; `null` sends nothing. */
  text: string | null;
  /** What is wrong with it. */
  problem?: CredentialProblem;
  /** `null`: every scope of its kind. */
  scopes: readonly string[] | null;
  /** Whether it is of the workspace that everything named in calls belongs to. */
  isOwn: boolean;
  isBelowPlan?: boolean;
  /** Of an embed token: the status of its enrollment. */
  status?: EnrollmentStatus;
  /** Of a person who is signed in to the console, whose session stands for the key: their role. */
  role?: Person["role"];
  /** That session's cookie. */
  cookie?: string;
  /** Sent from a page of this origin, which is not on the list of the token or of the key's program. */
  foreignOrigin?: string;
}

/** What a call is about. */
export interface Subject {
  /** Whether it names a record: by its path, or by a reference in its query or body. */
  namesRecord: boolean;
  /** Whether that record is another partner's of the same program. */
  isOtherPartners?: boolean;
}

type Expected = "ok" | ErrorCode;

const rules = (file: string): string => readFileSync(new URL(`../../../docs/rules/${file}`, import.meta.url), "utf8");
const cells = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const statusesIn = (text: string): string[] => text.split(/[,/]/).map((status) => status.trim());

/** How K10 calls what each scope of an embed token lets it write. */
const rightWords: Record<Exclude<EmbedScope, "read">, string> = {
  "links:write": "links",
  "referrals:write": "referral submissions",
  "profile:write": "profile",
  "payouts:write": "payout method",
};

/** The table of K10: what may be read and written in a status. */
const views = new Map(
  rules("access.md")
    .split("\n")
    .filter((line) => /^\| (approved|deactivated|invited|pending|declined|rejected|banned)/.test(line))
    .flatMap((line) => {
      const [statuses = "", reads = "", writes = ""] = cells(line);
      const view = { readsAll: reads.startsWith("everything"), writes: writes.replace(/ \(L9\)/, "").split(", ") };
      return statusesIn(statuses).map((status) => [status, view] as const);
    }),
);

/** What answers in every status (K10: "status, program"; api §10.2), with little or nothing in it. */
const openInEveryStatus: readonly OperationName[] = ["embed.bootstrap", "embed.token", "embed.stream"];

/** Rows of the state machine that a partner may go (E1 to E21), by what the embed calls them. */
const ownSteps = rules("enrollment.md")
  .split("\n")
  .filter((line) => /^\| \*\*E\d+\*\* /.test(line))
  .map(cells)
  .filter(([, , , who = ""]) => who.includes("partner"))
  .map(([, operation = "", way = ""]) => {
    const [from = "", to = ""] = way.split(" → ");
    // E1 has its other ways in behind a semicolon.
    const [name = ""] = operation.split(";");
    return { action: name === "deactivate" ? "leave" : name, from: statusesIn(from), to };
  });

const enrollmentPath = "/embed/referrals/enrollment/";

/** Whether an operation is a step of the state machine. */
export const isStep = (row: OperationRow): boolean => row.path.startsWith(enrollmentPath);

/** E22 and E23: the rows of the table, and success without effect where the target is reached already. */
function stepOutcome(row: OperationRow, status: EnrollmentStatus): Expected {
  const action = row.path.slice(enrollmentPath.length);
  const steps = ownSteps.filter((step) => step.action === action);
  if (steps.length === 0) throw new Error(`docs/rules/enrollment.md has no row of a partner for "${action}": add it.`);
  return steps.some(({ from, to }) => from.includes(status) || to === status) ? "ok" : "conflict";
}

/** K10. */
function embedOutcome(name: OperationName, row: OperationRow, status: EnrollmentStatus): Expected {
  const view = views.get(status);
  if (!view) throw new Error(`K10 in docs/rules/access.md has no row for the status ${status}: add it.`);
  if (isStep(row)) return stepOutcome(row, status);
  if (row.scope === "read") return view.readsAll || openInEveryStatus.includes(name) ? "ok" : "forbidden";
  const right = (rightWords as Record<string, string>)[row.scope];
  if (right === undefined)
    throw new Error(`${name} needs the scope ${row.scope}, of which K10 says nothing: add it there and to rightWords.`);
  return view.writes.includes(right) ? "ok" : "forbidden";
}

/** What each role may not do (docs/guides/console.md), by the beginning of the path. */
const kept = {
  fromViewersAndManagers: ["/people", "/api-keys", "/tokens"],
  /** To look at them is not. */
  changesFromManagers: ["/webhooks", "/integrations"],
};

/** Whether a role may do what an operation does. */
function roleMay(role: Person["role"], { method, path }: OperationRow): boolean {
  const isAmong = (starts: readonly string[]): boolean =>
    starts.some((start) => path === start || path.startsWith(`${start}/`));
  if (role === "owner") return true;
  if (isAmong(kept.fromViewersAndManagers)) return false;
  return method === "GET" || (role === "manager" && !isAmong(kept.changesFromManagers));
}

/**
 * What an operation answers by what it declares and by the rules, in the order of api §3: credential, kind, scope, plan, origin,
 * existence, access in this status.
 */
export function expectedAnswer(name: OperationName, row: OperationRow, who: Credential, what: Subject): Expected {
  // A file for everyone, which looks at no credential (api §4).
  if (row.auth === "none" && row.method === "GET") return "ok";
  const isOptional = row.auth === "none" && (who.kind === "publishable" || who.kind === "none");
  if (who.problem && !(row.auth === "none" && who.text === null)) return "unauthorized";
  if (who.kind !== row.auth && !isOptional) return "forbidden";
  const scopes = [row.scope, ...(row.needs ?? [])];
  if (scopes.some((scope) => who.scopes?.includes(scope) === false)) return "forbidden";
  if (who.role && !roleMay(who.role, row)) return "forbidden";
  if (who.isBelowPlan && (row.auth === "embed" || row.scope === "tokens.write")) return "forbidden";
  if (who.foreignOrigin !== undefined && !isOptional) return "forbidden";
  if (row.auth === "embed") {
    const outcome = embedOutcome(name, row, who.status ?? "approved");
    return outcome === "ok" && what.isOtherPartners ? "not_found" : outcome;
  }
  // What an open operation names is public: whose key it is does not matter.
  const isForeign = !who.isOwn && what.namesRecord && row.auth !== "none";
  return isForeign && row.also.includes("not_found") ? "not_found" : "ok";
}
