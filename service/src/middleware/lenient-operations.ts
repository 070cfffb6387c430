import type { OperationName } from "referrals-embed/contract";

/**
 * Operations that Dub's SDK and its script call, whose next version may send what this one does not know: it is passed over, and told in
 * `Warning`. Every other operation refuses it. A review is not among them: a word that is passed over would keep an applicant out for
 * weeks, and the SDK sends nothing else.
 */
export const lenientOperations: ReadonlySet<OperationName> = new Set<OperationName>([
  "partners.create",
  "partners.createLink",
  "partners.upsertLink",
  "partners.ban",
  "partners.deactivate",
  "embedTokens.referrals",
  "links.create",
  "links.createMany",
  "links.upsert",
  "links.update",
  "links.updateMany",
  "track.lead",
  "track.sale",
  "track.leadClient",
  "track.saleClient",
  "track.click",
  "track.open",
  "track.visit",
  "customers.update",
  "commissions.create",
  "commissions.update",
  "commissions.updateMany",
  "discountCodes.create",
  "tags.create",
  "tags.update",
  "folders.create",
  "folders.update",
  "domains.create",
  "domains.update",
]);
