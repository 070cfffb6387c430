/** Mails to partners, which a program can word itself. */
export const partnerMailKinds = [
  "confirmAddress",
  "applicationReceived",
  "invited",
  "approved",
  "rejected",
  "signIn",
  "firstSale",
  "payoutSent",
  "payoutFailed",
  "monthlySummary",
] as const;

/** Mails to the people who run a program. */
export const ownerMailKinds = ["consoleSignIn", "newApplication", "ownerDigest"] as const;

/** A kind of mail to a partner. */
export type PartnerMailKind = (typeof partnerMailKinds)[number];

/** A kind of mail. */
export type MailKind = PartnerMailKind | (typeof ownerMailKinds)[number];
