import {
  samePersonSignals,
  type AttributedLink,
  type HoldReason,
  type SelfReferralSignal,
} from "referrals-embed/contract";
import type { DecisionCode } from "./judge.ts";
import type { Source } from "./provenance.ts";
import type { EnrollmentStanding } from "./statuses.ts";
import type { CodeLink, EarlierClick, EventFacts, PartnerFacts } from "../../store/schema/facts.ts";
import type { ClickRow, CustomerRow } from "../../store/schema/tracking.ts";
import { emailKey } from "./email-key.ts";

/** The attribution record that every lead and sale stores. */
export interface AttributionRecord {
  model: "last" | "first";
  candidates: { clickId: string; at: string }[];
  clickId: string | null;
  ageSeconds: number | null;
  /** `bound`, `click`, `code`, or why the event is not attributed. */
  reason: "bound" | "click" | "code" | DecisionCode;
  signals: SelfReferralSignal[];
  /** Who vouches for it. */
  source: Source;
}

/** Settings of a program that decide attribution. */
export interface AttributionSettings {
  attribution_model: "last" | "first";
  attribution_window_days: number;
  attribution_priority: "code" | "click";
  self_referral: "hold" | "allow" | "block";
}

/** The link and enrollment an event would be attributed to, before it is judged. */
export interface AttributionTarget {
  /** The customer's binding; for an unbound customer the click or discount code that would bind them, or nothing. */
  kind: "bound" | "click" | "code" | "none";
  linkId: string | null;
  enrollmentId: string | null;
  clickId: string | null;
  click: ClickRow | null;
  /** Who made the deciding click, also where a code takes its place. */
  visitor: string | null;
  /** The click's address, as a salted hash. */
  address: string | null;
  candidates: { clickId: string; at: Date }[];
  ageSeconds: number | null;
  /** Whether the deciding click lies inside the attribution window. */
  inside: boolean;
}

/** The result of attribution: `link` and `enrollment` are null when the event is not attributed. */
export interface Attribution {
  link: EventFacts["link"];
  enrollment: EnrollmentStanding | null;
  click: ClickRow | null;
  clickId: string | null;
  /** The link of the deciding click even when the event is not attributed: the webhook names it. */
  seenLink: AttributedLink | null;
  /** Why the event is not attributed; null when it is. */
  refusal: DecisionCode | null;
  holdReasons: HoldReason[];
  record: AttributionRecord;
}

/** The facts about where a customer came from. */
export interface KnownPaths {
  customer: Pick<CustomerRow, "link_id" | "enrollment_id" | "click_id"> | null;
  presented: ClickRow | null;
  boundClick: ClickRow | null;
  earlier: readonly EarlierClick[];
  /** The link of the discount code in the call. */
  code: CodeLink | null;
  /** The link of one from an earlier deferred call. */
  earlierCode: CodeLink | null;
}

const nothing: AttributionTarget = {
  kind: "none",
  linkId: null,
  enrollmentId: null,
  clickId: null,
  click: null,
  visitor: null,
  address: null,
  candidates: [],
  ageSeconds: null,
  inside: false,
};

/**
 * A bound customer's binding. Otherwise the program's setting chooses the discount code or the deciding click, out of the presented click
 * and those of deferred calls. A click inside the window on the code's own link replaces the code, since it carries more data.
 */
