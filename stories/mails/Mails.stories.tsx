import type { Meta, StoryObj } from "@storybook/react-vite";
import { Suspense } from "react";
import { expect } from "storybook/test";
import { ownerMailKinds, partnerMailKinds, type MailKind } from "../../src/contract/index.ts";
import { packs } from "../../src/locales/load-locale.ts";
import { MailPreview } from "./MailPreview.tsx";

export default {
  title: "Mails",
  component: MailPreview,
  argTypes: {
    kind: { control: "select", options: [...partnerMailKinds, ...ownerMailKinds] },
    locale: { control: "select", options: Object.keys(packs) },
    brandColor: { control: "color" },
    width: { control: { type: "range", min: 320, max: 800 } },
  },
  render: (args) => (
    <Suspense fallback={null}>
      <MailPreview {...args} />
    </Suspense>
  ),
} satisfies Meta<typeof MailPreview>;

type MailStory = StoryObj<typeof MailPreview>;

const mail = (kind: MailKind, { locale = "en", brandColor = "#7c3aed", width = 640 } = {}): MailStory => ({
  args: { kind, locale, brandColor, width },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("figure")).toBeVisible();
  },
});

export const ConfirmAddress: MailStory = mail("confirmAddress");
export const ApplicationReceived: MailStory = mail("applicationReceived");
export const Invited: MailStory = mail("invited");
export const Approved: MailStory = mail("approved");
export const Rejected: MailStory = mail("rejected");
export const SignIn: MailStory = mail("signIn");
export const FirstSale: MailStory = mail("firstSale");
export const PayoutSent: MailStory = mail("payoutSent");
export const PayoutFailed: MailStory = mail("payoutFailed");
export const MonthlySummary: MailStory = mail("monthlySummary");
export const ConsoleSignIn: MailStory = mail("consoleSignIn");
export const NewApplication: MailStory = mail("newApplication");
export const OwnerDigest: MailStory = mail("ownerDigest");
export const SignInAt360: MailStory = mail("signIn", { width: 360 });
export const MonthlySummaryAt360: MailStory = mail("monthlySummary", { width: 360, locale: "de" });
export const RejectedInArabic: MailStory = mail("rejected", { width: 360, locale: "ar" });
/** A light colour: its button has dark words. */
export const InYellow: MailStory = mail("approved", { brandColor: "#ffe000" });
