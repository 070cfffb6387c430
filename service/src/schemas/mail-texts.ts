import { z } from "@hono/zod-openapi";
import { partnerMailKinds, type PartnerMailKind } from "referrals-embed/contract";
import { linkNeeded, mailSlots, slotProblem } from "../domain/rules/mail-texts.ts";
import { text } from "./text.ts";

const listed = (kind: PartnerMailKind): string =>
  mailSlots(kind)
    .map((slot) => `\`{${slot}}\``)
    .join(", ");

function mailText(kind: PartnerMailKind) {
  const isKnown = (max: number) =>
    text({ min: 1, max }).check((check) => {
      const problem = slotProblem(kind, check.value);
      if (problem !== null) check.issues.push({ code: "custom", message: problem, input: check.value });
    });
  const body = isKnown(5_000).check((check) => {
    if (!linkNeeded.includes(kind) || check.value.includes("{link}")) return;
    const message = "needs {link}: whoever gets this mail comes in by it";
    check.issues.push({ code: "custom", message, input: check.value });
  });
  return z
    .strictObject({
      subject: isKnown(150)
        .refine((value) => !/\p{Cc}/u.test(value), "must be one line")
        .optional()
        .describe("Its subject; readers see 78 characters."),
      body: body
        .optional()
        .describe(
          "Its text. An empty line begins a paragraph, `{link}` alone in one is a button, and a line with a slot that nothing is known of is left out.",
        ),
    })
    .optional()
    .describe(`Slots: ${listed(kind)}.`);
}

/** A program's own words of mails to partners. */
export const mailTexts = z.strictObject({
  confirmAddress: mailText("confirmAddress"),
  applicationReceived: mailText("applicationReceived"),
  invited: mailText("invited"),
  approved: mailText("approved"),
  rejected: mailText("rejected"),
  signIn: mailText("signIn"),
  firstSale: mailText("firstSale"),
  payoutSent: mailText("payoutSent"),
  payoutFailed: mailText("payoutFailed"),
  monthlySummary: mailText("monthlySummary"),
} satisfies Record<PartnerMailKind, unknown>);

/** Which mail is previewed, and with which words. */
export const programMailInput = z
  .object({
    kind: z.enum(partnerMailKinds).describe("Which mail."),
    subject: z.string().optional().describe("Default: ours."),
    body: z.string().optional().describe("Default: ours."),
  })
  .check((check) => {
    const { kind, ...texts } = check.value;
    const issues = mailTexts.shape[kind].safeParse(texts).error?.issues ?? [];
    for (const { message, path } of issues)
      check.issues.push({ code: "custom", message, path: [...path], input: check.value });
  })
  .describe("Body of `POST /program/mails/preview`.");

const words = z.strictObject({
  subject: z.string().meta({ description: "Its subject.", examples: ["You are in: {program}"] }),
  body: z.string().meta({ description: "Its text.", examples: ["Hi {name},\n\nshare your link: {link}"] }),
});

export const programMail = z
  .strictObject({
    subject: z.string().meta({ description: "Its subject.", examples: ["Welcome to Acme partners"] }),
    text: z
      .string()
      .meta({ description: "Its text.", examples: ["Hi Eva Example,\n\nshare your link: https://acme.link/eva"] }),
    usual: words.describe("Our own words, in English."),
  })
  .describe("A mail as a partner would get it.");
