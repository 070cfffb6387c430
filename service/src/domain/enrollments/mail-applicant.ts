import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { peopleToTell } from "../../store/queries/access/people.ts";
import type { Context } from "../context.ts";
import { consoleAddress, queueMail } from "../mail/queue-mail.ts";

type Timeframe = "instant" | "standard" | "never";

const standardMs = 30 * 86_400_000;

/** When the partner may apply again: `standard` 30 days after the review, `instant` at once, `never` never. */
export function reapplyAfter(ctx: Context, timeframe: Timeframe): Date | null {
  if (timeframe === "never") return null;
  return new Date(ctx.clock.now() + (timeframe === "standard" ? standardMs : 0));
}

/** Tells an applicant that the application came and who reviews it, and whoever runs the program that it waits. */
export async function mailApplication(
  ctx: Context,
  { id, partnerId, partnerName }: { id: string; partnerId: string; partnerName: string },
): Promise<void> {
  await queueMail(ctx, { kind: "applicationReceived", key: `applicationReceived:${id}`, to: { partnerId }, data: {} });
  if (ctx.config.mail === undefined) return;
  const data = { partnerName, url: consoleAddress(ctx, `/partners/${partnerId}`) };
  for (const person of await peopleToTell(ctx.db, ctx.workspaceId)) {
    const key = `newApplication:${id}:${person.id}`;
    await queueMail(ctx, { kind: "newApplication", key, to: person, data });
  }
}

/** Tells a partner that they were approved, and where their page is. */
export async function mailApproval(ctx: Context, { id, partner_id: partnerId, version }: EnrollmentRow): Promise<void> {
  const data = { url: `${ctx.config.appUrl}/partners` };
  await queueMail(ctx, { kind: "approved", key: `approved:${id}:${version}`, to: { partnerId }, data });
}

/** Tells a partner that they were rejected, why, and when they may apply again. */
export async function mailRejection(
  ctx: Context,
  { id, partner_id: partnerId, version }: EnrollmentRow,
  { reason, note, timeframe }: { reason: string; note: string | null; timeframe: Timeframe },
): Promise<void> {
  const reapplyAt = reapplyAfter(ctx, timeframe)?.toISOString() ?? null;
  const data = { reason, note, reapplyAfter: reapplyAt, url: `${ctx.config.appUrl}/partners` };
  await queueMail(ctx, { kind: "rejected", key: `rejected:${id}:${version}`, to: { partnerId }, data });
}
