import type { FormValues, ReviewRule } from "referrals-embed/contract";

/** What rules judge. */
export interface ReviewedApplication {
  country: string | null;
  email: string | null;
  values: FormValues;
}

/** Index and rule of the first match; an unknown value matches no rule. */
export function firstMatch(
  rules: readonly ReviewRule[],
  application: ReviewedApplication,
): { index: number; rule: ReviewRule } | undefined {
  const index = rules.findIndex(({ when }) => matches(when, application));
  const rule = rules[index];
  return rule && { index, rule };
}

function matches(when: ReviewRule["when"], { country, email, values }: ReviewedApplication): boolean {
  if ("country" in when) return country !== null && has(when.country, country);
  if ("emailDomain" in when) return email !== null && has(when.emailDomain, email.slice(email.lastIndexOf("@") + 1));
  const given = [values[when.field] ?? []].flat();
  return given.some((value) => has(when.values, String(value)));
}

function has(list: readonly string[], value: string): boolean {
  return list.some((item) => item.toLowerCase() === value.toLowerCase());
}

/**
 * Whether a first application is approved without a rule or a person: as its group says, else as the program says of partners for whom an
 * app vouches. Whoever comes by the join page waits unless the group says otherwise.
 */
export function approvesFirst(
  program: { auto_approve: boolean },
  group: { auto_approve: boolean | null } | undefined,
  isStranger = false,
): boolean {
  return group?.auto_approve ?? (!isStranger && program.auto_approve);
}
