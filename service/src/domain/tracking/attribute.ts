import type { HoldReason } from "../../store/schema/money.ts";
import {
  findLink,
  selfReferralFacts,
  type ClickRow,
  type EnrollmentRow,
  type LinkRow,
} from "../../store/queries/tracking.ts";
import type { DecisionCode } from "../commissions/judge.ts";
import { isEarning } from "../commissions/statuses.ts";
import { now, type Context } from "../context.ts";
import type { Held } from "./hold-customer.ts";
import type { TrackingProgram } from "./load-program.ts";
import { selfReferralSignals, type SelfReferralSignal } from "./self-referral.ts";

/** What every lead and sale stores of how it was attributed (A15). */
export interface AttributionRecord {
  model: "last" | "first";
  candidates: { clickId: string; at: string }[];
  clickId: string | null;
  ageSeconds: number | null;
  /** `bound`, `click`, or why the event is not attributed. */
  reason: "bound" | "click" | DecisionCode;
  signals: SelfReferralSignal[];
}

/** What an event is attributed to: `link` and `enrollment` are null when it is not. */
export interface Attribution {
  link: LinkRow | null;
  enrollment: EnrollmentRow | null;
  click: ClickRow | null;
  clickId: string | null;
  /** The link of the deciding click even when the event is not attributed: the webhook names it. */
  seenLink: LinkRow | null;
  /** Why the event is not attributed; null when it is. */
  refusal: DecisionCode | null;
  holdReasons: HoldReason[];
  record: AttributionRecord;
}

/** Judges where an event goes: window, guard, self-referral (A7 to A9, A12, A13). Reads only. */
export async function attribute(
  ctx: Context,
  program: TrackingProgram,
  { customer, target, enrollment }: Held,
  customerEmail: string | null,
): Promise<Attribution> {
  const seenLink = target.linkId ? ((await findLink(ctx.db, target.linkId)) ?? null) : null;
  const signals = enrollment
    ? await findSignals(ctx, enrollment, target.click, customerEmail, customer.external_id)
    : [];
  const refusal = refusalOf(ctx, program, target, enrollment, signals);
  const holds = signals.length > 0 && program.self_referral !== "allow" && !refusal;
  return {
    link: refusal ? null : seenLink,
    enrollment: refusal ? null : enrollment,
    click: target.click,
    clickId: target.clickId,
    seenLink,
    refusal,
    holdReasons: holds ? ["self_referral"] : [],
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

function refusalOf(
  ctx: Context,
  program: TrackingProgram,
  target: Held["target"],
  enrollment: EnrollmentRow | null,
  signals: readonly SelfReferralSignal[],
): DecisionCode | null {
  if (target.kind === "none") return "no_attribution";
  if (target.kind === "bound") return null;
  if (!target.inside) return "window_expired";
  if (!enrollment) return null;
  if (!isEarning(enrollment, now(ctx))) return notEarning(enrollment);
  const blocked = signals.some((signal) => signal !== "visitor");
  return program.self_referral === "block" && blocked ? "self_referral_block" : null;
}

/** The code of an enrollment that does not earn (A9). */
export function notEarning(enrollment: EnrollmentRow): DecisionCode {
  return `enrollment_not_earning:${enrollment.removed_at ? "removed" : enrollment.status}`;
}

async function findSignals(
  ctx: Context,
  enrollment: EnrollmentRow,
  click: ClickRow | null,
  customerEmail: string | null,
  customerExternalId: string | null,
): Promise<SelfReferralSignal[]> {
  const facts = await selfReferralFacts(ctx.db, enrollment.id, click?.visitor ?? null);
  return selfReferralSignals({
    partnerEmail: facts.email,
    tenantId: facts.tenant_id,
    sameVisitor: Boolean(facts.same_visitor) && click !== null,
    customerEmail,
    customerExternalId,
  });
}
