import { Resolver } from "node:dns/promises";
import { updateDomain, type DomainRow } from "../../store/queries/domains.ts";
import { now, type Context } from "../context.ts";

/** Reads the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const resolver = new Resolver({ timeout: 2000, tries: 1 });

/**
 * Looks whether a domain's owner has published its id: a TXT record `_ref-verify.<domain>` that holds it (api-contract §15).
 * A domain that is verified stays so; DNS that does not answer proves nothing.
 */
export async function verifyDomain(
  ctx: Context,
  domain: DomainRow,
  resolveTxt: ResolveTxt = (name) => resolver.resolveTxt(name),
): Promise<DomainRow> {
  if (domain.verified || !(await isPublished(domain, resolveTxt))) return domain;
  return updateDomain(ctx.db, domain.id, { verified: true, updated_at: now(ctx) });
}

async function isPublished({ id, slug }: DomainRow, resolveTxt: ResolveTxt): Promise<boolean> {
  try {
    const records = await resolveTxt(`_ref-verify.${slug.replace(/:\d+$/, "")}`);
    return records.some((chunks) => chunks.join("").trim() === id);
  } catch {
    return false;
  }
}
