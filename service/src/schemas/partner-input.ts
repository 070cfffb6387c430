import { z } from "@hono/zod-openapi";
import { partnerLinkProps } from "./link.ts";
import { partnerRef } from "./partner.ts";
import { formValues } from "./referral-form.ts";
import { email, note, omissible, text, trimmed } from "./text.ts";
import { bannedReason, networkStatus, rejectionReason } from "./values.ts";

/** A name as platforms have them, not an address and no markup: hosts put it behind the platform's own address. */
const handle = trimmed({ max: 190 })
  .refine(
    (given) => given === "" || /^@?[\p{L}\p{M}\p{N}._-]+(\/[\p{L}\p{M}\p{N}._-]+)*$/u.test(given),
    "must be the user name alone: letters, digits, dots, _ and -",
  )
  .nullable()
  .optional();

/** What the program and the partner may both change of a profile. */
export const profileFields = {
  name: trimmed({ min: 1, max: 190 }).optional().describe("Full legal name."),
  description: text({ max: 5000 }).nullable().optional().describe("What the partner says of themselves."),
  companyName: trimmed({ max: 190 })
    .nullable()
    .optional()
    .describe("Legal name of the company, when the partner is one."),
  website: text({ max: 2048 })
    .regex(/^https:\/\/\S+$/, "must be a URL that begins with https://")
    .nullable()
    .optional()
    .describe("URL of the partner's site, with `https://`."),
  youtube: handle.describe("Name on YouTube."),
  twitter: handle.describe("Name on X, formerly Twitter."),
  linkedin: handle.describe("Name on LinkedIn."),
  instagram: handle.describe("Name on Instagram."),
  tiktok: handle.describe("Name on TikTok."),
};

const waysToName = {
  partnerId: omissible(z.string()).describe("Id of the partner, `pn_…`."),
  tenantId: omissible(z.string()).describe("That partner's id in your own database."),
  code: omissible(trimmed({ min: 1, max: 100 })).meta({
    description: "The code of that partner's invitation link, as `invited_by` brought it.",
    examples: ["01k9zc7q3v5t8w2x4y6a0b1c2d"],
  }),
};
const namesOne = (ways: object): boolean => Object.values(ways).filter((way) => way !== undefined).length === 1;

export const referredBy = z
  .object(waysToName)
  .refine(namesOne, "send exactly one of partnerId, tenantId and code")
  .describe("Names the partner who brought in another one, in one of three ways.");

export const importedReferredBy = z
  .object({ ...waysToName, email: omissible(email).describe("That partner's address.") })
  .refine(namesOne, "send exactly one of partnerId, tenantId, code and email")
  .describe("The same in an import, which may name the partner by address too.");

export const partnerDescription = z
  .object({
    email: email.describe("The partner's address; pass only one you have verified."),
    name: trimmed({ max: 190 }).nullable().optional().describe("Full legal name."),
    username: text({ min: 1, max: 100 })
      .regex(/^[a-z0-9_-]+$/, "must be lower case letters, digits, - and _")
      .nullable()
      .optional()
      .describe("Name in addresses, unique across the service; also the key of the first link. Default: none."),
    image: z
      .string()
      .nullable()
      .optional()
      .describe("URL of the avatar; anything but an absolute http or https URL is stored as `null`."),
    groupId: z
      .string()
      .nullable()
      .optional()
      .describe("Id or slug of the group to enroll in. Default: the program's own."),
    country: z.string().nullable().optional().describe("Country of residence, ISO 3166-1 alpha-2."),
    description: text({ max: 5000 }).nullable().optional().describe("What the partner says of themselves."),
    linkProps: partnerLinkProps.optional().describe("Fields of the links made for the partner."),
    referredBy: omissible(referredBy).describe(
      "Who brought the partner in, and is paid for it where the program has a reward for that. It is noted when the partner is enrolled, and never changes.",
    ),
    values: omissible(formValues).describe(
      "Answers to the program's `applicationForm`, by its keys, where you ask the partner yourself; otherwise the dashboard asks, and nobody reviews before. Ignored of somebody who has applied.",
    ),
  })
  .describe("What a call may say of a partner it enrolls, the tenant aside.");

