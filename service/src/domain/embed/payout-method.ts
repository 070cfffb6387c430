import {
  ReferralsError,
  type PayoutMethod,
  type PayoutMethodInput,
  type PayoutMethodName,
} from "referrals-embed/contract";
import { findOwnProfile, type ProfileRow } from "../../store/queries/embed-profile.ts";
import { updateProfile } from "../../store/queries/partners.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { maskDestination } from "./mask.ts";
import { openView, type EmbedSession, type EmbedView } from "./session.ts";
import { present } from "../../present.ts";

/** How the partner is paid, the destination masked. */
export async function ownPayoutMethod(ctx: Context, session: EmbedSession): Promise<PayoutMethod> {
  const view = await openView(ctx, session, { least: "read", section: "payoutSettings" });
  return toPayoutMethod(await findOwnProfile(ctx.db, session.workspaceId, session.partnerId), view);
}

/**
 * Changes how the partner is paid. It takes effect after the program's delay, during which payouts to the partner wait.
 * @throws ReferralsError 403, 422 for a method the program does not offer or a missing destination
 */
export async function setPayoutMethod(
  ctx: Context,
  session: EmbedSession,
  input: PayoutMethodInput,
): Promise<PayoutMethod> {
  const view = await openView(ctx, session, { least: "read", section: "payoutSettings" });
  if (!offered(view).includes(input.method)) {
    throw invalid("invalid_value", "method", `must be one of ${offered(view).join(", ")}`);
  }
  const destination = destinationOf(input);
  const { workspaceId, partnerId } = session;
  return inTransaction(ctx, async (ctx) => {
    const before = await findOwnProfile(ctx.db, workspaceId, partnerId);
    const same = before.default_payout_method === input.method && currentDestination(before) === destination;
    if (!same) await write(ctx, session, { view, before, method: input.method, destination });
    return toPayoutMethod(await findOwnProfile(ctx.db, workspaceId, partnerId), view);
  });
}

async function write(
  ctx: Context,
  { workspaceId, partnerId }: EmbedSession,
  {
    view: { program },
    before,
    method,
    destination,
  }: { view: EmbedView; before: ProfileRow; method: PayoutMethodName; destination: string },
): Promise<void> {
  const effectiveAt = new Date(ctx.clock.now() + program.payout_method_delay_hours * 3_600_000);
  await updateProfile(ctx.db, workspaceId, {
    partnerId,
    patch: {
      default_payout_method: method,
      ...(method === "stablecoin" ? { wallet_address: destination } : { paypal_email: destination }),
      payouts_enabled_at: before.payouts_enabled_at ?? now(ctx),
      payout_effective_at: effectiveAt,
      payout_released_at: null,
      updated_at: now(ctx),
    },
  });
  const masked = (text: string | null): string | null => text && maskDestination(text);
  await audit(ctx, {
    operation: "set payout method",
    entity: "partner.payoutMethod",
    entityId: partnerId,
    changes: {
      method: { old: before.default_payout_method, new: method },
      destination: { old: masked(currentDestination(before)), new: masked(destination) },
    },
  });
  await emit(ctx, "partner.payout_method_updated", { partnerId, method, effectiveAt: effectiveAt.toISOString() });
}

function toPayoutMethod(row: ProfileRow, view: EmbedView): PayoutMethod {
  const destination = currentDestination(row);
  return {
    method: row.default_payout_method,
    destination: destination && maskDestination(destination),
    available: offered(view),
    payoutsEnabledAt: row.payouts_enabled_at?.toISOString() ?? null,
    effectiveAt: row.payout_effective_at?.toISOString() ?? null,
  };
}

/** `connect` needs a provider, and none can be configured yet. */
function offered({ program }: EmbedView): PayoutMethodName[] {
  return program.payout_methods.filter((method) => method !== "connect");
}

function currentDestination(row: ProfileRow): string | null {
  switch (row.default_payout_method) {
    case "paypal":
    case "tremendous":
      return row.paypal_email;
    case "stablecoin":
      return row.wallet_address;
    case "connect":
      return row.stripe_connect_id;
    case null:
      return null;
  }
}

function destinationOf({ method, paypalEmail, walletAddress }: PayoutMethodInput): string {
  const [name, value] = method === "stablecoin" ? ["walletAddress", walletAddress] : ["paypalEmail", paypalEmail];
  if (value === undefined) throw invalid("invalid_type", present(name, "name"), "required");
  return value;
}

function invalid(issue: string, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path}: ${message}`);
}
