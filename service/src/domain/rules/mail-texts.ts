import { chosenMailKinds, type ChosenMailKind, type MailChoices, type MailKind } from "referrals-embed/contract";

/** Subject and body of a mail. `{name}` stands for what it is filled with; an empty line begins a paragraph. */
export interface MailText {
  subject: string;
  /** `{link}` alone in its paragraph is shown as a button. A line that names something nothing is known of is left out. */
  body: string;
}

/** Slots that every kind has: the program's name, and the recipient's where it is known. */
const common = ["program", "name"] as const;

/** The slots of each kind besides those of all. */
const own = {
  confirmAddress: ["link", "valid"],
  applicationReceived: [],
  invited: ["link", "valid"],
  approved: ["link"],
  rejected: ["reason", "note", "reapplyAfter", "link"],
  signIn: ["link", "valid"],
  firstSale: ["amount", "link"],
  payoutSent: ["amount", "link"],
  payoutFailed: ["amount", "reason", "link"],
  monthlySummary: ["month", "clicks", "leads", "sales", "amount", "link"],
  consoleSignIn: ["link", "valid"],
  newApplication: ["partner", "link"],
  ownerDigest: ["applications", "payouts", "webhooks", "integrations", "link"],
} as const satisfies Record<MailKind, readonly string[]>;

/** The slots that texts of a kind may have. */
export type MailSlot<K extends MailKind = MailKind> = (typeof common)[number] | (typeof own)[K][number];

/** What fills the slots of a mail; null: nothing is known. */
export type MailValues<K extends MailKind = MailKind> = Record<MailSlot<K>, string | null>;

/** The slots of a kind, in the order in which messages list them. */
export function mailSlots(kind: MailKind): readonly string[] {
  return [...common, ...own[kind]];
}

/** Kinds that are of no use without their link. */
export const linkNeeded: readonly MailKind[] = ["confirmAddress", "invited", "signIn", "consoleSignIn"];

/** Kinds that somebody asked for at this moment, and waits for in front of a screen: they are sent first. */
export const awaitedMails: readonly MailKind[] = ["signIn", "consoleSignIn", "confirmAddress"];

/** What is wrong with a text of a kind, or null: an unknown slot would be sent to people as it stands. */
export function slotProblem(kind: MailKind, text: string): string | null {
  const known = mailSlots(kind);
  const unknown = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  return `has {${unknown}}, which this mail does not know. There are ${known.map((name) => `{${name}}`).join(", ")}`;
}

/** Whether a partner may choose a mail. */
export function isChosen(kind: MailKind): kind is ChosenMailKind {
  return (chosenMailKinds as readonly MailKind[]).includes(kind);
}

/** Whether a partner wants a mail: everything that they did not turn off, and the summary of a month where they turned it on. */
export function isWanted(kind: MailKind, choices: MailChoices): boolean {
  return !isChosen(kind) || (choices[kind] ?? kind !== "monthlySummary");
}

/** No mail that may be chosen. */
export const noMails: MailChoices = Object.fromEntries(chosenMailKinds.map((kind) => [kind, false]));
