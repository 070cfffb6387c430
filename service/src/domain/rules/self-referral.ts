import { emailKey } from "./email-key.ts";

/** What is compared to find out whether a partner is their own customer. */
export interface SelfReferralFacts {
  partnerEmail: string | null;
  customerEmail: string | null;
  tenantId: string | null;
  customerExternalId: string | null;
  /** Whether the click's visitor also used the partner's own embed under the same salt. */
  sameVisitor: boolean;
}

/** A self-referral signal: email, external id, or visitor. */
export type SelfReferralSignal = "email" | "external_id" | "visitor";

/** The signals that speak for a self-referral, strongest first. */
export function selfReferralSignals(facts: SelfReferralFacts): SelfReferralSignal[] {
  const signals: SelfReferralSignal[] = [];
  if (sameMailbox(facts.partnerEmail, facts.customerEmail)) signals.push("email");
  if (facts.tenantId !== null && facts.tenantId === facts.customerExternalId) signals.push("external_id");
  if (facts.sameVisitor) signals.push("visitor");
  return signals;
}

function sameMailbox(a: string | null, b: string | null): boolean {
  return !!a && !!b && mailbox(a) === mailbox(b);
}

/** An address in its compared form, here without `+tag` and, for gmail.com, without dots. */
function mailbox(email: string): string {
  const [, local = "", host = ""] = /^(.*)@(.*)$/s.exec(emailKey(email)) ?? [];
  const name = local.replace(/\+.*$/s, "");
  return `${host === "gmail.com" ? name.replaceAll(".", "") : name}@${host}`;
}
