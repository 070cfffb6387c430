import { ReferralsError, type LinkFields, type TestVariant } from "referrals-embed/contract";
import type { LinkWithTags } from "../../store/queries/links/links.ts";
import type { LinkColumns } from "../../store/schema/links.ts";
import { countryCode } from "referrals-embed/rules";
import { columnName } from "../../column-name.ts";
import { destinationUrl } from "referrals-embed/rules";
import { withHash, type Hashed } from "./link-password.ts";
import { mergeParameters, readParameters, urlParameters, type ParameterChanges } from "./url-parameters.ts";
import { present } from "../../present.ts";

/** Fields that are stored as they are given. */
const plain = [
  "externalId",
  "tenantId",
  "identifier",
  "comments",
  "title",
  "description",
  "image",
  "video",
  "archived",
  "publicStats",
  "proxy",
  "rewrite",
  "doIndex",
  "trackConversion",
] as const;
const destinations = ["expiredUrl", "ios", "android"] as const;
const dates = ["expiresAt", "testStartedAt", "testCompletedAt"] as const;

/**
 * The columns a body sets, each checked: all that need no look-up. `null` clears, absent keeps; with `current` the body is a change of that
 * link.
 */
export async function linkColumns(
  body: Hashed<LinkFields & { url?: string }>,
  current?: LinkWithTags,
): Promise<LinkColumns> {
  const columns: Record<string, unknown> = {};
  for (const field of plain) put(columns, field, body[field]);
  for (const field of destinations) put(columns, field, body[field] && destinationUrl(field, body[field]));
  for (const field of dates) put(columns, field, body[field] && new Date(body[field]));
  put(columns, "geo", body.geo && JSON.stringify(targets(body.geo)));
  put(columns, "testVariants", body.testVariants && JSON.stringify(variants(body.testVariants)));
  Object.assign(columns, urlColumns(body, current));
  put(columns, "passwordHash", (await withHash(body)).passwordHash);
  checkTestDates({ ...current, ...columns });
  return columns;
}

/** `undefined` keeps a column, anything else is written. */
function put(columns: Record<string, unknown>, field: string, value: unknown): void {
  if (value !== undefined) columns[columnName(field)] = value;
}

/** The destination with the parameters merged in, and the parameters it then has. */
function urlColumns(body: LinkFields & { url?: string }, current: LinkWithTags | undefined): LinkColumns {
  const asked = body.url !== undefined || urlParameters.some((name) => body[name] !== undefined);
  if (!asked) return {};
  const base = body.url === undefined ? present(current, "current").url : destinationUrl("url", body.url);
  const own = readParameters(base);
  const changes: ParameterChanges = {};
  for (const name of urlParameters) {
    const given = body[name];
    if (given !== undefined) changes[name] = given?.trim() || null;
    else if (own[name] === null && current?.[name]) changes[name] = current[name];
  }
  const url = mergeParameters(base, changes);
  return { url, ...readParameters(url) };
}

function targets(geo: Record<string, string>): Record<string, string> {
  const entries = Object.entries(geo).map(([country, url]) => {
    const code = countryCode(country);
    if (!code) throw invalid(`geo.${country}`, "must be an ISO 3166-1 alpha-2 country code");
    return [code, destinationUrl(`geo.${country}`, url)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** 2 to 4 variants of 10 to 90 per cent, together 100 within a hundredth. */
function variants(given: readonly TestVariant[]): TestVariant[] {
  const sum = given.reduce((total, { percentage }) => total + percentage, 0);
  if (Math.abs(sum - 100) > 0.01 + Number.EPSILON * 100)
    throw invalid("testVariants", "percentages must add up to 100");
  return given.map(({ url, percentage }, index) => ({
    url: destinationUrl(`testVariants[${index}].url`, url),
    percentage,
  }));
}

function checkTestDates(columns: Pick<LinkColumns, "test_started_at" | "test_completed_at">): void {
  const { test_started_at: from, test_completed_at: to } = columns;
  if (from && to && new Date(to).getTime() < new Date(from).getTime()) {
    throw invalid("testCompletedAt", "must not precede testStartedAt");
  }
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `custom: ${path}: ${message}`);
}
