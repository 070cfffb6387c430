import { settleMail, type DueMail, type MailEnd } from "../../store/queries/delivery/mails.ts";
import { now, type Context } from "../context.ts";

/** What the mail server said, or why there was no answer. `isFinal`: the same mail will never be taken. */
export type SendOutcome = { isSent: true; answer: string } | { isSent: false; isFinal: boolean; error: string };

/** Minutes before each further attempt: a server that is away for a night loses no mail. */
const delaysMinutes = [1, 5, 30, 120, 480];

/** Stores the result of an attempt: sent, later again, or given up. @returns what is stored */
export async function endAttempt(ctx: Context, mail: DueMail, outcome: SendOutcome): Promise<MailEnd> {
  const end = endOf(ctx, mail.attempt, outcome);
  await settleMail(ctx.db, mail, { now: now(ctx), end });
  return end;
}

function endOf(ctx: Context, attempt: number, outcome: SendOutcome): MailEnd {
  if (outcome.isSent) return { status: "sent" };
  const error = readable(outcome.error);
  const minutes = delaysMinutes[attempt - 1];
  if (outcome.isFinal || minutes === undefined) return { status: "failed", error };
  // Half a minute apart at random, so that the mails of an outage do not all come back at once.
  const jitterMs = Number.parseInt(ctx.ids.random(3, "0123456789"), 10) * 30;
  return { status: "waiting", error, at: new Date(ctx.clock.now() + minutes * 60_000 + jitterMs) };
}

/** One line without addresses, which servers repeat: neither log nor table may keep them. */
function readable(error: string): string {
  return error
    .replace(/\s+/g, " ")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, "[address]")
    .slice(0, 300);
}
