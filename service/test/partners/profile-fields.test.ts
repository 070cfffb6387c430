import { afterAll, beforeAll, expect, it } from "vitest";
import { fieldOf } from "../../src/column-name.ts";
import { exampleOf } from "../../src/docs/examples.ts";
import type { Schema } from "../../src/docs/fields.ts";
import { partnerFields } from "../../src/domain/programs/partner-record.ts";
import { profilePatch } from "../../src/schemas/embed-input.ts";
import { partnerOffer, partnerPatch } from "../../src/schemas/partner-input.ts";
import { personal } from "../../src/store/schema/tables.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let document: Schema;
beforeAll(async () => {
  service = await createTestService();
  document = (await service.request("GET", "/openapi.json", { key: null })).body;
});
afterAll(() => service.close());

/** What a body may say beside the profile, or may not say of two partners. */
const beside = [
  ..."email tenantId username groupId networkStatus tagIds linkProps referredBy values".split(" "),
  ...Object.keys(partnerOffer.shape),
];

/** Every field of the profile that an operation takes, each with its example. */
const bodyOf = (method: string, path: string): Record<string, unknown> => {
  const { schema } = document["paths"][path][method].requestBody.content["application/json"];
  const example: Record<string, unknown> = exampleOf(schema, { document });
  return Object.fromEntries(Object.entries(example).filter(([field]) => !beside.includes(field)));
};

it("a new partner's record says what the call said of the partner", async () => {
  const body = bodyOf("post", "/partners");
  expect(await service.createPartner(body)).toMatchObject(body);
});

it("a changed partner's record says what the change said", async () => {
  const { id } = await service.createPartner();
  const body = bodyOf("patch", "/partners/{partnerId}");
  expect((await service.request("PATCH", `/partners/${id}`, { body })).body).toMatchObject(body);
});

it("the embed shows a profile as the partner has changed it", async () => {
  const key = await service.embedToken((await service.createPartner()).id);
  const body = bodyOf("patch", "/embed/referrals/profile");
  expect((await service.request("PATCH", "/embed/referrals/profile", { key, body })).body).toMatchObject(body);
});

it("a partner's record has the specification's properties and no other (api §7.1)", () => {
  const specified = [
    "id name username email image description country companyName networkStatus defaultPayoutMethod paypalEmail",
    "stripeConnectId payoutsEnabledAt identityVerifiedAt programId groupId partnerId tenantId createdAt status links",
    "totalCommissions clickRewardId leadRewardId saleRewardId referralRewardId discountId applicationId bannedAt",
    "bannedReason referralFormData application tags totalClicks totalLeads totalConversions totalSales totalSaleAmount",
    "netRevenue earningsPerClick averageLifetimeValue clickToLeadRate clickToConversionRate leadToConversionRate",
    "returnOnAdSpend website youtube twitter linkedin instagram tiktok trustedAt",
  ];
  expect(partnerFields).toEqual(specified.join(" ").split(" "));
});

it("what a program or a partner can write of a profile is marked as personal, but for the name (Y6)", () => {
  const marked = [...personal.partners, ...personal.partner_profiles].map(fieldOf);
  const written = [...Object.keys(partnerPatch.shape), ...Object.keys(profilePatch.shape)];
  const unmarked = written.filter((field) => !beside.includes(field) && !marked.includes(field));
  expect(new Set(unmarked)).toEqual(new Set(["name"]));
});

it("a program can change what the record shows of the profile, but for how the partner is paid", () => {
  const shown = personal.partner_profiles.map(fieldOf).filter((field) => partnerFields.some((name) => name === field));
  expect(shown.filter((field) => !(field in partnerPatch.shape))).toEqual([
    "defaultPayoutMethod",
    "paypalEmail",
    "stripeConnectId",
    "payoutsEnabledAt",
    "identityVerifiedAt",
  ]);
});
