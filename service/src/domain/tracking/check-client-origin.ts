import { ReferralsError } from "referrals-embed/contract";
import { findDefaultProgram } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";

/**
 * Checks where a publishable key is used: on the program's own origins, on ours, or, when the program names none,
 * anywhere. A call without an Origin does not come from a page and passes.
 * @throws forbidden for another origin
 */
export async function checkClientOrigin(ctx: Context, origin: string | null): Promise<void> {
  if (origin === null || origin === new URL(ctx.config.appUrl).origin) return;
  const program = await findDefaultProgram(ctx.db, ctx.workspaceId);
  const allowed = program?.allowed_origins ?? [];
  if (allowed.length === 0 || allowed.includes(origin)) return;
  throw new ReferralsError(
    "forbidden",
    "This page may not use the publishable key: add its origin to the program's allowedOrigins.",
  );
}
