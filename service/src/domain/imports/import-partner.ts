import { ReferralsError, type ImportedLink, type ImportOutcome, type PartnerImport } from "referrals-embed/contract";
import { linkKey } from "referrals-embed/rules";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findLink } from "../../store/queries/links/links.ts";
import { findPartnerByEmail } from "../../store/queries/partners/partners.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { Context } from "../context.ts";
import { domainOf } from "../links/create-link.ts";
import { ensureDiscountCode } from "../links/discount-codes.ts";
import { createPartnerLink } from "../links/partner-links.ts";
import { enrollPartner } from "../partners/enroll-partner.ts";
import { partnerPayoutMethod, setPartnerPayoutMethod } from "../payouts/payout-method.ts";
import { defaultProgram, type DefaultProgram } from "../programs/default-program.ts";
import { emailKey } from "../rules/email-key.ts";
import { importEach, type End, type Imported, type ImportOptions } from "./import-each.ts";
import { pastDate } from "../past-date.ts";

/**
 * Enrolls partners of another product as approved, with their dates, links and payout methods. An enrolled partner only gets what is
 * missing.
 */
export function importPartners(
  ctx: Context,
  items: readonly unknown[],
  options: ImportOptions<PartnerImport>,
): Promise<ImportOutcome[]> {
  // Imports partners one after the other, because they may share names, addresses, links and codes.
  const run = (ctx: Context, inputs: readonly PartnerImport[]): Promise<End[]> =>
    Promise.all(inputs.map((input) => importPartner(ctx, input)));
  return importEach(ctx, items, { ...options, keysOf: () => ["partner"], namesOf, run });
}

function namesOf({ email, tenantId, links = [], discountCode }: PartnerImport): string[] {
  const keys = links.map(({ domain = "", key }) => `link ${domain} ${key}`);
  const named = [emailKey(email), ...(tenantId ? [`tenant ${tenantId}`] : []), ...keys];
  return discountCode === undefined ? named : [...named, `code ${discountCode}`];
}

async function importPartner(ctx: Context, input: PartnerImport): Promise<Imported> {
  const program = await defaultProgram(ctx);
  const { createdAt, payoutMethod: _, links = [], discountCode: __, tenantId, ...partner } = input;
  const joined = createdAt === undefined ? undefined : pastDate(ctx, createdAt, "createdAt");
  const before = await enrolledBefore(ctx, program, input);
  const [first] = links;
  const elsewhere = { createdAt: joined, linkKey: first && !first.domain && !first.url ? first.key : null };
  const request = { tenantId: tenantId || null, partner, path: "", elsewhere };
  const finish = async (_: Context, row: EnrollmentRow, isNew: boolean) => ({ enrollment: row, isNew });
  const { enrollment, isNew } = await enrollPartner(ctx, program, { request, finish });
  const added = await complete(ctx, enrollment, input);
  const { partner_id: id } = enrollment;
  if (isNew) return { outcome: "created", id };
  const isChanged = before !== undefined && before.version !== enrollment.version;
  return { outcome: added || isChanged ? "updated" : "unchanged", id };
}

async function enrolledBefore(
  ctx: Context,
  { id }: DefaultProgram,
  { tenantId, email }: PartnerImport,
): Promise<EnrollmentRow | undefined> {
  const byTenant = tenantId ? await findLiveEnrollment(ctx.db, id, { tenantId }) : undefined;
  if (byTenant) return byTenant;
  const known = await findPartnerByEmail(ctx.db, emailKey(email));
  return known && findLiveEnrollment(ctx.db, id, { partnerId: known.id });
}

/**
 * Adds the partner's missing links, payout method and code. Existing ones stay: they may be newer than the file.
 * @returns whether anything was added
 */
async function complete(ctx: Context, enrollment: EnrollmentRow, input: PartnerImport): Promise<boolean> {
  const { partner_id: partnerId } = enrollment;
  const { links = [], payoutMethod, discountCode } = input;
  let added = false;
  for (const link of links) if (await keepLink(ctx, enrollment, link)) added = true;
  if (payoutMethod && (await partnerPayoutMethod(ctx, partnerId)).method === null) {
    await setPartnerPayoutMethod(ctx, partnerId, payoutMethod);
    added = true;
  }
  if (discountCode !== undefined && (await ensureDiscountCode(ctx, { partnerId, code: discountCode }))) added = true;
  return added;
}

/** Makes an old short link here. @returns false when it exists */
async function keepLink(
  ctx: Context,
  { id, partner_id: partnerId }: EnrollmentRow,
  link: ImportedLink,
): Promise<boolean> {
  const domain = await domainOf(ctx, link.domain);
  const key = linkKey("key", link.key, domain.shared);
  const known = await findLink(ctx.db, ctx.workspaceId, { domain: domain.host, key });
  if (known?.enrollment_id === id) return false;
  if (known) {
    throw new ReferralsError("conflict", `The link ${known.short_link} belongs to somebody else. Import another key.`);
  }
  const place = { partnerId, key, ...(link.url !== undefined && { url: link.url }) };
  await createPartnerLink(ctx, place, domain.host);
  return true;
}
