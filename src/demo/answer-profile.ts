import { ReferralsError } from "../contract/errors.ts";
import type { Milestone, MilestonesTold, PayoutMethod, Profile } from "../contract/index.ts";
import { accountMistake, type BankAccount } from "../rules/bank-account.ts";
import { withTold } from "../rules/milestones.ts";
import { isTimeZone } from "../rules/time-zone.ts";
import { readFlag, readText, type DemoCall } from "./call.ts";
import { dayMs, iso } from "./clock.ts";
import { check } from "./query.ts";
import type { DemoState } from "./demo-state.ts";

/** Longest values where 190 characters is not the limit. */
const limits: Record<string, number> = { description: 5000, website: 8192, leaderboardName: 60 };

/** Changes the profile; id and e-mail are not the partner's to change. */
export function updateProfile(state: DemoState, { body }: DemoCall): Profile {
  const { id: _, email: __, leaderboardOptIn, namedToFriends, ...texts } = state.profile;
  const entries = Object.entries(texts).map(([name, old]) => {
    const text = readText(body, name, limits[name] ?? 190);
    return [name, text === undefined ? old : text];
  });
  const flags = {
    leaderboardOptIn: readFlag(body, "leaderboardOptIn") ?? leaderboardOptIn,
    namedToFriends: readFlag(body, "namedToFriends") ?? namedToFriends,
  };
  const profile: Profile = { ...state.profile, ...Object.fromEntries(entries), ...flags };
  checkProfile(profile);
  if (profile.username === "taken") throw new ReferralsError("conflict", "This username is taken. Choose another.");
  if (profile.country !== state.profile.country && state.payouts.length > 0) {
    throw new ReferralsError("conflict", "The country is fixed after a payout.");
  }
  return (state.profile = profile);
}

function checkProfile({ name, website, country, timezone }: Profile): void {
  check(name, "too_small: name: required");
  check(!country || /^[A-Z]{2}$/.test(country), "invalid_value: country: must be a country code");
  check(!website || /^https:\/\/[^\s/]+\.[^\s/]+/.test(website), "invalid_format: website: must be an https address");
  check(!timezone || isTimeZone(timezone), "invalid_value: timezone: must be an IANA time zone");
}

/** Where each method sends money. */
const addresses = { paypal: "paypalEmail", tremendous: "paypalEmail", stablecoin: "walletAddress" } as const;
type Method = keyof typeof addresses | "bank" | "manual";

/** Changes how the partner is paid; takes effect after a day. */
export function setPayoutMethod(state: DemoState, { body }: DemoCall): PayoutMethod {
  const { method } = body;
  check(method !== undefined, "invalid_type: method: required");
  return (state.payoutMethod = {
    ...state.payoutMethod,
    method: method as Method,
    destination: destinationOf(body),
    payoutsEnabledAt: state.payoutMethod.payoutsEnabledAt ?? iso(state.scene.now),
    effectiveAt: iso(state.scene.now + dayMs),
  });
}

/** Where the money goes, masked. */
function destinationOf(body: DemoCall["body"]): string | null {
  const { method } = body;
  if (method === "manual") return null;
  if (method === "bank") return accountOf(body);
  const name = addresses[method as keyof typeof addresses];
  check(name, "invalid_value: method: must be one of the program");
  const text = readText(body, name, 190);
  check(text, `invalid_type: ${name}: required`);
  const [user, host] = text.split("@");
  check(method === "stablecoin" || host?.includes("."), `invalid_format: ${name}: must be an e-mail address`);
  return host ? `${user![0]}***@${host[0]}***.${host.split(".").at(-1)}` : `${text.slice(0, 4)}…`;
}

function accountOf({ bank }: DemoCall["body"]): string {
  check(bank && typeof bank === "object", "invalid_type: bank: required");
  const entries = Object.entries(bank).map(([name, value]) => [name, name === "holder" ? value : shortCode(value)]);
  const account = Object.fromEntries(entries) as BankAccount;
  check(account.holder, "invalid_type: bank.holder: required");
  check(account.country, "invalid_type: bank.country: required");
  const mistake = accountMistake(account);
  check(!mistake, `invalid_value: bank.${mistake?.field}: ${mistake?.says}`);
  const number = account.iban ?? account.accountNumber!;
  return `${number.slice(0, 4)}…${number.slice(-4)}`;
}

/** A code as the service reads it: blanks and small letters do not matter. */
function shortCode(value: unknown): string {
  return String(value).replace(/\s/g, "").toUpperCase();
}

/** Notes which milestones were announced to the partner. */
export function setMilestonesTold(state: DemoState, { body }: DemoCall): MilestonesTold {
  const { milestones } = body;
  check(Array.isArray(milestones), "invalid_type: milestones: must be an array");
  for (const [n, one] of (milestones as Partial<Milestone>[]).entries()) {
    const path = `milestones[${n}]`;
    check(one && typeof one === "object", `invalid_type: ${path}: must be an object`);
    check(["leads", "sales", "earnings"].includes(one.metric!), `invalid_value: ${path}.metric: must be one of three`);
    check(Number.isInteger(one.value), `invalid_type: ${path}.value: must be a whole number`);
    check(one.value! > 0, `too_small: ${path}.value: must be at least 1`);
  }
  state.told = withTold(state.scene.milestones, state.told, milestones as Milestone[]);
  return { milestones: state.told };
}
