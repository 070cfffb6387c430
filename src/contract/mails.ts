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

/** Mails that a partner may choose; the others are sent because somebody asked for them. */
export const chosenMailKinds = [
  "applicationReceived",
  "approved",
  "rejected",
  "firstSale",
  "payoutSent",
  "payoutFailed",
  "monthlySummary",
] as const;

/** A mail that a partner may choose. */
export type ChosenMailKind = (typeof chosenMailKinds)[number];

/** Which mails a partner wants, where that differs from the default: all but the monthly summary. */
export type MailChoices = Partial<Record<ChosenMailKind, boolean>>;

/** A kind of mail to a partner. */
export type PartnerMailKind = (typeof partnerMailKinds)[number];

/** A kind of mail. */
export type MailKind = PartnerMailKind | (typeof ownerMailKinds)[number];
