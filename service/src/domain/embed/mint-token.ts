import { embedScopes, ReferralsError, type EmbedToken, type EmbedTokenInput } from "referrals-embed/contract";
import { insertEmbedToken } from "../../store/queries/access/embed-tokens.ts";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { now, type Context } from "../context.ts";
import { matchTenant } from "../enrollments/set-tenant.ts";
import { base64url, sha256 } from "../ids.ts";
import { enrollPartner } from "../partners/enroll-partner.ts";
import { defaultProgram, type DefaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

const defaultLifeSeconds = 10_800;

/**
 * Mints an embed token for the enrollment a call names, and enrolls the partner if necessary. Every call mints a new one; older ones stay
 * valid.
 * @throws unprocessable_entity, not_found, conflict as listed in docs/api.md
 */
export async function mintEmbedToken(ctx: Context, input: EmbedTokenInput): Promise<EmbedToken> {
  const program = await defaultProgram(ctx);
  checkOrigins(input.allowedOrigins, program.allowed_origins);
  const tenantId = input.tenantId ?? input.partner?.tenantId ?? null;
  const mint = (ctx: Context, enrollment: EnrollmentRow): Promise<EmbedToken> => storeToken(ctx, enrollment, input);
  if (input.partnerId !== undefined) return mintById(ctx, program, { partnerId: input.partnerId, tenantId, mint });
  return enrollPartner(ctx, program, { request: { tenantId, partner: input.partner, path: "partner." }, finish: mint });
}

async function mintById(
  ctx: Context,
  program: DefaultProgram,
  {
    partnerId,
    tenantId,
    mint,
  }: {
    partnerId: string;
    tenantId: string | null;
    mint: (ctx: Context, enrollment: EnrollmentRow) => Promise<EmbedToken>;
  },
): Promise<EmbedToken> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const found = await findLiveEnrollment(ctx.db, program.id, { partnerId });
      if (!found) throw new ReferralsError("not_found", `No partner ${partnerId} is enrolled in this program.`);
      return mint(ctx, await matchTenant(ctx, found, { tenantId, onMismatch: program.on_tenant_mismatch }));
    });
  } catch (error) {
    if (!isUniqueViolation(error, "enrollments_live_tenant")) throw error;
    throw new ReferralsError("conflict", "tenantId: another partner of this program has it.");
  }
}

/** Stores a new token of an enrollment; `viewedBy` is the person who looks with it, where it is not the partner. */
export async function storeToken(
  ctx: Context,
  enrollment: EnrollmentRow,
  input: EmbedTokenInput & { viewedBy?: string | null },
): Promise<EmbedToken> {
  const publicToken = `ref_embed_${ctx.ids.random(43, base64url)}`;
  const expires = new Date(ctx.clock.now() + (input.expiresIn ?? defaultLifeSeconds) * 1000);
  await insertEmbedToken(ctx.db, {
    id: ctx.ids.next("tok"),
    hash: sha256(publicToken),
    enrollment_id: enrollment.id,
    generation: enrollment.token_generation,
    scopes: JSON.stringify(input.scopes ? [...new Set(["read", ...input.scopes])] : embedScopes),
    allowed_origins: input.allowedOrigins ? JSON.stringify(input.allowedOrigins) : null,
    expires_at: expires,
    viewed_by: input.viewedBy ?? null,
    created_at: now(ctx),
  });
  return { publicToken, expires: expires.toISOString() };
}

/** A token's origins must lie within the program's, when it has any. */
function checkOrigins(wanted: string[] | undefined, allowed: string[]): void {
  if (!wanted || allowed.length === 0) return;
  const foreign = wanted.findIndex((origin) => !allowed.includes(origin));
  if (foreign === -1) return;
  const message = `invalid_value: allowedOrigins[${foreign}]: is not one of the program's allowed origins`;
  throw new ReferralsError("unprocessable_entity", message);
}