export function targetOf(known: KnownPaths, settings: AttributionSettings, at: Date): AttributionTarget {
  const { customer, presented, boundClick } = known;
  if (customer?.link_id) {
    return {
      ...nothing,
      kind: "bound",
      linkId: customer.link_id,
      enrollmentId: customer.enrollment_id,
      clickId: customer.click_id,
      click: boundClick,
      visitor: boundClick?.visitor ?? null,
      address: boundClick?.address ?? null,
      ageSeconds: boundClick && Math.floor((at.getTime() - boundClick.at.getTime()) / 1000),
      inside: true,
    };
  }
  const earlier = known.earlier.filter(({ clickId }) => clickId !== presented?.click_id);
  const candidates = presented ? [candidateOf(presented), ...earlier] : earlier;
  const window = { model: settings.attribution_model, windowDays: settings.attribution_window_days };
  const choice = chooseClick(candidates, window, at);
  const code = known.code ?? known.earlierCode;
  const shown = candidates.map(({ clickId, at }) => ({ clickId, at }));
  const { visitor = null, address = null } = choice?.click.click ?? {};
  const isClick = choice?.inside && (settings.attribution_priority === "click" || choice.click.linkId === code?.id);
  if (code && !isClick) {
    const { id: linkId, enrollmentId } = code;
    return { ...nothing, kind: "code", linkId, enrollmentId, visitor, address, candidates: shown, inside: true };
  }
  if (!choice) return nothing;
  return {
    ...choice.click,
    kind: "click",
    visitor,
    address,
    candidates: shown,
    ageSeconds: choice.ageSeconds,
    inside: choice.inside,
  };
}

/** A link an unbound customer is credited to without a click. */
export function targetOfLink(link: { id: string; enrollment_id: string | null }): AttributionTarget {
  return { ...nothing, kind: "click", linkId: link.id, enrollmentId: link.enrollment_id, inside: true };
}

function candidateOf(click: ClickRow): EarlierClick {
  const { click_id: clickId, at, link_id: linkId, enrollment_id: enrollmentId } = click;
  return { clickId, at, linkId, enrollmentId, click };
}

/** The facts that decide an event's attribution. */
export interface AttributionInput {
  program: AttributionSettings;
  target: AttributionTarget;
  enrollment: EnrollmentStanding | null;
  customerEmail: string | null;
  customerExternalId: string | null;
  facts: Pick<EventFacts, "link" | "partner">;
  source: Source;
}

/** Decides the attribution of an event: window, earning enrollment, self-referral. */
export function attribute(input: AttributionInput): Attribution {
  const { program, target, enrollment, facts } = input;
  const signals = signalsOf(input);
  const refusal = refusalOf(input, signals);
  const isHeld = !refusal && holdsFor(signals, program, facts.partner);
  return {
    link: refusal ? null : facts.link,
    enrollment: refusal ? null : enrollment,
    click: target.click,
    clickId: target.clickId,
    seenLink: facts.link,
    refusal,
    holdReasons: isHeld ? ["self_referral"] : [],
    record: {
      model: program.attribution_model,
      candidates: target.candidates.map(({ clickId, at }) => ({ clickId, at: at.toISOString() })),
      clickId: target.clickId,
      ageSeconds: target.ageSeconds,
      reason: refusal ?? (target.kind === "none" ? "no_attribution" : target.kind),
      signals,
      source: input.source,
    },
  };
}

function signalsOf({ facts, target, customerEmail, customerExternalId }: AttributionInput): SelfReferralSignal[] {
  if (!facts.partner) return [];
  const { email: partnerEmail, payoutEmail, tenantId, sameVisitor, sameAddress } = facts.partner;
  const found = selfReferralSignals({
    partnerEmail,
    payoutEmail,
    tenantId,
    sameVisitor: sameVisitor && target.visitor !== null,
    sameAddress: sameAddress && target.address !== null,
    customerEmail,
    customerExternalId,
  });
  return inOrder([...found, ...facts.partner.known.filter(isByAddress)]);
}

/** Each signal once, the strongest first. */
export function inOrder(given: readonly SelfReferralSignal[]): SelfReferralSignal[] {
  return samePersonSignals.filter((signal) => given.includes(signal));
}

/**
 * Whether signals hold a commission. An office or a mobile network can share an address, so an address holds only where the group says so.
 */
export function holdsFor(
  signals: readonly SelfReferralSignal[],
  { self_referral: mode }: Pick<AttributionSettings, "self_referral">,
  partner: Pick<PartnerFacts, "holdsSameAddress"> | null,
): boolean {
  return mode !== "allow" && signals.some((signal) => signal !== "address" || partner?.holdsSameAddress === true);
}

