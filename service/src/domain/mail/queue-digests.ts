import { monthsToTell, peopleWithWork } from "../../store/queries/delivery/mail-causes.ts";
import type { Context } from "../context.ts";
import { consoleAddress, queueMail } from "./queue-mail.ts";

const dayMs = 86_400_000;
/** When people read what waits for them, where the program is. */
const morning = 8;
/** Mails of a round, so that others are answered between two. */
const portion = 100;

/** Tells each person who runs a program once a day what waits, if something does. @returns how many were told */
export async function queueOwnerDigests(ctx: Context): Promise<number> {
  if (ctx.config.mail === undefined) return 0;
  const waiting = await peopleWithWork(ctx.db, { now: new Date(ctx.clock.now()), hour: morning, limit: portion });
  for (const { id, workspaceId, email, locale, day, ...counts } of waiting) {
    const data = { ...counts, url: consoleAddress(ctx) };
    const key = `ownerDigest:${id}:${day}`;
    await queueMail({ ...ctx, workspaceId }, { kind: "ownerDigest", key, to: { email, locale }, data });
  }
  return waiting.length;
}

/**
 * Tells partners who want it how their last month was. It begins a day after its end, when what came in its last minutes is stored.
 * @returns how many were told
 */
export async function queueMonthlySummaries(ctx: Context): Promise<number> {
  if (ctx.config.mail === undefined) return 0;
  const ended = new Date(ctx.clock.now() - dayMs);
  const to = new Date(Date.UTC(ended.getUTCFullYear(), ended.getUTCMonth(), 1));
  const from = new Date(Date.UTC(ended.getUTCFullYear(), ended.getUTCMonth() - 1, 1));
  const month = from.toISOString().slice(0, 7);
  const months = await monthsToTell(ctx.db, { from, to, limit: portion });
  for (const { enrollmentId, workspaceId, partnerId, ...figures } of months) {
    const data = { ...figures, month, url: `${ctx.config.appUrl}/partners` };
    const key = `monthlySummary:${enrollmentId}:${month}`;
    await queueMail({ ...ctx, workspaceId }, { kind: "monthlySummary", key, to: { partnerId }, data });
  }
  return months.length;
}
