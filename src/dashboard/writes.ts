import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type * as data from "../contract/records.ts";
import { embedWrites, type EmbedWrite } from "../contract/embed-routes.ts";
import type { ReferralsErrorCode } from "../contract/embed.ts";
import type { OperationRow } from "../contract/operation-row.ts";
import type { OperationInput, OperationOutput } from "../contract/operation-shapes.ts";
import type { FormValues } from "../contract/referral-form.ts";
import type { Read } from "./bootstrap-query.ts";
import type { EmbedCall } from "./client.ts";
import { errorCode } from "./embed-error.ts";
import type { Session } from "./session.ts";

/** Answers of a form, shown there: not failures of the embed. */
const EXPECTED: readonly ReferralsErrorCode[] = ["conflict", "unprocessable_entity", "unauthorized"];

function write<N extends EmbedWrite>(
  { client }: Session,
  name: N,
  input: OperationInput<N>,
): Promise<OperationOutput<N>> {
  const [method, path] = embedWrites[name].split(" ") as [OperationRow["method"], string];
  return client(name, input, { method, path } as EmbedCall<N>);
}

/** A write: its result, and the reads it makes stale. Writes are never repeated by themselves. */
function useWrite<V, R>(
  session: Session,
  send: (input: V) => Promise<R>,
  stale: readonly Read[],
): UseMutationResult<R, Error, V> {
  const { queryClient } = session;
  return useMutation(
    {
      mutationFn: send,
      onError: (error) => EXPECTED.includes(errorCode(error)) || session.report(error, { scope: "panel" }),
      onSuccess: () =>
        queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[1] as Read) }),
    },
    queryClient,
  );
}

/** Creates a link. */
export const useCreateLink = (session: Session): UseMutationResult<data.EmbedLink, Error, data.EmbedLinkInput> =>
  useWrite(session, (body) => write(session, "embed.createLink", { body }), ["embed.links", "embed.bootstrap"]);

/** Edits, archives or restores a link. */
export const useUpdateLink = (
  session: Session,
): UseMutationResult<data.EmbedLink, Error, data.EmbedLinkPatch & { id: string }> =>
  useWrite(session, ({ id, ...body }) => write(session, "embed.updateLink", { params: { id }, body }), [
    "embed.links",
    "embed.bootstrap",
  ]);

/** Sends a referral. */
export const useSubmitReferral = (session: Session): UseMutationResult<data.Referral, Error, FormValues> =>
  useWrite(session, (values) => write(session, "embed.createReferral", { body: { values } }), ["embed.referrals"]);

/** Saves the partner's profile. */
export const useSaveProfile = (session: Session): UseMutationResult<data.Profile, Error, data.ProfilePatch> =>
  useWrite(session, (body) => write(session, "embed.updateProfile", { body }), [
    "embed.profile",
    "embed.bootstrap",
    "embed.leaderboard",
  ]);

/** Changes how the partner is paid. */
export const useSavePayoutMethod = (
  session: Session,
): UseMutationResult<data.PayoutMethod, Error, data.PayoutMethodInput> =>
  useWrite(session, (body) => write(session, "embed.setPayoutMethod", { body }), [
    "embed.payoutMethod",
    // What the next payout waits for is in the first answer.
    "embed.bootstrap",
  ]);

/** Notes which milestones were announced to the partner. */
export const useTellMilestones = (
  session: Session,
): UseMutationResult<data.MilestonesTold, Error, data.MilestonesTold> =>
  useWrite(session, (body) => write(session, "embed.setMilestonesTold", { body }), []);

/** An act on the own enrollment; afterwards everything is read afresh. */
export const useEnrollmentAction = (
  session: Session,
): UseMutationResult<data.EnrollmentActionResult, Error, { action: data.EnrollmentAction; values?: FormValues }> =>
  useWrite(session, ({ action, values }) => write(session, `embed.${action}`, { body: values ? { values } : {} }), [
    "embed.bootstrap",
  ]);
