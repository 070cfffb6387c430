import { ReferralsError, type SaleImport } from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/enrollments.ts";
import { findLink as findLinkAt } from "../../store/queries/links.ts";
import { findPartnerByEmail } from "../../store/queries/partners.ts";
import { findFirstLink, findLink } from "../../store/queries/tracking.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import type { Context } from "../context.ts";
import { domainOf } from "../links/create-link.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { emailKey } from "../rules/email-key.ts";

/** How an item names its partner. */
type OwnerRef = Pick<SaleImport, "partnerId" | "tenantId" | "partnerEmail" | "linkDomain" | "linkKey">;

/**
 * The link an item counts for: the one it names, else the first of the partner it names; `null` where it names nobody.
 * @throws not_found for an unknown partner or link; conflict for a partner without a link, and for another's link
 */
export async function ownerLink(ctx: Context, ref: OwnerRef): Promise<LinkRow | null> {
  const owner = await ownerOf(ctx, ref);
  if (ref.linkKey !== undefined) return namedLink(ctx, owner, ref);
  if (!owner) return null;
  const first = await findFirstLink(ctx.db, owner.id);
  if (first) return first;
  throw new ReferralsError("conflict", "The partner has no link to credit. Make one first.");
}

async function namedLink(
  ctx: Context,
  owner: EnrollmentRow | null,
  { linkDomain, linkKey = "" }: OwnerRef,
): Promise<LinkRow> {
  const { host: domain } = await domainOf(ctx, linkDomain);
  const found = await findLinkAt(ctx.db, ctx.workspaceId, { domain, key: linkKey });
  const link = found?.enrollment_id ? await findLink(ctx.db, found.id) : undefined;
  const text = `${domain}/${linkKey}`;
  if (!link)
    throw new ReferralsError("not_found", `No partner has the link ${text}. Import the partner with it first.`);
  if (!owner || link.enrollment_id === owner.id) return link;
  throw new ReferralsError("conflict", `The link ${text} belongs to another partner than the one that is named.`);
}

async function ownerOf(ctx: Context, { partnerId, tenantId, partnerEmail }: OwnerRef): Promise<EnrollmentRow | null> {
  if (partnerId !== undefined || tenantId !== undefined) return findEnrollment(ctx, { partnerId, tenantId });
  if (partnerEmail === undefined) return null;
  const program = await defaultProgram(ctx);
  const partner = await findPartnerByEmail(ctx.db, emailKey(partnerEmail));
  const found = partner && (await findLiveEnrollment(ctx.db, program.id, { partnerId: partner.id }));
  if (found) return found;
  throw new ReferralsError(
    "not_found",
    `No partner with the address ${partnerEmail} is enrolled. Import partners first.`,
  );
}
