import type { AttributedLink } from "referrals-embed/contract";
import { chooseClick } from "./choose-click.ts";
import type { DecisionCode } from "./judge.ts";
import { selfReferralSignals, type SelfReferralSignal } from "./self-referral.ts";
import type { EnrollmentStanding } from "./statuses.ts";
import type { EarlierClick, EventFacts } from "../../store/schema/facts.ts";
import type { HoldReason } from "../../store/schema/money.ts";
import type { ClickRow, CustomerRow } from "../../store/schema/tracking.ts";

/** What every lead and sale stores of how it was attributed. */
export interface AttributionRecord {
  model: "last" | "first";
  candidates: { clickId: string; at: string }[];
  clickId: string | null;
  ageSeconds: number | null;
  /** `bound`, `click`, or why the event is not attributed. */
  reason: "bound" | "click" | DecisionCode;
  signals: SelfReferralSignal[];
}

/** Settings of a program that decide where an event goes. */
export interface AttributionSettings {
  attribution_model: "last" | "first";
  attribution_window_days: number;
  self_referral: "hold" | "allow" | "block";
}

/** Where an event would go, before it is judged. */
export interface AttributionTarget {
  /** The customer's binding, the click that would bind an unbound one, or nothing. */
  kind: "bound" | "click" | "none";
  linkId: string | null;
  enrollmentId: string | null;
  clickId: string | null;
  click: ClickRow | null;
  candidates: { clickId: string; at: Date }[];
  ageSeconds: number | null;
  /** Whether the deciding click lies inside the attribution window. */
  inside: boolean;
}

/** What an event is attributed to: `link` and `enrollment` are null when it is not. */
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

/** What is known of the clicks of a customer. */
export interface KnownClicks {
  customer: Pick<CustomerRow, "link_id" | "enrollment_id" | "click_id"> | null;
  presented: ClickRow | null;
  boundClick: ClickRow | null;
  earlier: readonly EarlierClick[];
}

const nothing: AttributionTarget = {
  kind: "none",
  linkId: null,
  enrollmentId: null,
  clickId: null,
  click: null,
  candidates: [],
  ageSeconds: null,
  inside: false,
};

/** A bound customer's binding, else the deciding one of the presented click and those of deferred calls. */
export function targetOf(known: KnownClicks, settings: AttributionSettings, at: Date): AttributionTarget {
  const { customer, presented, boundClick } = known;
  if (customer?.link_id) {
    return {
      ...nothing,
      kind: "bound",
      linkId: customer.link_id,
      enrollmentId: customer.enrollment_id,
      clickId: customer.click_id,
      click: boundClick,
      ageSeconds: boundClick && Math.floor((at.getTime() - boundClick.at.getTime()) / 1000),
      inside: true,
    };
  }
  const earlier = known.earlier.filter(({ clickId }) => clickId !== presented?.click_id);
  const candidates = presented ? [candidateOf(presented), ...earlier] : earlier;
  const window = { model: settings.attribution_model, windowDays: settings.attribution_window_days };
  const choice = chooseClick(candidates, window, at);
  if (!choice) return nothing;
  return {
    ...choice.click,
    kind: "click",
    candidates: candidates.map(({ clickId, at }) => ({ clickId, at })),
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

/** What an event's attribution is judged by. */
export interface AttributionInput {
  program: AttributionSettings;
  target: AttributionTarget;
  enrollment: EnrollmentStanding | null;
  customerEmail: string | null;
  customerExternalId: string | null;
  facts: Pick<EventFacts, "link" | "partner">;
}

/** Judges where an event goes: window, earning enrollment, self-referral. */
export function attribute(input: AttributionInput): Attribution {
  const { program, target, enrollment, facts } = input;
  const signals = signalsOf(input);
  const refusal = refusalOf(input, signals);
  const isHeld = signals.length > 0 && program.self_referral !== "allow" && !refusal;
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
      reason: refusal ?? (target.kind === "bound" ? "bound" : "click"),
      signals,
    },
  };
}

function signalsOf({ facts, target, customerEmail, customerExternalId }: AttributionInput): SelfReferralSignal[] {
  if (!facts.partner) return [];
  const { email: partnerEmail, tenantId, sameVisitor } = facts.partner;
  return selfReferralSignals({
    partnerEmail,
    tenantId,
    sameVisitor: sameVisitor && target.click !== null,
    customerEmail,
    customerExternalId,
  });
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
  const isCertain = signals.some((signal) => signal !== "visitor");
  return program.self_referral === "block" && isCertain ? "self_referral_block" : null;
}
