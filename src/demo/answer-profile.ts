import { ReferralsError } from "../contract/errors.ts";
import type { PayoutMethod, Profile } from "../contract/index.ts";
import { readText, type DemoCall } from "./call.ts";
import { dayMs, demoNow, iso } from "./clock.ts";
import { invalid } from "./query.ts";
import { wallTime } from "./zone.ts";

const lengths = {
  name: 190,
  image: 2000,
  username: 100,
  description: 5000,
  country: 2,
  companyName: 190,
  website: 8192,
  youtube: 190,
  twitter: 190,
  linkedin: 190,
  instagram: 190,
  tiktok: 190,
  leaderboardName: 60,
  locale: 35,
  timezone: 64,
} as const;

/** Changes the profile; id and e-mail are not the partner's to change. */
export function updateProfile({ world, body }: DemoCall): Profile {
  const next: Record<string, unknown> = { ...world.profile };
  for (const [name, length] of Object.entries(lengths)) {
    const value = readText(body, name, length);
    if (value !== undefined) next[name] = value;
  }
  const { leaderboardOptIn } = body;
  if (leaderboardOptIn !== undefined) {
    if (typeof leaderboardOptIn !== "boolean") throw invalid("invalid_type", "leaderboardOptIn", "must be a boolean");
    next.leaderboardOptIn = leaderboardOptIn;
  }
  const profile = next as unknown as Profile;
  checkProfile(profile);
  if (profile.username === "taken") throw new ReferralsError("conflict", "This username is already taken.");
  if (profile.country !== world.profile.country && world.payouts.length > 0) {
    throw new ReferralsError("conflict", "The country is fixed once a payout exists.");
  }
  world.profile = profile;
  return profile;
}

function checkProfile({ name, website, country, timezone }: Profile): void {
  if (name === null) throw invalid("invalid_type", "name", "must be a string");
  if (name === "") throw invalid("too_small", "name", "must have at least 1 character");
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw invalid("invalid_value", "country", "must be a country code");
  if (website && !/^https:\/\/[^\s/]+\.[^\s/]+/.test(website)) {
    throw invalid("invalid_format", "website", "must be an https address");
  }
  if (timezone === null) return;
  try {
    wallTime(demoNow, timezone);
  } catch {
    throw invalid("invalid_value", "timezone", "must be an IANA time zone");
  }
}

/** Changes how the partner is paid; takes effect after a day. */
export function setPayoutMethod({ world, body }: DemoCall): PayoutMethod {
  const { method } = body;
  if (method === "connect") throw invalid("custom", "method", "needs a provider, and none is set up");
  if (method !== "paypal" && method !== "tremendous" && method !== "stablecoin") {
    throw invalid(method === undefined ? "invalid_type" : "invalid_value", "method", "must be one of the methods");
  }
  const name = method === "stablecoin" ? "walletAddress" : "paypalEmail";
  const text = readText(body, name, 190);
  if (!text) throw invalid("invalid_type", name, "required");
  const [user, host] = text.split("@");
  if (name === "paypalEmail" && !host?.includes("."))
    throw invalid("invalid_format", name, "must be an e-mail address");
  world.payoutMethod = {
    ...world.payoutMethod,
    method,
    destination: host
      ? `${user![0]}***@${host[0]}***.${host.split(".").at(-1)}`
      : `${text.slice(0, 4)}…${text.slice(-4)}`,
    payoutsEnabledAt: world.payoutMethod.payoutsEnabledAt ?? iso(demoNow),
    effectiveAt: iso(demoNow + dayMs),
  };
  return world.payoutMethod;
}