export const partnerInput = partnerDescription
  .extend({
    tenantId: text({ max: 255 }).nullable().optional().describe("The partner's id in your own database."),
  })
  .describe("Profile fields an integrator may set on a partner, and what the partner answered when applying.");

export const partnerInvite = partnerInput
  .omit({ values: true })
  .describe("The same of a partner who is asked nothing: one that is invited, or was approved elsewhere.");

const ownReward = z.string().min(1).nullable().optional();

/** What one partner may have instead of what the group has. */
export const partnerOffer = z
  .object({
    clickRewardId: ownReward.describe("Reward for the partner's clicks, instead of the group's."),
    leadRewardId: ownReward.describe("Reward for the partner's leads, instead of the group's."),
    saleRewardId: ownReward.describe(
      "Reward for the partner's sales, instead of the group's; `null` pays nothing. The group's id takes it back. It counts for new customers, and another group replaces it.",
    ),
    referralRewardId: ownReward.describe("Reward for partners brought in, instead of the group's."),
    discountId: ownReward.describe("Discount for the customers the partner brings, instead of the group's."),
  })
  .describe("Rewards and discount of one partner.");

export const partnerPatch = z
  .object({
    ...profileFields,
    ...partnerOffer.shape,
    email: email
      .optional()
      .describe(
        "The partner's address; pass only one you have verified. Somebody else's answers 409, and so does that of a partner whom another workspace of the service has enrolled. Embed tokens go on.",
      ),
    image: z.string().nullable().optional().describe("URL of the avatar."),
    groupId: z
      .string()
      .optional()
      .describe("Id or slug of the group to move to; its rewards count from then on, and its default links are added."),
    tenantId: text({ max: 255 }).nullable().optional().describe("The partner's id in your own database."),
    country: z.string().nullable().optional().describe("Country of residence, ISO 3166-1 alpha-2."),
    networkStatus: networkStatus
      .optional()
      .describe(
        "Next standing in the network: draft → submitted → approved or rejected; rejected → submitted; approved ⇄ trusted.",
      ),
    tagIds: z.array(z.string()).max(100).optional().describe("Ids of all tags the enrollment shall have."),
  })
  .describe("Body of `PATCH /partners/{partnerId}`.");

export const partnerNoteInput = z
  .object({
    note: note.meta({
      description: "The note as plain text, instead of the one there is; `null` or blank takes it away.",
      examples: ["Prefers to be called. Wants to talk about a rate in spring."],
    }),
  })
  .describe("Body of `PUT /partners/{partnerId}/note`.");

/** Body of `POST /partners/ban`. */
export const partnerBan = partnerRef.safeExtend({ reason: bannedReason.describe("Why the partner is banned.") });

/** Names an application: by its own id, or by who applied. */
const applicationRef = z.object({
  applicationId: omissible(z.string()).describe("Id of the application, `app_…`; wins over `partnerId`."),
  partnerId: omissible(z.string()).describe("Id of the partner who applied, `pn_…`."),
});
const isNamed = ({ applicationId, partnerId }: z.output<typeof applicationRef>) =>
  applicationId !== undefined || partnerId !== undefined;
const unnamed = "send applicationId or partnerId";

export const applicationApproveInput = applicationRef
  .extend({
    groupId: omissible(z.string()).describe("Id or slug of the group to enroll in. Default: the one applied to."),
  })
  .refine(isNamed, unnamed)
  .describe("Body of `POST /partners/applications/approve`.");

export const applicationRejectInput = applicationRef
  .extend({
    rejectionReason: rejectionReason.optional().describe("Why; shown to the partner in words."),
    rejectionNote: text({ max: 500 }).optional().describe("A note to the partner."),
    reapplicationTimeframe: z
      .enum(["instant", "standard", "never"])
      .optional()
      .describe("When the partner may apply again: at once, after 30 days (`standard`, the default), or never."),
    flagForFraud: z
      .boolean()
      .optional()
      .describe("Whether to mark the application as a suspected fraud. Default `false`."),
    flagForFraudReason: text({ max: 2000 })
      .optional()
      .describe("What raised the suspicion; never shown to the partner."),
  })
  .refine(isNamed, unnamed)
  .describe("Body of `POST /partners/applications/reject`.");
