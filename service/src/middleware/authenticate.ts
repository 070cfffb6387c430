import { effectiveOrigins } from "../domain/embed/page-origins.ts";
import {
  ReferralsError,
  type ApiKeyScope,
  type CredentialProblem,
  type EmbedScope,
  type EnrollmentStatus,
  type Person,
  type Plan,
} from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import { sha256 } from "../domain/ids.ts";
import { findApiKey, findEmbedToken, findPublishableKey, touchApiKey } from "../store/queries/access/credentials.ts";

/** The caller. `id` is the credential's. */
export type Caller =
  | { kind: "none" }
  | {
      kind: "key";
      id: string;
      workspaceId: string;
      plan: Plan;
      /** `null`: every scope. */
      scopes: ApiKeyScope[] | null;
      /** `null`: never. */
      expiresAt: Date | null;
      /** Who is signed in to the console, where a session stands for the key. */
      person?: { name: string; role: Person["role"] };
    }
  | { kind: "publishable"; id: string; workspaceId: string; plan: Plan; programId: string | null }
  | EmbedCaller;

/** A partner's browser, through an embed token. Status and plan are as of this request (K10). */
export interface EmbedCaller {
  kind: "embed";
  id: string;
  workspaceId: string;
  plan: Plan;
  programId: string;
  enrollmentId: string;
  partnerId: string;
  status: EnrollmentStatus;
  scopes: EmbedScope[];
  /** Sites it works on now; `null` = any. */
  allowedOrigins: string[] | null;
  expiresAt: Date;
  /** The person who looks at the partner's dashboard in the console; `null`: the partner. */
  viewedBy: string | null;
}

/**
 * Resolves an `Authorization` header.
 * @returns `none` when there is no header
 * @throws unauthorized naming the fault of the credential
 */
export async function authenticate(deps: AppDeps, header: string | undefined): Promise<Caller> {
  if (header === undefined || header === "") return { kind: "none" };
  const [, credential] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (credential === undefined) throw refused("missing", "The Authorization header must be: Bearer <credential>.");
  if (credential.startsWith("ref_embed_")) return embedCaller(deps, credential);
  if (credential.startsWith("ref_pub_")) return publishableCaller(deps, credential);
  return keyCaller(deps, credential);
}

/** The 401 for a missing credential. */
export function credentialMissing(): ReferralsError {
  return refused("missing", "No credential. Send the header Authorization: Bearer <credential>.");
}

async function keyCaller(deps: AppDeps, credential: string): Promise<Caller> {
  const row = await findApiKey(deps.store, sha256(credential));
  if (!row) throw refused("unknown", "This API key is not known. Check that it is complete and of this service.");
  checkLife(deps, { ...row, revoked: row.revoked_at !== null }, "API key");
  const at = deps.clock.now();
  if (!row.last_used_at || row.last_used_at.getTime() < at - 60_000)
    await touchApiKey(deps.store.db, row.id, new Date(at));
  const { id, workspace_id: workspaceId, plan, scopes, expires_at: expiresAt } = row;
  return { kind: "key", id, workspaceId, plan, scopes, expiresAt };
}

async function publishableCaller(deps: AppDeps, credential: string): Promise<Caller> {
  const row = await findPublishableKey(deps.store, credential);
  if (!row) throw refused("unknown", "This publishable key is not known.");
  checkLife(deps, { revoked: row.revoked_at !== null, expires_at: null }, "publishable key");
  const { id, workspace_id: workspaceId, plan, default_program_id: programId } = row;
  return { kind: "publishable", id, workspaceId, plan, programId };
}

async function embedCaller(deps: AppDeps, credential: string): Promise<Caller> {
  const row = await findEmbedToken(deps.store, sha256(credential));
  if (!row) throw refused("unknown", "This embed token is not known. Mint a new one on your server.");
  checkLife(deps, row, "embed token");
  if (row.removed_at) throw new ReferralsError("not_found", "The partner has left this program.");
  return {
    kind: "embed",
    id: row.id,
    workspaceId: row.workspace_id,
    plan: row.plan,
    programId: row.program_id,
    enrollmentId: row.enrollment_id,
    partnerId: row.partner_id,
    status: row.status,
    scopes: row.scopes,
    allowedOrigins: effectiveOrigins(row.allowed_origins, row.program_origins, deps.config.appUrl),
    expiresAt: row.expires_at,
    viewedBy: row.viewed_by,
  };
}

function checkLife(deps: AppDeps, row: { expires_at: Date | null; revoked: boolean }, name: string): void {
  if (row.revoked) throw refused("revoked", `This ${name} was revoked. Use another one.`);
  if (row.expires_at && row.expires_at.getTime() <= deps.clock.now()) {
    throw refused("expired", `This ${name} has expired. Use a new one.`);
  }
}

function refused(credential: CredentialProblem, message: string): ReferralsError {
  return new ReferralsError("unauthorized", message, { credential });
}
