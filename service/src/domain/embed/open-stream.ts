import { findProgram } from "../../store/queries/programs/programs.ts";
import type { OnExhausted } from "../../limits.ts";
import type { Context } from "../context.ts";
import { embedSettings } from "../programs/program-record.ts";
import { requireSection, type EmbedSession } from "./session.ts";
import { StreamHub } from "./stream-hub.ts";

const lookMs = 1000;

/** One hub per lane of jobs, so one per process of the service. */
const hubs = new WeakMap<object, StreamHub>();

/**
 * Opens the event stream of a session, in every enrollment status; without data access it carries only `status`.
 * @throws ReferralsError 403 where the program shows no live figures, 429 when too many streams are open
 */
export async function openStream(
  ctx: Context,
  session: EmbedSession & { id: string },
  { lastEventId, onExhausted }: { lastEventId: string | null; onExhausted: OnExhausted },
): Promise<ReadableStream<Uint8Array>> {
  const program = await findProgram(ctx.db, session.programId);
  requireSection(embedSettings(program), "live");
  const jobs = ctx.store.in("jobs");
  let hub = hubs.get(jobs);
  if (!hub) hubs.set(jobs, (hub = new StreamHub(ctx, everySecond, onExhausted)));
  return hub.open(session, lastEventId);
}

function everySecond(work: () => void): () => void {
  const timer = setInterval(work, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
