import { ReferralsError, type Profile, type ProfilePatch } from "referrals-embed/contract";
import type { InJson } from "../../store/queries/embed/embed-bootstrap.ts";
import { findOwnProfile, hasPayouts, type ProfileRow } from "../../store/queries/embed/embed-profile.ts";
import { updatePartnerRow, updateProfile } from "../../store/queries/partners/partners.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { isTimeZone } from "referrals-embed/rules";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { checkedCountry } from "../partners/enroll-partner.ts";
import { inTransaction } from "../transaction.ts";
import { profile } from "../../schemas/embed-data.ts";
import { columnName } from "../../column-name.ts";
import { recordOf } from "../record.ts";
import { openView, type EmbedSession } from "./session.ts";

/** The partner's profile in this workspace. */
export async function ownProfile(ctx: Context, session: EmbedSession): Promise<Profile> {
  await openView(ctx, session, { least: "read", section: "profile" });
  return toProfile(await findOwnProfile(ctx.db, session.workspaceId, session.partnerId));
}

/**
 * Changes the profile; `null` clears, absent keeps.
 * @throws ReferralsError 403, 409 for a taken username, or for a country fixed by a payout, 422
 */
export async function updateOwnProfile(ctx: Context, session: EmbedSession, patch: ProfilePatch): Promise<Profile> {
  await openView(ctx, session, { least: "full", section: "profile" });
  if (patch.timezone && !isTimeZone(patch.timezone)) throw invalid("timezone", "must be an IANA time zone");
  const country = patch.country === undefined ? undefined : checkedCountry(patch.country, "country");
  const { workspaceId, partnerId, enrollmentId } = session;
  return freeUsername(() =>
    inTransaction(ctx, async (ctx) => {
      const before = await findOwnProfile(ctx.db, workspaceId, partnerId);
      if (country !== undefined && country !== before.country && (await hasPayouts(ctx.db, enrollmentId))) {
        throw new ReferralsError(
          "conflict",
          "The country is fixed once a payout exists. Ask the program to change it.",
        );
      }
      await write(ctx, session, { before, patch: { ...patch, ...(country !== undefined && { country }) } });
      return toProfile(await findOwnProfile(ctx.db, workspaceId, partnerId));
    }),
  );
}

async function write(
  ctx: Context,
  session: EmbedSession,
  { before, patch }: { before: ProfileRow; patch: ProfilePatch },
): Promise<void> {
  const { workspaceId, partnerId } = session;
  const given = Object.entries(patch).map(([field, value]) => [columnName(field), value]);
  const after: Record<string, unknown> = Object.fromEntries(given);
  const changes = changesBetween({ ...before }, after);
  const { username, ...profile } = Object.fromEntries(Object.keys(changes).map((name) => [name, after[name]]));
  if (Object.keys(changes).length === 0) return;
  await updateProfile(ctx.db, workspaceId, { partnerId, patch: { ...profile, updated_at: now(ctx) } });
  if (username !== undefined) await updatePartnerRow(ctx.db, partnerId, { username: username as string | null });
  await audit(ctx, { operation: "update profile", entity: "partner", entityId: partnerId, changes });
}

/** A profile as its partner sees it. */
export function toProfile(row: ProfileRow | InJson<ProfileRow>): Profile {
  return recordOf(profile, row, { id: row.partner_id });
}

async function freeUsername<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, "partners_username")) throw error;
    throw new ReferralsError("conflict", "This username is already taken. Choose another one.");
  }
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}
