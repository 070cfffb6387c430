import { ByteCache } from "../../byte-cache.ts";
import { noteEmbedVisitor } from "../../store/queries/embed/embed-visitors.ts";
import { now, type Context } from "../context.ts";
import type { EmbedSession } from "./session.ts";

/** Visitors noted recently, so that a reload writes nothing. */
const noted = new ByteCache<true>(4_000_000);

/**
 * Notes the visitor who uses a partner's embed, with the hashes that clicks store: a click of the same visitor on the partner's own link is
 * a sign of self-referral. Without a redirect nothing is noted, and nothing of a host's server, which may read the first data for all its
 * partners.
 */
export async function noteVisitor(
  ctx: Context,
  { enrollmentId }: EmbedSession,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<void> {
  const known = await ctx.clicks?.visitorOf?.(address, userAgent);
  if (!known) return;
  const key = `${enrollmentId} ${known.visitor}`;
  if (noted.has(key)) return;
  await noteEmbedVisitor(ctx.db, enrollmentId, { ...known, at: now(ctx) });
  noted.set(key, true);
}
