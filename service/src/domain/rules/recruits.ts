import type { HoldReason, SelfReferralSignal } from "referrals-embed/contract";
import { sameMailbox, type AttributionSettings } from "./attribution.ts";
import type { DecisionCode } from "./judge.ts";
import type { RecruitFacts } from "../../store/schema/facts.ts";

/** What a partner and who brought them in have alike, as one person would. */
export type RecruitSignal = Extract<SelfReferralSignal, "email" | "payout">;

/** What becomes of the reward for bringing somebody in who may be the same person. */
export interface RecruitJudgement {
  signals: RecruitSignal[];
  refusal: DecisionCode | null;
  holdReasons: HoldReason[];
}

/** The signals that a partner has brought in themselves under another address, strongest first. */
export function recruitSignals({ email, referrerEmail, samePayout }: RecruitFacts): RecruitSignal[] {
  return [
    ...(sameMailbox(email, referrerEmail) ? (["email"] as const) : []),
    ...(samePayout ? (["payout"] as const) : []),
  ];
}

/** By the program's setting for self-referrals. A payout address can be a household's or an agency's, so it never blocks. */
export function judgeRecruit(
  facts: RecruitFacts | null,
  { self_referral: mode }: Pick<AttributionSettings, "self_referral">,
): RecruitJudgement {
  const signals = facts ? recruitSignals(facts) : [];
  const refusal = mode === "block" && signals.includes("email") ? "self_referral_block" : null;
  const isHeld = signals.length > 0 && mode !== "allow" && !refusal;
  return { signals, refusal, holdReasons: isHeld ? ["self_referral"] : [] };
}
