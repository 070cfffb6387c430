import type { PayoutStatus } from "referrals-embed/contract";
import type { PayoutRow } from "../../store/schema/money.ts";
import type { Context } from "../context.ts";
import { queueMail } from "../mail/queue-mail.ts";

/** Tells a partner that a payout is on its way, by whichever of both marks comes first, or that it failed. */
export async function mailPayout(
  ctx: Context,
  { id, partner_id: partnerId, amount, currency }: PayoutRow,
  { status, failureReason = null }: { status: PayoutStatus; failureReason?: string | null | undefined },
): Promise<void> {
  const url = `${ctx.config.appUrl}/partners`;
  const to = { partnerId };
  if (status === "sent" || status === "completed") {
    await queueMail(ctx, { kind: "payoutSent", key: `payoutSent:${id}`, to, data: { amount, currency, url } });
  }
  if (status === "failed") {
    const data = { amount, currency, reason: failureReason, url };
    await queueMail(ctx, { kind: "payoutFailed", key: `payoutFailed:${id}`, to, data });
  }
}
