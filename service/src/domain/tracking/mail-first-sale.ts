import { hasOtherSale } from "../../store/queries/delivery/mail-causes.ts";
import type { Context } from "../context.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { EventDecision } from "../rules/decide-event.ts";

/** Tells a partner of their first sale that earns something; one on hold is not told, as it may come to nothing. */
export async function mailFirstSale(ctx: Context, { outcomes }: EventDecision): Promise<void> {
  if (ctx.config.mail === undefined) return;
  const made = outcomes.find(({ commission }) => commission?.type === "sale")?.commission;
  if (!made || made.status === "hold" || made.earnings <= 0) return;
  const { id, enrollment_id: enrollmentId, partner_id: partnerId, earnings, currency } = made;
  if (await hasOtherSale(ctx.db, enrollmentId, id)) return;
  const data = { earnings, currency, url: `${ctx.config.appUrl}/partners` };
  await queueMail(ctx, { kind: "firstSale", key: `firstSale:${enrollmentId}`, to: { partnerId }, data });
}