function refusalOf(
  { program, target, enrollment }: AttributionInput,
  signals: readonly SelfReferralSignal[],
): DecisionCode | null {
  if (target.kind === "none") return "no_attribution";
  if (target.kind === "bound") return null;
  if (!target.inside) return "window_expired";
  if (!enrollment) return null;
  if (enrollment.notEarning) return enrollment.notEarning;
  const isCertain = signals.some((signal) => signal === "email" || signal === "external_id");
  return program.self_referral === "block" && isCertain ? "self_referral_block" : null;
}

/** A click an event may be attributed to. */
interface Candidate {
  clickId: string;
  /** Time of the first click event of that id. */
  at: Date;
}

/** The deciding candidate, and whether it lies inside the window. */
interface Choice<T extends Candidate> {
  click: T;
  inside: boolean;
  ageSeconds: number;
}

/**
 * The deciding click: `last` takes the newest, `first` the oldest inside the window; ties by click id.
 * Outside the window nothing is attributed; `first` then names the newest click, the one nearest to it.
 * @returns `null` without candidates
 */
export function chooseClick<T extends Candidate>(
  candidates: readonly T[],
  settings: { model: "last" | "first"; windowDays: number },
  at: Date,
): Choice<T> | null {
  const byTime = [...candidates].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.clickId < b.clickId ? -1 : 1));
  const inside = (click: T): boolean => at.getTime() - click.at.getTime() <= settings.windowDays * 86_400_000;
  const newest = byTime.at(-1);
  if (!newest) return null;
  const click = settings.model === "last" ? newest : (byTime.find(inside) ?? newest);
  return { click, inside: inside(click), ageSeconds: Math.floor((at.getTime() - click.at.getTime()) / 1000) };
}

/** E-mail addresses of a partner and a customer. */
export interface Addresses {
  partnerEmail: string | null;
  /** Where PayPal pays the partner. */
  payoutEmail: string | null;
  customerEmail: string | null;
}

/** The data compared to detect that a partner is their own customer. */
interface SelfReferralFacts extends Addresses {
  tenantId: string | null;
  customerExternalId: string | null;
  /** Whether the click's visitor also used the partner's own embed under the same salt. */
  sameVisitor: boolean;
  /** Whether the click's address did, with any browser. */
  sameAddress: boolean;
}

/** The signals that speak for a self-referral, strongest first. */
export function selfReferralSignals(facts: SelfReferralFacts): SelfReferralSignal[] {
  const signals = addressSignals(facts);
  if (facts.tenantId !== null && facts.tenantId === facts.customerExternalId) signals.push("external_id");
  if (facts.sameVisitor) signals.push("visitor");
  else if (facts.sameAddress) signals.push("address");
  return signals;
}

/** Signals from e-mail addresses, which may be added or changed later. */
export function addressSignals({ partnerEmail, payoutEmail, customerEmail }: Addresses): SelfReferralSignal[] {
  return [
    ...(sameMailbox(partnerEmail, customerEmail) ? (["email"] as const) : []),
    ...(sameMailbox(payoutEmail, customerEmail) ? (["payout"] as const) : []),
  ];
}

/** Whether an e-mail address gave a signal. */
export function isByAddress(signal: SelfReferralSignal): boolean {
  return signal === "email" || signal === "payout";
}

/** Whether two addresses belong to one mailbox, judged by their form. */
export function sameMailbox(a: string | null, b: string | null): boolean {
  return !!a && !!b && mailbox(a) === mailbox(b);
}

/** An address in its compared form, here without `+tag` and, for Gmail, which has two hosts, without dots. */
function mailbox(email: string): string {
  const [, local = "", given = ""] = /^(.*)@(.*)$/s.exec(emailKey(email.normalize("NFKC"))) ?? [];
  const host = given.replace(/\.$/, "");
  const name = local.replace(/\+.*$/s, "");
  return host === "gmail.com" || host === "googlemail.com"
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${host}`;
}
