import { ReferralsError } from "referrals-embed/contract";
import { keyPath } from "referrals-embed/rules";
import type { Config } from "../../config.ts";
import { domainStatus } from "../../store/queries/links/link-references.ts";
import type { Context } from "../context.ts";
import { present } from "../../present.ts";

/** A domain links may be made on. */
export interface LinkDomain {
  /** Host, with port when it is not the default. */
  host: string;
  /** Scheme and host. */
  origin: string;
  /** Whether the application answers on this host too: its paths are then not available as keys. */
  shared: boolean;
}

/**
 * The domain that a write names.
 * @throws ReferralsError 403 when it is neither shared nor proven to be the workspace's
 */
export async function namedDomain(ctx: Context, given: string): Promise<LinkDomain> {
  const host = given.trim().toLowerCase();
  const domain = linkDomain(ctx.config, host);
  if (isSharedDomain(ctx.config, host)) return domain;
  const status = await domainStatus(ctx.db, ctx.workspaceId, host);
  if (status === "verified") return domain;
  throw new ReferralsError(
    "forbidden",
    status
      ? `The domain ${host} is not verified yet. Publish its TXT record, then call POST /domains/${host}/verify.`
      : `The domain ${host} is not one of this workspace's. Add it under /domains first.`,
  );
}

/** The first of `LINK_DOMAINS`: where links go when nothing else is said. */
export function defaultDomain(config: Config): LinkDomain {
  return linkDomain(config, new URL(present(config.linkDomains[0], "the first link domain")).host);
}

/** A host as a link domain; its scheme is the shared one's, which is https in production. */
export function linkDomain(config: Config, host: string): LinkDomain {
  const own = config.linkDomains.find((origin) => new URL(origin).host === host);
  const origin = own ?? `${new URL(present(config.linkDomains[0], "the first link domain")).protocol}//${host}`;
  const shared = [config.appUrl, config.apiUrl].some((url) => new URL(url).host === host);
  return { host, origin, shared };
}

/** Whether every workspace may make links on a host. */
export function isSharedDomain(config: Config, host: string): boolean {
  return config.linkDomains.some((origin) => new URL(origin).host === host);
}

/** The full address of a key. */
export function shortLinkOf(domain: LinkDomain, key: string): string {
  return `${domain.origin}/${keyPath(key)}`;
}
