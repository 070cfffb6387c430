import {
  ReferralsError,
  type ImportedReferredBy,
  type PartnerDescription as Description,
} from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findGroup } from "../../store/queries/programs/programs.ts";
import { findPartnerByEmail, insertPartner, insertProfile } from "../../store/queries/partners/partners.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { countryCode, isAsked, parseUrl } from "referrals-embed/rules";
import { now, type Context } from "../context.ts";
import { answerApplication, awaitsAnswers } from "../enrollments/answer-application.ts";
import { createEnrollment, type NewEnrollment } from "../enrollments/create-enrollment.ts";
import { matchTenant } from "../enrollments/set-tenant.ts";
import { readAnswers, type Answers } from "../enrollments/submit-application.ts";
import type { DefaultProgram } from "../programs/default-program.ts";
import { partnerDescription } from "../../schemas/partner-input.ts";
import { columnsOf } from "../record.ts";
import { inTransaction } from "../transaction.ts";
import { emailKey } from "../rules/email-key.ts";
import { approvesFirst } from "../rules/review-rules.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { findReferrer } from "./find-referrer.ts";

/** The partner a call describes; an import names who brought them in by address too. */
type PartnerDescription = Omit<Description, "referredBy"> & { referredBy?: ImportedReferredBy };

/** Fields of the profile, stored as they are given but for those that have a step of their own. */
const profileFields = partnerDescription.omit({
  email: true,
  username: true,
  groupId: true,
  linkProps: true,
  referredBy: true,
  values: true,
});

/** Who is to be enrolled, and where the description stood in the body (`""` or `partner.`), for messages. */
export interface EnrollRequest {
  tenantId: string | null;
  partner: PartnerDescription | undefined;
  path: string;
  /** Of a partner who was approved elsewhere, and is not reviewed again. */
  elsewhere?: PartnerElsewhere;
}

/** What is known of a partner of another product. */
interface PartnerElsewhere {
  createdAt: Date | undefined;
  /** Key of the first link; a random one without. A name gives none: it could be the key of another partner's old link. */
  linkKey: string | null;
}

/** What follows in the same transaction; of simultaneous calls for one partner, one alone is told that the enrollment is new. */
type Finish<T> = (ctx: Context, enrollment: EnrollmentRow, isNew: boolean) => Promise<T>;

/** The constraints two first calls for one partner or tenant meet at; the loser re-reads. */
const races = ["partners_email_key_key", "enrollments_live_partner", "enrollments_live_tenant"];

/**
 * Finds the live enrollment a call means, or makes it in a transaction that `finish` is part of:
 * by tenant; else by address, whose empty tenant is filled; else a new one. Any number of simultaneous calls make one. Answers go to an
 * enrollment that waits for them.
 * @throws not_found without a description to make one from, conflict for another tenant or a taken username
 */
export async function enrollPartner<T>(
  ctx: Context,
  program: DefaultProgram,
  { request, finish }: { request: EnrollRequest; finish: Finish<T> },
): Promise<T> {
  // The call a host makes on every page: nothing of the enrollment changes, so it takes no transaction.
  const enrolled = await enrolledAs(ctx, program, request.tenantId);
  if (enrolled && !isAnswered(enrolled, request)) return finish(ctx, enrolled, false);
  return untilOnlyOneIsMade(() =>
    inTransaction(ctx, async (ctx) => {
      const { row, isNew } = await findOrCreate(ctx, program, request);
      return finish(ctx, row, isNew);
    }),
  );
}

/**
 * Enrolls again, after another call for the same partner or tenant was first: it finds that one's enrollment.
 * @throws conflict for a username someone else has
 */
export async function untilOnlyOneIsMade<T>(enroll: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await enroll();
    } catch (error) {
      if (isUniqueViolation(error, "partners_username")) throw usernameTaken();
      const isRace = error instanceof AddressMoved || isUniqueViolation(error, ...races);
      if (attempt === 5 || !isRace) throw error;
    }
  }
}

/** The partner who was found by an address has another one by now. */
class AddressMoved extends Error {}

/** The 409 of a username someone else has. */
function usernameTaken(): ReferralsError {
  return new ReferralsError("conflict", "username: another partner has it. Choose another one.");
}

async function enrolledAs(
  ctx: Context,
  program: DefaultProgram,
  tenantId: string | null,
): Promise<EnrollmentRow | undefined> {
  return tenantId === null ? undefined : findLiveEnrollment(ctx.db, program.id, { tenantId });
}

