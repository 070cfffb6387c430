import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { OneByOne } from "../../one-by-one.ts";

/** Errors of name servers that were asked in vain, after which the system may know more. Others say that nobody answered. */
const notKnown = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED", "EBADNAME", "EBADRESP", "EFORMERR", "ENOTIMP"]);

/**
 * The addresses of a webhook's host. Name servers are asked without the system's look-up, which holds one of two threads of the process
 * until it gives up: two names whose servers are silent would hold up all other webhooks, and new connections to a database that is named
 * by its host. Only a name that DNS does not have is looked up there, such as one of a hosts file.
 * @throws Error, one readable line
 */
export async function findAddresses(
  host: string,
  resolver: Resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<LookupAddress[]> {
  // A name of one label, such as localhost or a container's, is of this network; no stranger has its name server.
  if (!host.includes(".")) return askSystem(host);
  const answers = await Promise.allSettled([
    resolver.resolve4(host).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(host).then((found) => found.map((address) => ({ address, family: 6 }))),
  ]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length > 0) return found;
  const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [codeOf(answer.reason)] : []));
  const silent = codes.find((code) => !notKnown.has(code));
  if (silent !== undefined) throw new Error(`DNS did not answer for ${host} (${silent}).`);
  return askSystem(host);
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

/** How long a name waits for its turn; its delivery has been given up by then. */
const TURN_MS = 10_000;
/** One name at a time: the second of the two threads stays free for others. */
const system = new OneByOne();

function askSystem(host: string): Promise<LookupAddress[]> {
  const since = performance.now();
  return system.run(async () => {
    if (performance.now() - since > TURN_MS) throw new Error(`Other names were looked up for too long before ${host}.`);
    return lookup(host, { all: true });
  });
}
