import type { HoldReason, SelfReferralSignal } from "referrals-embed/contract";
import { sameMailbox, type AttributionSettings } from "./attribution.ts";
import type { DecisionCode } from "./judge.ts";
import type { RecruitFacts } from "../../store/schema/facts.ts";

/** Data a partner shares with the partner who invited them, as one person would. */
export type RecruitSignal = Extract<SelfReferralSignal, "email" | "payout">;

/** The fate of an invitation reward when both partners may be the same person. */
export interface RecruitJudgement {
  signals: RecruitSignal[];
  refusal: DecisionCode | null;
  holdReasons: HoldReason[];
}

/** Signals that a partner invited themselves under another address, strongest first. */
export function recruitSignals({ email, referrerEmail, samePayout }: RecruitFacts): RecruitSignal[] {
  return [
    ...(sameMailbox(email, referrerEmail) ? (["email"] as const) : []),
    ...(samePayout ? (["payout"] as const) : []),
  ];
}

/** By the program's setting for self-referrals. A household or an agency can share a payout address, so it never blocks. */
export function judgeRecruit(
  facts: RecruitFacts | null,
  { self_referral: mode }: Pick<AttributionSettings, "self_referral">,
): RecruitJudgement {
  const signals = facts ? recruitSignals(facts) : [];
  const refusal = mode === "block" && signals.includes("email") ? "self_referral_block" : null;
  const isHeld = signals.length > 0 && mode !== "allow" && !refusal;
  return { signals, refusal, holdReasons: isHeld ? ["self_referral"] : [] };
}
