import {
  ReferralsError,
  type EmbedList,
  type EmbedPageQuery,
  type FormValues,
  type Referral,
} from "referrals-embed/contract";
import { readFormValues } from "referrals-embed/rules";
import * as store from "../../store/queries/partners/referral-submissions.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { now, type Context } from "../context.ts";
import { matchesPattern } from "../forms/pattern.ts";
import { sha256 } from "../ids.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { listPage } from "./list-page.ts";
import { openView, type EmbedSession } from "./session.ts";
import type { SubmissionRow } from "../../store/schema/enrollments.ts";
import { recordOf } from "../record.ts";
import { referral } from "../../schemas/embed-data.ts";

/** The partner's submissions, newest first. */
export async function listOwnReferrals(
  ctx: Context,
  session: EmbedSession,
  query: EmbedPageQuery,
): Promise<EmbedList<Referral>> {
  await openView(ctx, session, { least: "read", section: "referrals" });
  return listPage(ctx, session, {
    query,
    source: {
      name: "referrals",
      rows: (window) => store.listSubmissions(ctx.db, session.enrollmentId, window),
      count: () => store.countSubmissions(ctx.db, session.enrollmentId),
      positionOf: (row) => ({ at: row.created_at, id: row.id }),
      show: toReferral,
    },
  });
}

/**
 * Takes a referral, checked against the group's form.
 * @throws ReferralsError 403, 404 without a form, 409 for values sent before, 422 naming the key
 */
export async function createReferral(
  ctx: Context,
  session: EmbedSession,
  given: Readonly<Record<string, unknown>>,
): Promise<Referral> {
  await openView(ctx, session, { least: "full", section: "referrals" });
  const form = await store.submissionForm(ctx.db, session.enrollmentId);
  if (!form) throw new ReferralsError("not_found", "This program has no referral form.");
  const values = readFormValues(form, given, { matches: matchesPattern });
  const at = now(ctx);
  const row = {
    id: ctx.ids.next("sub"),
    enrollment_id: session.enrollmentId,
    values: JSON.stringify(values),
    values_hash: hashOf(values),
    form_snapshot: JSON.stringify(form),
    created_at: at,
    updated_at: at,
  };
  return onlyOnce(() =>
    inTransaction(ctx, async (ctx) => {
      const referral = toReferral(await store.insertSubmission(ctx.db, row));
      await emit(ctx, "referral.created", { ...referral, partnerId: session.partnerId });
      return referral;
    }),
  );
}

/** A submission as its partner sees it. */
export function toReferral(row: SubmissionRow): Referral {
  return recordOf(referral, row);
}

/** The same hash for any order of keys. */
function hashOf(values: FormValues): string {
  return sha256(JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))));
}

async function onlyOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ReferralsError("conflict", "You already sent these values. Change something, or leave it at that.");
  }
}
