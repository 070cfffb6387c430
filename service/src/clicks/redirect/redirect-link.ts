import type { Pool } from "pg";
import type { TestVariant } from "referrals-embed/contract";

/** The data of a link for answering its visits. */
export interface RedirectLink {
  id: string;
  workspaceId: string;
  programId: string | null;
  enrollmentId: string | null;
  domain: string;
  key: string;
  url: string;
  ios: string | null;
  android: string | null;
  /** Country code to destination. */
  geo: Record<string, string> | null;
  variants: TestVariant[] | null;
  /** Epoch milliseconds. */
  testStartedAt: number | null;
  testCompletedAt: number | null;
  expiresAt: number | null;
  disabled: boolean;
  /** When its partner's invitation expires: the link then acts as disabled. Epoch milliseconds. */
  invitedUntil: number | null;
  /** Disabled because its partner was deactivated. */
  partnerDeactivated: boolean;
  expiredUrl: string | null;
  passwordHash: string | null;
  proxy: boolean;
  title: string | null;
  description: string | null;
  image: string | null;
  video: string | null;
  rewrite: boolean;
  doIndex: boolean;
  trackConversion: boolean;
  /** Whether visits are clicks of a partner. */
  hasPartner: boolean;
  clickRewardId: string | null;
  /** The program's address for visitors of a deactivated partner. */
  fallbackUrl: string | null;
  /** Names of the query parameters that carry the click id. */
  clickIdParams: string[];
}

/** A domain's addresses for unknown and expired links. */
export interface RedirectDomain {
  slug: string;
  notFoundUrl: string | null;
  expiredUrl: string | null;
}

/** The columns of both statements. */
interface LinkRow extends Pick<
  RedirectLink,
  | "id"
  | "domain"
  | "key"
  | "url"
  | "ios"
  | "android"
  | "geo"
  | "proxy"
  | "title"
  | "description"
  | "image"
  | "video"
  | "rewrite"
> {
  workspace_id: string;
  key_folded: string;
  program_id: string | null;
  enrollment_id: string | null;
  test_variants: TestVariant[] | null;
  test_started_at: Date | null;
  test_completed_at: Date | null;
  expires_at: Date | null;
  disabled_at: Date | null;
  disabled_by: string | null;
  expired_url: string | null;
  password_hash: string | null;
  do_index: boolean;
  track_conversion: boolean;
  partner_id: string | null;
  /** Columns of the enrollment and the program; null if the link has none. */
  status: string | null;
  invite_expires_at: Date | null;
  click_reward_id: string | null;
  fallback_url: string | null;
  click_id_params: string[] | null;
}

const selectLinks = `select l.id, l.workspace_id, l.program_id, l.enrollment_id, l.domain, l.key, l.key_folded, l.url, l.ios, l.android, l.geo,
    l.test_variants, l.test_started_at, l.test_completed_at, l.expires_at, l.disabled_at, l.disabled_by, l.expired_url,
    l.password_hash, l.proxy, l.title, l.description, l.image, l.video, l.rewrite, l.do_index, l.track_conversion,
    l.partner_id, e.status, e.invite_expires_at, e.click_reward_id, p.fallback_url, p.click_id_params
  from links l
  left join enrollments e on e.id = l.enrollment_id
  left join programs p on p.id = l.program_id`;

const linksStatement = {
  name: "redirect_links",
  text: `${selectLinks}
  join unnest($1::text[], $2::text[]) as asked(domain, key) on l.domain = asked.domain and l.key_folded = asked.key
  where l.deleted_at is null`,
};

const linkByIdStatement = {
  name: "redirect_link_by_id",
  text: `${selectLinks} where l.id = $1 and l.deleted_at is null`,
};

/** The undeleted links of domains and folded keys, by `<domain>/<key>`. */
export async function findRedirectLinks(
  pool: Pool,
  asked: readonly { domain: string; key: string }[],
): Promise<Map<string, RedirectLink>> {
  const values = [asked.map(({ domain }) => domain), asked.map(({ key }) => key)];
  const { rows } = await pool.query<LinkRow>({ ...linksStatement, values });
  return new Map(rows.map((row) => [`${row.domain}/${row.key_folded}`, toRedirectLink(row)]));
}

/** The undeleted link of an id. */
export async function findRedirectLinkById(pool: Pool, id: string): Promise<RedirectLink | null> {
  const { rows } = await pool.query<LinkRow>({ ...linkByIdStatement, values: [id] });
  return rows[0] ? toRedirectLink(rows[0]) : null;
}

/**
 * A domain by its host name. It must be verified, and for one of the service's hosts (`ownHost`) handed over by the operator: otherwise
 * anyone could name a host and redirect its visitors.
 */
export async function findRedirectDomain(pool: Pool, slug: string, ownHost: boolean): Promise<RedirectDomain | null> {
  const { rows } = await pool.query<{ slug: string; not_found_url: string | null; expired_url: string | null }>({
    name: "redirect_domain",
    text: `select slug, not_found_url, expired_url from domains
    where slug = $1 and status = 'verified' and (granted or not $2)`,
    values: [slug, ownHost],
  });
  const row = rows[0];
  return row ? { slug: row.slug, notFoundUrl: row.not_found_url, expiredUrl: row.expired_url } : null;
}

function toRedirectLink(row: LinkRow): RedirectLink {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    programId: row.program_id,
    enrollmentId: row.enrollment_id,
    domain: row.domain,
    key: row.key,
    url: row.url,
    ios: row.ios,
    android: row.android,
    geo: row.geo,
    variants: row.test_variants,
    testStartedAt: instant(row.test_started_at),
    testCompletedAt: instant(row.test_completed_at),
    expiresAt: instant(row.expires_at),
    disabled: row.disabled_at !== null,
    invitedUntil: row.status === "invited" ? instant(row.invite_expires_at) : null,
    partnerDeactivated: row.status === "deactivated" && String(row.disabled_by).startsWith("status:"),
    expiredUrl: row.expired_url,
    passwordHash: row.password_hash,
    proxy: row.proxy,
    title: row.title,
    description: row.description,
    image: row.image,
    video: row.video,
    rewrite: row.rewrite,
    doIndex: row.do_index,
    trackConversion: row.track_conversion,
    hasPartner: row.partner_id !== null,
    clickRewardId: row.click_reward_id,
    fallbackUrl: row.fallback_url,
    clickIdParams: row.click_id_params ?? ["ref_id"],
  };
}

function instant(value: Date | null): number | null {
  return value && value.getTime();
}
