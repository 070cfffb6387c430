import { ReferralsError, type SaleImport } from "referrals-embed/contract";
import { foldKey } from "referrals-embed/rules";
import { loadOwners, type CreditLink, type OwnerFacts } from "../../store/queries/tracking/imports.ts";
import type { Context } from "../context.ts";
import { domainOf } from "../links/create-link.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { noSuchPartner } from "../programs/find-enrollment.ts";
import { emailKey } from "../rules/email-key.ts";

/** How an item names its partner. */
type OwnerRef = Pick<SaleImport, "partnerId" | "tenantId" | "partnerEmail" | "linkDomain" | "linkKey">;

/** The link an item counts for, if it names somebody. */
export type Owner = CreditLink | ReferralsError | null;

/**
 * The link each item counts for: the link it names, else the first link of the partner it names; `null` where it names neither. An unknown
 * partner or link is not found; a partner without a link, or another partner's link, is a conflict.
 */
export async function ownerLinks(ctx: Context, refs: readonly OwnerRef[]): Promise<Owner[]> {
  const isNamed = refs.some((ref) => namesPartner(ref) || ref.linkKey !== undefined);
  if (!isNamed) return refs.map(() => null);
  const program = refs.some(namesPartner) ? (await defaultProgram(ctx)).id : null;
  const hosts = await hostsOf(ctx, refs);
  const keys = refs.map((ref) => {
    const host = hosts.get(ref.linkDomain);
    return {
      partnerId: ref.partnerId ?? null,
      tenantId: ref.tenantId ?? null,
      emailKey: ref.partnerEmail === undefined ? null : emailKey(ref.partnerEmail),
      domain: typeof host === "string" ? host : null,
      keyFolded: ref.linkKey === undefined ? null : foldKey(ref.linkKey),
    };
  });
  const found = await loadOwners(ctx.db, { workspaceId: ctx.workspaceId, programId: program }, keys);
  return refs.map((ref, index) => {
    const facts = found[index] ?? { enrollmentId: null, first: null, named: null };
    return ownerOf(ref, facts, hosts.get(ref.linkDomain));
  });
}

function namesPartner({ partnerId, tenantId, partnerEmail }: OwnerRef): boolean {
  return partnerId !== undefined || tenantId !== undefined || partnerEmail !== undefined;
}

/** The hosts of the domains that items name, each looked up once; a foreign host yields its error. */
async function hostsOf(
  ctx: Context,
  refs: readonly OwnerRef[],
): Promise<Map<string | undefined, string | ReferralsError>> {
  const hosts = new Map<string | undefined, string | ReferralsError>();
  for (const { linkDomain, linkKey } of refs) {
    if (linkKey === undefined || hosts.has(linkDomain)) continue;
    const found = await domainOf(ctx, linkDomain).catch((error: unknown) => {
      if (error instanceof ReferralsError) return error;
      throw error;
    });
    hosts.set(linkDomain, found instanceof ReferralsError ? found : found.host);
  }
  return hosts;
}

function ownerOf(
  ref: OwnerRef,
  { enrollmentId, first, named }: OwnerFacts,
  host: string | ReferralsError | undefined,
): Owner {
  if (namesPartner(ref) && enrollmentId === null) return unknownPartner(ref);
  if (ref.linkKey === undefined) {
    if (enrollmentId === null || first) return first;
    return new ReferralsError("conflict", "The partner has no link to credit. Make one first.");
  }
  if (host instanceof ReferralsError) return host;
  const text = `${host}/${ref.linkKey}`;
  if (!named?.enrollment_id)
    return new ReferralsError("not_found", `No partner has the link ${text}. Import the partner with it first.`);
  if (enrollmentId === null || named.enrollment_id === enrollmentId) return named;
  return new ReferralsError("conflict", `The link ${text} belongs to another partner than the one that is named.`);
}

function unknownPartner({ partnerId, tenantId, partnerEmail }: OwnerRef): ReferralsError {
  if (partnerId !== undefined || tenantId !== undefined) return noSuchPartner({ partnerId, tenantId });
  const message = `No partner with the address ${partnerEmail} is enrolled. Import partners first.`;
  return new ReferralsError("not_found", message);
}
