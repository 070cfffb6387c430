import { z } from "@hono/zod-openapi";
import {
  actorTypes,
  analyticsEvents,
  apiKeyScopes,
  bannedReasons,
  commissionStatuses,
  commissionTypes,
  continents,
  embedScopes,
  enrollmentActions,
  enrollmentStatuses,
  groupBys,
  holdReasons,
  samePersonSignals,
  intervals,
  networkStatuses,
  nextPayoutKinds,
  partnerSortFields,
  paymentProcessors,
  payoutMethods,
  payoutNeeds,
  payoutStatuses,
  payoutWaitReasons,
  personRoles,
  plans,
  referralStatuses,
  rejectionReasons,
  rewardEvents,
  tagColors,
  triggers,
  webhookTriggers,
} from "referrals-embed/contract";

/** A value of one of the contract's lists; values with unclear names have a description. */
function oneOf<const Values extends readonly string[]>(
  values: Values,
  description: string,
  meanings?: Record<Values[number], string>,
) {
  return z.enum(values).meta({ description, ...(meanings && { "x-enumDescriptions": meanings }) });
}

export const interval = oneOf(intervals, "A named interval, ending now.", {
  "24h": "The last 24 hours, by hour.",
  "7d": "The last 7 days.",
  "30d": "The last 30 days.",
  "90d": "The last 90 days.",
  "1y": "The last 12 months, by month.",
  mtd: "This month so far, by day.",
  qtd: "This quarter so far, by day.",
  ytd: "This year so far, by month.",
  all: "Since the beginning, by month.",
});

export const analyticsEvent = oneOf(analyticsEvents, "Event of an analytics query.");

export const groupBy = oneOf(groupBys, "A grouping of analytics.");

export const continent = oneOf(continents, "Two-letter continent.");

export const trigger = oneOf(triggers, "Trigger of a click.", {
  qr: "A QR code was scanned.",
  link: "A link was followed.",
  pageview: "A page was viewed.",
  deeplink: "An app was opened.",
});

export const tagColor = oneOf(tagColors, "Colour of a tag.");

export const enrollmentStatus = oneOf(enrollmentStatuses, "Status of an enrollment.", {
  pending: "Waits for a review, or has not answered the program's questions yet.",
  approved: "Active: links work, and events earn.",
  rejected: "The application was rejected.",
  invited: "Invited: links work, payouts wait for the acceptance.",
  declined: "Declined the invitation; links are off.",
  deactivated: "Ended in good standing: links are off, what was earned is still paid.",
  banned: "Excluded: links are off, unpaid commissions are canceled.",
  archived: "Active, but hidden from your own view.",
});

export const commissionType = oneOf(commissionTypes, "Kind of a commission.", {
  click: "Clicks of one day.",
  lead: "A lead.",
  sale: "A sale.",
  referral: "Earnings of a partner this one brought.",
  custom: "An entry by hand, or what is taken back.",
});

export const commissionStatus = oneOf(commissionStatuses, "Status of a commission.", {
  pending: "Earned; a payout takes it after the holding period.",
  processed: "In a payout that is under way.",
  paid: "Paid.",
  refunded: "The sale was given back in full.",
  duplicate: "Counted twice.",
  fraud: "Not honestly earned.",
  canceled: "Taken back.",
  hold: "Kept back until you have looked at it.",
});

export const holdReason = oneOf(holdReasons, "Why a commission is held.", {
  self_referral: "Partner and customer may be one person; it waits for your decision.",
  dispute: "The payment is disputed; it ends with the dispute.",
  fx_unknown: "No exchange rate into the program's currency is known; it ends when one is added.",
  review: "It waits for your decision.",
  unverified: "Only a page has said so; it ends when your server sends the same, or by your decision.",
});

export const selfReferralSignal = oneOf(
  samePersonSignals,
  "What speaks for partner and customer, or a partner and who brought them in, being one person.",
  {
    email: "Their addresses are of one mailbox.",
    payout:
      "The customer's address is the one PayPal pays the partner at; of two partners, both are paid to one destination.",
    external_id: "The customer's id is the partner's `tenantId`.",
    visitor: "The click came from the browser that uses the partner's dashboard.",
    address: "The click came from the address that uses the partner's dashboard, with another browser, within the day.",
  },
);

/** Why a commission's amount is not known yet. */
export const unknownReason = holdReason.extract(["fx_unknown", "unverified"]);

export const payoutWaitReason = oneOf(payoutWaitReasons, "Why a payout run leaves money of a partner.", {
  below_minimum: "Less than the program's minimum; it ends when more is earned.",
  negative_balance: "Nothing is left after what was taken back; new earnings make up for it.",
  clearing: "In its holding period, for the sales may be refunded.",
  next_run: "It became payable after the cut-off, and the next run takes it.",
  banned: "The partner is banned; lifting the ban gives it back.",
  not_approved: "The partner is not in the program: invited, refused or gone.",
  self_referral: "On hold: partner and customer may be one person; it waits for your decision.",
  dispute: "On hold: the payment is disputed; it ends with the dispute.",
  fx_unknown: "On hold: no exchange rate into the program's currency is known; it ends when one is added.",
  review: "On hold: it waits for your decision.",
  unverified:
    "On hold: only a page or a buyer has said so; it ends when your server sends the same, or by your decision.",
});

export const payoutNeed = oneOf(payoutNeeds, "What a partner lacks to be paid.", {
  payouts_disabled: "The partner has not enabled payouts.",
  no_payout_method: "The partner has chosen no payout method.",
  new_payout_method: "The payout method was changed a moment ago, and counts later.",
  no_destination: "The method says not where the money goes.",
  shared_destination: "Another partner is paid to the same destination; release it if that is right.",
  below_minimum: "Money left the open payout, and what is in it is below the minimum: it waits for more.",
});

