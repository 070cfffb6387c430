import { ReferralsError } from "../contract/errors.ts";
import type { PayoutMethod, Profile } from "../contract/index.ts";
import { readText, type DemoCall } from "./call.ts";
import { dayMs, demoNow, iso } from "./clock.ts";
import { invalid } from "./query.ts";
import { checkZone } from "./period.ts";

/** Longest values where 190 characters is not the limit. */
const limits: Partial<Record<keyof Profile, number>> = { description: 5000, website: 8192, leaderboardName: 60 };

/** Changes the profile; id and e-mail are not the partner's to change. */
export function updateProfile({ world, body }: DemoCall): Profile {
  const { id, email, leaderboardOptIn, ...texts } = world.profile;
  const next: Record<string, unknown> = { id, email, leaderboardOptIn };
  for (const [name, old] of Object.entries(texts)) {
    const value = readText(body, name, limits[name as keyof Profile] ?? 190);
    next[name] = value === undefined ? old : value;
  }
  if (typeof body.leaderboardOptIn === "boolean") next.leaderboardOptIn = body.leaderboardOptIn;
  else if (body.leaderboardOptIn !== undefined) throw invalid("invalid_type", "leaderboardOptIn", "must be a boolean");
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
  if (!name) throw invalid("too_small", "name", "must have at least 1 character");
  if (country && !/^[A-Z]{2}$/.test(country)) throw invalid("invalid_value", "country", "must be a country code");
  if (website && !/^https:\/\/[^\s/]+\.[^\s/]+/.test(website)) {
    throw invalid("invalid_format", "website", "must be an https address");
  }
  checkZone(timezone ?? "UTC");
}

/** Changes how the partner is paid; takes effect after a day. */
export function setPayoutMethod({ world, body }: DemoCall): PayoutMethod {
  const { method } = body;
  if (method !== "paypal" && method !== "tremendous" && method !== "stablecoin") {
    throw invalid(method === undefined ? "invalid_type" : "invalid_value", "method", "must be a method of the program");
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
    destination: host ? `${user![0]}***@${host[0]}***.${host.split(".").at(-1)}` : `${text.slice(0, 4)}…`,
    payoutsEnabledAt: world.payoutMethod.payoutsEnabledAt ?? iso(demoNow),
    effectiveAt: iso(demoNow + dayMs),
  };
  return world.payoutMethod;
}
