import { Resolver } from "node:dns/promises";

/** Reads the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const resolver = new Resolver({ timeout: 2000, tries: 1 });

/**
 * The ids a domain's owner has published: TXT records of `_ref-verify.<domain>` (api-contract §15). A domain whose id is among them is
 * its workspace's. DNS that does not answer proves nothing.
 */
export async function publishedIds(
  slug: string,
  resolveTxt: ResolveTxt = (name) => resolver.resolveTxt(name),
): Promise<string[]> {
  const records = await resolveTxt(`_ref-verify.${slug.replace(/:\d+$/, "")}`).catch(() => []);
  return records.map((chunks) => chunks.join("").trim());
}