export const nextPayoutKind = oneOf(nextPayoutKinds, "What a partner is told of the next payout.", {
  payout: "`amount` is paid on `date`; without one it can be paid now.",
  below_minimum: "`amount` is missing to the minimum, by what the next payout counts.",
  nothing_cleared: "The next payout has nothing to pay; `amount` can be paid on `date`.",
  details_missing: "`amount` could be paid, by `date`, and waits for what the partner `needs`.",
  failed: "The last payout, of `amount`, failed, and the way of payment is still the same.",
  negative_balance: "`amount` more was taken back than has cleared, and is taken from what is earned next.",
  nothing: "There is nothing to pay, and no minimum to reach.",
});

export const payoutMethodName = oneOf(payoutMethods, "A payout method.", {
  connect: "To a bank account, through a payment-connect provider.",
  stablecoin: "In USDC to a crypto wallet.",
  paypal: "To a PayPal account.",
  tremendous: "By Tremendous, to an address.",
  bank: "By bank transfer.",
  manual: "In a way of your own; the service knows no destination.",
});

/** References in a partner's record. */
export const partnerPayoutMethod = payoutMethodName.exclude(["bank", "manual"]).meta({ ...payoutMethodName.meta() });

export const rewardEvent = oneOf(rewardEvents, "Event of a reward.");

export const embedScope = oneOf(embedScopes, "Scope of an embed token.", {
  read: "Reads what the program shows.",
  "links:write": "Makes and changes links.",
  "profile:write": "Changes the profile, and accepts, declines, leaves or applies.",
  "payouts:write": "Changes how the partner is paid.",
  "referrals:write": "Sends referrals.",
});

export const enrollmentAction = oneOf(enrollmentActions, "An action of a partner on their own enrollment.");

export const payoutStatus = oneOf(payoutStatuses, "Status of a payout.", {
  pending: "Collected; commissions may still join or leave.",
  processing: "Handed over for payment; nothing in it changes any more.",
  processed: "The payment provider has accepted it.",
  sent: "The money is on its way.",
  completed: "The money has arrived.",
  failed: "It failed; its commissions wait for the next one.",
  canceled: "Given up; its commissions wait for the next one.",
});

export const referralStatus = oneOf(referralStatuses, "Status of a referral submission.", {
  pending: "Not looked at yet.",
  qualified: "Worth pursuing: a lead.",
  meeting: "A meeting is arranged.",
  negotiation: "Terms are being discussed.",
  unqualified: "Not worth pursuing; final.",
  closedWon: "Became a customer; final.",
  closedLost: "Did not become one; final.",
});

export const networkStatus = oneOf(networkStatuses, "Network status of a partner.", {
  draft: "New, and not yet handed in.",
  submitted: "Handed in for a review.",
  approved: "Reviewed and accepted.",
  rejected: "Reviewed and refused.",
  trusted: "Accepted, and known for good work.",
});

export const bannedReason = oneOf(bannedReasons, "Reason of a ban.");

export const rejectionReason = oneOf(rejectionReasons, "Reason of a rejected application.");

export const partnerSortField = oneOf(partnerSortFields, "A sort field of `GET /partners`.");

export const plan = oneOf(plans, "Plan of a workspace; the embed needs `advanced` or above.");

export const actorType = oneOf(actorTypes, "Kind of who did something.", {
  user: "A person, by a command of the service.",
  api_key: "A server, by an API key.",
  partner: "A partner, in the dashboard.",
  person: "Somebody who runs the program, in the console.",
  rule: "A rule of the program.",
  system: "The service itself, such as a job or a payment provider's event.",
});

export const apiKeyScope = oneOf(apiKeyScopes, "Scope of an API key.");

export const paymentProcessor = oneOf(paymentProcessors, "Payment processor of a sale.");

export const webhookTrigger = oneOf(webhookTriggers, "Name of a webhook event.", {
  "link.created": "A link was made. Data: the link.",
  "link.updated": "A link was changed. Data: the link.",
  "link.deleted": "A link was deleted. Data: the link.",
  "link.clicked": "A link was clicked. Data: click and link.",
  "lead.created": "A lead was recorded. Data: event name, customer, click, link, partner and metadata.",
  "sale.created": "A sale was recorded. Data: as of a lead, and the sale.",
  "sale.refunded":
    "A sale was given back in whole or in part. Data: sale, commission, what is taken back, customer and link.",
  "partner.application_submitted": "Somebody applied. Data: the application.",
  "partner.enrolled": "Somebody became a partner. Data: the partner.",
  "partner.status_changed": "An enrollment changed its status. Data: partner, both statuses and the reason.",
  "partner.payout_method_updated":
    "A partner chose another way to be paid. Data: partner, method, and from when it counts.",
  "referral.created": "A partner sent a referral. Data: the referral and its partner.",
  "commission.created": "A partner earned something. Data: the commission with partner and link.",
  "commission.updated": "A commission changed. Data: the same, and what it was before.",
  "payout.created": "A payout was collected. Data: the payout.",
  "payout.updated": "A payout moved on. Data: the payout.",
  "discount_code.created": "A discount code was made. Data: code, partner, link and discount.",
  "discount_code.deleted": "A discount code was deleted. Data: the same.",
});

export const personRole = oneOf(personRoles, "What a person may do in the console.", {
  owner: "Everything.",
  manager: "Everything but people, API keys, tokens, and settings of webhooks, integrations and allowed origins.",
  viewer: "Look, and change nothing.",
});
