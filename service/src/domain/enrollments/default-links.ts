import type { PartnerLinkProps } from "referrals-embed/contract";
import { isReserved } from "referrals-embed/rules";
import { defaultLinkUrls, findGroupById, findProgram, linkNames } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";
import { domainOf } from "../links/create-link.ts";
import { addLink, type KeySource } from "../links/insert-link.ts";
import type { NewLink } from "../../store/schema/links.ts";
import { ensureGroupCode } from "../links/discount-codes.ts";
import { linkColumns } from "../links/link-columns.ts";
import { linkReferences } from "../links/link-references.ts";
import { destinationOf } from "../programs/move-default-links.ts";
import { slugOf } from "../rules/slug.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/** What the call that enrolled the partner said about its links. */
export interface DefaultLinkOptions {
  username?: string | null;
  /** The name as given; a name derived from the email is not used for links. */
  name?: string | null;
  linkProps?: PartnerLinkProps;
}

/** Adds an enrollment's missing default links, one per default url of its group, and the code of the group's pattern. */
export async function ensureDefaultLinks(
  ctx: Context,
  enrollment: EnrollmentRow,
  options?: DefaultLinkOptions,
): Promise<void> {
  await addMissingLinks(ctx, enrollment, options);
  await ensureGroupCode(ctx, enrollment);
}

async function addMissingLinks(ctx: Context, enrollment: EnrollmentRow, options?: DefaultLinkOptions): Promise<void> {
  const group = await findGroupById(ctx.db, enrollment.group_id);
  const program = await findProgram(ctx.db, enrollment.program_id);
  const wanted = group.default_urls.length > 0 ? group.default_urls : [program.url];
  // A link that is still to be moved counts where it will lead, or the partner would have two to one place.
  const existing = (await defaultLinkUrls(ctx.db, enrollment.id)).map((url) => destinationOf(ctx, program, url));
  const missing = wanted.filter((url) => !existing.includes(withUtm(url, group.utm)) && !existing.includes(url));
  if (missing.length === 0) return;
  const { externalId, ...props } = options?.linkProps ?? {};
  const names = options ?? (await linkNames(ctx.db, enrollment));
  const domain = await domainOf(ctx);
  for (const [index, url] of missing.entries()) {
    const fields = { ...props, ...(index === 0 && { externalId }), ...group.utm, url };
    const { tagIds } = await linkReferences(ctx, fields);
    const columns = {
      ...(await linkColumns(fields)),
      ...ownership(enrollment),
      track_conversion: true,
      is_default: true,
    };
    await addLink(ctx, domain, {
      keys: keysOf(ctx, names, { prefix: props.prefix, shared: domain.shared }),
      columns: columns as NewLink,
      tagIds,
    });
  }
}

function ownership(enrollment: EnrollmentRow) {
  const { id: enrollment_id, program_id, partner_id, tenant_id } = enrollment;
  return { enrollment_id, program_id, partner_id, tenant_id };
}

function withUtm(url: string, utm: Record<string, string> | null): string {
  if (!utm) return url;
  const merged = new URL(url);
  for (const [name, value] of Object.entries(utm)) merged.searchParams.set(name, value);
  return merged.href;
}

/** Username, else slug of the name, else random; taken or reserved → `-` and 4 random characters. */
function keysOf(
  ctx: Context,
  names: DefaultLinkOptions,
  { prefix, shared }: { prefix: string | null | undefined; shared: boolean },
): KeySource {
  // No key may begin with _: a link at _root would answer for the whole domain.
  const base = names.username?.replace(/^_+/, "") || slugOf(names.name ?? "");
  if (base === "") return { pattern: { prefix } };
  const plain = !isReserved(base, shared);
  return { candidates: (attempt) => (attempt === 0 && plain ? base : `${base}-${ctx.ids.random(4)}`) };
}
