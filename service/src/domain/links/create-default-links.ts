import type { Link, PartnerLinkProps } from "referrals-embed/contract";
import { defaultLinkUrls } from "../../store/queries/partner-links.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { domainOf } from "./create-link.ts";
import { addLink, type NewLink } from "./insert-link.ts";
import { linkColumns } from "./link-columns.ts";
import { randomKey } from "./link-key.ts";
import { linkReferences } from "./link-references.ts";
import { isReserved } from "./reserved-words.ts";
import { uniqueFields } from "./unique-fields.ts";

/** The enrollment that gets its default links, and what its keys are made from. */
export interface DefaultLinksInput {
  enrollmentId: string;
  username: string | null;
  /** The name as the caller gave it; never derived from the email (L1). */
  givenName: string | null;
  /** Fields for the links made now (api-contract §7.3). */
  linkProps?: PartnerLinkProps;
}

/**
 * Makes the default links an enrollment lacks (L1): one per default url of its group, else one to the program's landing page. Call it
 * in the transaction in which the enrollment first enters EARNING, and when its group changes (G4); repeating it adds nothing.
 * @returns the links made now
 */
export async function createDefaultLinks(ctx: Context, input: DefaultLinksInput): Promise<Link[]> {
  const { linkProps = {} } = input;
  const props = await linkColumns(linkProps);
  return inTransaction(ctx, async (ctx) => {
    const { owner, urls } = await defaultLinkUrls(ctx.db, input.enrollmentId);
    const domain = await domainOf(ctx);
    const references = await linkReferences(ctx, linkProps);
    const made: Link[] = [];
    for (const [index, url] of urls.entries()) {
      const columns = {
        ...props,
        ...references.columns,
        ...owner,
        tenant_id: owner.tenant_id ?? linkProps.tenantId ?? null,
        // One id names one link.
        external_id: index === 0 ? (linkProps.externalId ?? null) : null,
        ...(await linkColumns({ url })),
        is_default: true,
        track_conversion: true,
      };
      const candidates = (attempt: number): string => keyOf(ctx, input, domain.shared, attempt);
      const add = () => addLink(ctx, domain, { candidates }, columns as NewLink, references.tagIds);
      made.push(await uniqueFields("", add));
    }
    return made;
  });
}

/** Username, else slug of the given name, else random; taken or reserved → `-` and 4 random characters. */
function keyOf(ctx: Context, input: DefaultLinksInput, shared: boolean, attempt: number): string {
  const base = slugOf(input.username ?? "") || slugOf(input.givenName ?? "");
  if (base === "") return randomKey(ctx.ids, { prefix: input.linkProps?.prefix }, shared);
  if (attempt === 0 && !isReserved(base, shared)) return base;
  return `${base}-${ctx.ids.random(4)}`;
}

/** Letters of ASCII, digits, `-` and `_`, in lower case and at most 60. */
function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .slice(0, 60)
    .replace(/^[-_]+|-+$/g, "");
}
