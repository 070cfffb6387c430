import {
  ReferralsError,
  type DiscountCode,
  type DiscountCodeFailure,
  type DiscountCodeInput,
  type PartnerRef,
} from "referrals-embed/contract";
import * as store from "../../store/queries/links/discount-codes.ts";
import { lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findGroupById, linkNames } from "../../store/queries/programs/programs.ts";
import { findFirstLink, findLink } from "../../store/queries/tracking/tracking.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { audit } from "../audit.ts";
import { isEarning } from "../rules/statuses.ts";
import { now, type Context } from "../context.ts";
import { eachAlone } from "../each-alone.ts";
import { slugOf } from "../rules/slug.ts";
import { emit } from "../outbox.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { shownAmount } from "../programs/rate.ts";
import { inTransaction } from "../transaction.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { present } from "../../present.ts";
import { recordOf } from "../record.ts";
import { discountCode } from "../../schemas/discount-code.ts";

const capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A page of the program's discount codes, newest first. @throws not_found for an unknown partner */
export async function listDiscountCodes(
  ctx: Context,
  query: { partnerId?: string; discountId?: string; page: number; pageSize: number },
): Promise<DiscountCode[]> {
  const { partnerId, ...rest } = query;
  const { id } = await defaultProgram(ctx);
  const enrollmentId = partnerId === undefined ? undefined : (await findEnrollment(ctx, { partnerId })).id;
  return (await store.listDiscountCodes(ctx.db, id, { ...rest, enrollmentId })).map(toDiscountCode);
}

/**
 * Gives a partner's link a code for the partner's discount. A code that is not given is made from the group's pattern, else from the
 * partner's name. A link has one code at most, and a code belongs to one partner of the program, in any letter case.
 * @throws not_found for the partner; unprocessable_entity for a link that is not the partner's; conflict for a taken code, a link that
 *   has one, or a partner who cannot earn
 */
export async function createDiscountCode(ctx: Context, input: DiscountCodeInput): Promise<DiscountCode> {
  const { id } = await findEnrollment(ctx, { partnerId: input.partnerId });
  return giveCode(ctx, id, input);
}

/** Creates up to 100 codes, each alone, and answers in input order; a failed item is answered with its error. */
export function createDiscountCodes(
  ctx: Context,
  items: readonly unknown[],
  check: (item: unknown) => DiscountCodeInput,
): Promise<(DiscountCode | DiscountCodeFailure)[]> {
  return eachAlone(ctx, items, {
    run: (ctx, item) => createDiscountCode(ctx, check(item)),
    refused: (item, { code, message }) => ({ input: item, error: { code, message } }),
  });
}

/**
 * Gives a partner a code, unless it is the partner's already.
 * @returns whether it was given
 * @throws not_found for the partner; conflict for another partner's code
 */
export async function ensureDiscountCode(
  ctx: Context,
  { code, ...partner }: PartnerRef & { code: string },
): Promise<boolean> {
  const enrollment = await findEnrollment(ctx, partner);
  const known = await store.findDiscountCode(ctx.db, enrollment.program_id, code);
  if (known?.partner_id === enrollment.partner_id) return false;
  await giveCode(ctx, enrollment.id, { code });
  return true;
}

/** Gives a partner the code of the group's pattern, unless the partner has a code. */
export async function ensureGroupCode(ctx: Context, enrollment: EnrollmentRow): Promise<void> {
  const { code_pattern: pattern } = await findGroupById(ctx.db, enrollment.group_id);
  if (pattern === null || (await store.hasDiscountCode(ctx.db, { enrollmentId: enrollment.id }))) return;
  await giveCode(ctx, enrollment.id, {});
}

/** What a caller may choose of a code; without `code` one is generated. */
type ChosenCode = Pick<DiscountCodeInput, "code" | "linkId">;

