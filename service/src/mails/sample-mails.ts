import type { MailKind } from "referrals-embed/contract";
import type { MailData } from "../domain/mail/mail-data.ts";

/** Who gets them. */
export const sampleName = "Eva Example";

/** A mail of each kind as an example, for previews. */
export function sampleMails(appUrl: string, now: number): MailData {
  const partners = `${appUrl}/partners`;
  const inMinutes = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const code = "ref_sign_EXAMPLE0123456789abcdefghijklmnopqrstuvwxyzAB";
  return {
    confirmAddress: { url: `${appUrl}/join/confirm?code=EXAMPLE`, expiresAt: inMinutes(1440) },
    applicationReceived: {},
    invited: { url: `${partners}/sign-in?code=${code}`, expiresAt: inMinutes(30 * 1440) },
    approved: { url: partners },
    rejected: {
      reason: "needsMoreDetail",
      note: "Please tell us more about your audience.\nThen we would love to hear from you again.",
      reapplyAfter: inMinutes(30 * 1440),
      url: partners,
    },
    signIn: { url: `${partners}/sign-in?code=${code}`, expiresAt: inMinutes(15) },
    firstSale: { earnings: 2450, currency: "usd", url: partners },
    payoutSent: { amount: 128_900, currency: "usd", url: partners },
    payoutFailed: { amount: 128_900, currency: "usd", reason: "The account was closed.", url: partners },
    monthlySummary: {
      month: new Date(now).toISOString().slice(0, 7),
      clicks: 1284,
      leads: 96,
      sales: 31,
      earnings: 75_950,
      currency: "usd",
      url: partners,
    },
    consoleSignIn: { url: `${appUrl}/console/sign-in?code=${code}`, expiresAt: inMinutes(15) },
    newApplication: { partnerName: sampleName, url: `${appUrl}/console/partners/pn_EXAMPLE` },
    ownerDigest: {
      applications: 3,
      payoutsDue: 12,
      failingWebhooks: 1,
      failingIntegrations: 0,
      url: `${appUrl}/console`,
    },
  } satisfies { [K in MailKind]: MailData[K] };
}
