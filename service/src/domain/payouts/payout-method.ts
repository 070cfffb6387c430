import {
  ReferralsError,
  type PartnerPayoutMethodInput,
  type PayoutMethod,
  type PayoutMethodName,
} from "referrals-embed/contract";
import { accountMistake } from "referrals-embed/rules";
import { findOwnProfile, type ProfileRow } from "../../store/queries/embed/embed-profile.ts";
import { updateProfile } from "../../store/queries/partners/partners.ts";
import type { ProgramRow } from "../../store/schema/accounts.ts";
import { audit } from "../audit.ts";
import { rejudgeSelfReferral } from "../commissions/rejudge-self-referral.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment, holdPartner } from "../programs/find-enrollment.ts";
import { maskDestination } from "../rules/mask.ts";
import { inTransaction } from "../transaction.ts";

/** A method's destination as the profile stores it. */
type DestinationColumns = Partial<
  Pick<
    ProfileRow,
    | "paypal_email"
    | "wallet_address"
    | "stripe_connect_id"
    | "bank_country"
    | "bank_holder"
    | "bank_account"
    | "bank_routing"
  >
>;

/** A way of payment with its destination. */
export interface ChosenMethod {
  method: PayoutMethodName;
  destination: DestinationColumns;
  /** End of the waiting time of payouts, which lets the partner notice a change they did not make. */
  delayHours: number;
}

/** How a partner is paid, the destination masked. @throws not_found */
export async function partnerPayoutMethod(ctx: Context, id: string): Promise<PayoutMethod> {
  const { partner_id: partnerId } = await findEnrollment(ctx, { partnerId: id });
  return toPayoutMethod(await findOwnProfile(ctx.db, ctx.workspaceId, partnerId), await defaultProgram(ctx));
}

/**
 * Sets a partner's payout method, also one that partners may not choose themselves. It applies at once: the secret key can confirm payouts
 * anyway.
 * @throws not_found, unprocessable_entity when data of the method is missing
 */
export async function setPartnerPayoutMethod(
  ctx: Context,
  id: string,
  input: PartnerPayoutMethodInput,
): Promise<PayoutMethod> {
  const { partner_id: partnerId } = await findEnrollment(ctx, { partnerId: id });
  const chosen = { method: input.method, destination: destinationOf(input), delayHours: 0 };
  return toPayoutMethod(await changePayoutMethod(ctx, partnerId, chosen), await defaultProgram(ctx));
}

/** Changes a partner's payout method. The audit row masks the destination, the webhook omits it. A repeat changes nothing. */
export function changePayoutMethod(ctx: Context, partnerId: string, chosen: ChosenMethod): Promise<ProfileRow> {
  const { method, destination, delayHours } = chosen;
  return inTransaction(ctx, async (ctx) => {
    await holdPartner(ctx, partnerId);
    const before = await findOwnProfile(ctx.db, ctx.workspaceId, partnerId);
    const after = { ...before, ...destination, default_payout_method: method };
    const isWaiting = before.payout_effective_at !== null && before.payout_effective_at > now(ctx);
    if (isSame(before, after) && !(isWaiting && delayHours === 0)) return before;
    const effectiveAt = new Date(ctx.clock.now() + delayHours * 3_600_000);
    await updateProfile(ctx.db, ctx.workspaceId, {
      partnerId,
      patch: {
        ...destination,
        default_payout_method: method,
        payouts_enabled_at: before.payouts_enabled_at ?? now(ctx),
        payout_effective_at: effectiveAt,
        payout_released_at: null,
        updated_at: now(ctx),
      },
    });
    await audit(ctx, {
      operation: "set payout method",
      entity: "partner.payoutMethod",
      entityId: partnerId,
      changes: {
        method: { old: before.default_payout_method, new: method },
        destination: { old: masked(before), new: masked(after) },
      },
    });
    if (after.paypal_email !== before.paypal_email) {
      await rejudgeSelfReferral(ctx, { workspaceId: ctx.workspaceId, partnerId });
    }
    await emit(ctx, "partner.payout_method_updated", { partnerId, method, effectiveAt: effectiveAt.toISOString() });
    return findOwnProfile(ctx.db, ctx.workspaceId, partnerId);
  });
}

/** A payout method in the API's answers. */
export function toPayoutMethod(row: ProfileRow, program: Pick<ProgramRow, "payout_methods">): PayoutMethod {
  return {
    method: row.default_payout_method,
    destination: masked(row),
    available: offeredMethods(program),
    payoutsEnabledAt: row.payouts_enabled_at?.toISOString() ?? null,
    effectiveAt: row.payout_effective_at?.toISOString() ?? null,
  };
}

/** What partners may choose: `connect` needs a provider, and none can be configured yet. */
export function offeredMethods({ payout_methods: methods }: Pick<ProgramRow, "payout_methods">) {
  return methods.filter((method) => method !== "connect");
}

function masked(row: ProfileRow): string | null {
  const { destination } = destinations(row);
  return destination && maskDestination(destination);
}

function isSame(before: ProfileRow, after: ProfileRow): boolean {
  return (
    before.default_payout_method === after.default_payout_method &&
    JSON.stringify(destinations(before)) === JSON.stringify(destinations(after))
  );
}

/** The destination of the current method, with its other data. */
function destinations(row: ProfileRow): { destination: string | null; rest?: (string | null)[] } {
  switch (row.default_payout_method) {
    case "paypal":
    case "tremendous":
      return { destination: row.paypal_email };
    case "stablecoin":
      return { destination: row.wallet_address };
    case "connect":
      return { destination: row.stripe_connect_id };
    case "bank":
      return { destination: row.bank_account, rest: [row.bank_country, row.bank_holder, row.bank_routing] };
    case "manual":
    case null:
      return { destination: null };
  }
}

/** A method's destination from the request. @throws unprocessable_entity when data of the method is missing */
export function destinationOf(input: PartnerPayoutMethodInput): DestinationColumns {
  switch (input.method) {
    case "paypal":
    case "tremendous":
      return { paypal_email: required("paypalEmail", input.paypalEmail) };
    case "stablecoin":
      return { wallet_address: required("walletAddress", input.walletAddress) };
    case "connect":
      return { stripe_connect_id: required("stripeConnectId", input.stripeConnectId) };
    case "bank":
      return accountColumns(required("bank", input.bank));
    case "manual":
      return {};
  }
}

function accountColumns(bank: NonNullable<PartnerPayoutMethodInput["bank"]>): DestinationColumns {
  const mistake = accountMistake(bank);
  if (mistake) throw invalid(`invalid_value: bank.${mistake.field}: ${mistake.says}`);
  const { country, holder, iban, accountNumber, routingNumber } = bank;
  const isLocal = iban === undefined;
  return {
    bank_country: country,
    bank_holder: holder,
    bank_account: iban ?? required("bank.accountNumber", accountNumber),
    bank_routing: isLocal ? required("bank.routingNumber", routingNumber) : null,
  };
}

/** A value that the method requires. @throws unprocessable_entity without it */
function required<T>(path: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw invalid(`invalid_type: ${path}: required`);
}

function invalid(message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", message);
}