/** Two concurrent calls may generate the same code for two partners: the second gets a few more characters. */
async function giveCode(ctx: Context, enrollmentId: string, input: ChosenCode): Promise<DiscountCode> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await inTransaction(ctx, (ctx) => addCode(ctx, enrollmentId, { input, attempt }));
    } catch (error) {
      if (!isUniqueViolation(error, "discount_codes_code")) throw error;
      if (input.code === undefined && attempt < 10) continue;
      throw conflict(`The code ${input.code} is already taken. Choose another one.`);
    }
  }
}

async function addCode(
  ctx: Context,
  enrollmentId: string,
  { input, attempt }: { input: ChosenCode; attempt: number },
): Promise<DiscountCode> {
  const enrollment = await lockEnrollment(ctx.db, enrollmentId);
  if (!isEarning(enrollment, now(ctx))) throw conflict(`The partner is ${enrollment.status} and is given no code.`);
  const link = await linkFor(ctx, enrollment, input.linkId);
  if (await store.hasDiscountCode(ctx.db, { linkId: link.id }))
    throw conflict("The link has a discount code already. Delete it first.");
  const id = ctx.ids.next("code");
  await store.insertDiscountCode(ctx.db, {
    id,
    workspace_id: enrollment.workspace_id,
    program_id: enrollment.program_id,
    code: input.code ?? (await codeFor(ctx, enrollment, attempt)),
    discount_id: enrollment.discount_id,
    enrollment_id: enrollment.id,
    link_id: link.id,
    created_at: now(ctx),
  });
  const row = present(await store.findDiscountCode(ctx.db, enrollment.program_id, id), "the discount code");
  await audit(ctx, { operation: "create discount code", entity: "discount_code", entityId: id });
  await emit(ctx, "discount_code.created", toEvent(row));
  return toDiscountCode(row);
}

async function linkFor(ctx: Context, { id }: EnrollmentRow, linkId: string | undefined): Promise<LinkRow> {
  const link = linkId === undefined ? await findFirstLink(ctx.db, id) : await findLink(ctx.db, linkId);
  if (link?.enrollment_id === id && !link.deleted_at) return link;
  if (linkId === undefined) throw conflict("The partner has no link for a code. Make one first.");
  throw new ReferralsError("unprocessable_entity", "invalid_value: linkId: is none of the partner's links");
}

/** The group's pattern, or the partner's name in capitals; with a few more characters when that is taken. */
async function codeFor(ctx: Context, enrollment: EnrollmentRow, attempt: number): Promise<string> {
  const { name, username } = await linkNames(ctx.db, enrollment);
  const { code_pattern: pattern } = await findGroupById(ctx.db, enrollment.group_id);
  const random = (length: number): string => ctx.ids.random(length, capitals);
  const plain = slugOf(name ?? username ?? "")
    .replaceAll("-", "")
    .toUpperCase()
    .slice(0, 20);
  const made = (pattern ?? "{name}")
    .replaceAll("{name}", () => plain || random(8))
    .replaceAll("{random}", () => random(4));
  return attempt === 0 ? made : `${made}${random(4)}`;
}

/** Deletes a code by its id or spelling. @throws not_found */
export function deleteDiscountCode(ctx: Context, idOrCode: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    const program = await defaultProgram(ctx);
    const row = await store.findDiscountCode(ctx.db, program.id, idOrCode);
    if (!row) throw new ReferralsError("not_found", `There is no discount code ${idOrCode} in this program.`);
    await store.deleteDiscountCodeRow(ctx.db, row.id);
    await audit(ctx, { operation: "delete discount code", entity: "discount_code", entityId: row.id });
    await emit(ctx, "discount_code.deleted", toEvent(row));
    return { id: row.id };
  });
}

function toDiscountCode(row: store.DiscountCodeRow): DiscountCode {
  return recordOf(discountCode, row);
}

/** A discount code in webhooks. */
function toEvent(row: store.DiscountCodeRow): object {
  const { discountId, ...code } = toDiscountCode(row);
  const { type, amount_minor, rate_bp, max_duration: maxDuration } = row;
  const amount = type && shownAmount({ amount_minor, rate_bp });
  return { ...code, discount: discountId && { id: discountId, amount, type, maxDuration, provider: "custom" } };
}

function conflict(message: string): ReferralsError {
  return new ReferralsError("conflict", message);
}
