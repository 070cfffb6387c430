import { Resolver } from "node:dns/promises";

/** The TXT record that proves a workspace's domain. `id` is the domain's; it differs for each workspace that names the host. */
export function txtRecordOf(domain: { id: string; slug: string }): { name: string; value: string } {
  return { name: `_ref-verify.${domain.slug.replace(/:\d+$/, "")}`, value: domain.id };
}

/** Result of looking up a domain's TXT record. */
export interface ProofAnswer {
  proven: boolean;
  /** What was found, and what to do next. */
  result: string;
}

/** Most characters of a foreign record that an answer quotes. */
const SHOWN = 60;

/** Longest time a look-up takes. */
const LONGEST_MS = 4_000;

/** Whether DNS has the record now. DNS that does not answer proves nothing. */
export async function askDns(
  record: { name: string; value: string },
  servers: readonly string[],
): Promise<ProofAnswer> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const { name, value } = record;
  // In all: each server of a list that is silent is asked in turn, and again.
  const deadline = setTimeout(() => resolver.cancel(), LONGEST_MS);
  try {
    const found = (await resolver.resolveTxt(name)).map((chunks) => chunks.join("").trim());
    if (found.includes(value)) return { proven: true, result: `The TXT record at ${name} holds ${value}.` };
    const other = JSON.stringify(found[0]?.slice(0, SHOWN) ?? "");
    return {
      proven: false,
      result: `The TXT record at ${name} holds ${other}, not ${value}. Correct it and verify again.`,
    };
  } catch (error) {
    return { proven: false, result: failureOf(name, value, String((error as { code?: unknown }).code)) };
  } finally {
    clearTimeout(deadline);
  }
}

function failureOf(name: string, value: string, code: string): string {
  if (code === "ENOTFOUND" || code === "ENODATA")
    return `There is no TXT record at ${name} yet. Publish one that holds ${value} and verify again; DNS may take some hours to show it.`;
  return `DNS did not answer for ${name} (${code}). Verify again later.`;
}