async function findOrCreate(
  ctx: Context,
  program: DefaultProgram,
  request: EnrollRequest,
): Promise<{ row: EnrollmentRow; isNew: boolean }> {
  const { tenantId, partner, path, elsewhere } = request;
  const byTenant = await enrolledAs(ctx, program, tenantId);
  if (byTenant) return { row: await answered(ctx, byTenant, { program, request }), isNew: false };
  if (!partner) {
    throw new ReferralsError(
      "not_found",
      "No partner is enrolled under this tenantId. Describe the partner to enroll it.",
    );
  }
  const known = await findPartnerByEmail(ctx.db, emailKey(partner.email));
  const byEmail = known && (await findLiveEnrollment(ctx.db, program.id, { partnerId: known.id }));
  if (byEmail) {
    const row = await matchTenant(ctx, byEmail, { tenantId, onMismatch: program.on_tenant_mismatch });
    return { row: await answered(ctx, row, { program, request }), isNew: false };
  }
  const group = await findGroup(ctx.db, program.id, partner.groupId ?? null);
  const isReviewed = !approvesFirst(program, group) || isAsked(program.application_form);
  const operation = elsewhere || !isReviewed ? "create" : "apply";
  const made = { operation, tenantId, partner, path, partnerId: known?.id, elsewhere } as const;
  return { row: await makeEnrollment(ctx, program, made), isNew: true };
}

/** Whether a call brings the answers that an enrollment waits for. */
function isAnswered(enrollment: EnrollmentRow, { partner }: EnrollRequest): boolean {
  return partner?.values !== undefined && awaitsAnswers(enrollment);
}

async function answered(
  ctx: Context,
  row: EnrollmentRow,
  { program, request }: { program: DefaultProgram; request: EnrollRequest },
): Promise<EnrollmentRow> {
  if (!isAnswered(row, request)) return row;
  const { partner, path } = request;
  return answerApplication(ctx, row.id, () => readAnswers(program.application_form, partner?.values ?? {}, path));
}

/** What a new partner has answered; `null` where the form is still to be asked. @throws unprocessable_entity naming the key */
function answersOf(
  { application_form: form }: DefaultProgram,
  { values }: PartnerDescription,
  path: string,
): Answers | null {
  return isAsked(form) && values === undefined ? null : readAnswers(form, values ?? {}, path);
}

/** A new enrollment, and the partner with it when the address is not known. */
export async function makeEnrollment(
  ctx: Context,
  program: DefaultProgram,
  input: Pick<NewEnrollment, "operation"> & {
    tenantId: string | null;
    partner: PartnerDescription;
    path: string;
    partnerId: string | undefined;
    elsewhere?: PartnerElsewhere | undefined;
    isStranger?: boolean;
  },
): Promise<EnrollmentRow> {
  const { operation, tenantId, partner, path, elsewhere, isStranger } = input;
  const self = { partnerId: input.partnerId, tenantId, email: partner.email };
  const named = partner.referredBy;
  const referrer = named && (await findReferrer(ctx, program, { named, path: `${path}referredBy`, self }));
  const partnerId = input.partnerId ?? (await newPartner(ctx, partner));
  const at = now(ctx);
  await insertProfile(ctx.db, {
    workspace_id: ctx.workspaceId,
    partner_id: partnerId,
    ...columnsOf(profileFields, partner),
    name: givenName(partner) ?? partner.email.split("@")[0] ?? "",
    image: webAddress(partner.image),
    country: checkedCountry(partner.country, `${path}country`),
    created_at: at,
    updated_at: at,
  });
  // The profile holds the partner's row: whose address it is can no longer change.
  if (input.partnerId && (await findPartnerByEmail(ctx.db, emailKey(partner.email)))?.id !== partnerId)
    throw new AddressMoved();
  return createEnrollment(ctx, program, {
    operation,
    partnerId,
    tenantId,
    groupId: partner.groupId,
    groupPath: `${path}groupId`,
    username: elsewhere?.linkKey ?? partner.username,
    name: elsewhere ? null : givenName(partner),
    linkProps: partner.linkProps,
    referrer,
    answers: answersOf(program, partner, path),
    createdAt: elsewhere?.createdAt,
    isStranger,
  });
}

async function newPartner(ctx: Context, partner: PartnerDescription): Promise<string> {
  const id = ctx.ids.next("pn");
  await insertPartner(ctx.db, {
    id,
    email: partner.email,
    email_key: emailKey(partner.email),
    username: partner.username ?? null,
    created_at: now(ctx),
  });
  return id;
}

function givenName(partner: PartnerDescription): string | null {
  return partner.name?.trim() || null;
}

/** An image that is no absolute http(s) address is no image. */
export function webAddress(image: string | null | undefined): string | null {
  return image && /^https?:$/.test(parseUrl(image)?.protocol ?? "") ? image : null;
}

/** @throws unprocessable_entity for anything but an ISO 3166-1 alpha-2 code */
export function checkedCountry(country: string | null | undefined, path: string): string | null {
  if (!country) return null;
  const code = countryCode(country);
  if (code) return code;
  throw new ReferralsError(
    "unprocessable_entity",
    `invalid_value: ${path}: must be an ISO 3166-1 alpha-2 country code`,
  );
}
