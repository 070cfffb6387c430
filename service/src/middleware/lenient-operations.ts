import type { OperationName } from "referrals-embed/contract";

/**
 * Operations that Dub's SDK and script call: a later version may send properties unknown here, so these are ignored and named in `Warning`.
 * All other operations refuse them. Reviews refuse them too: an ignored property could keep an applicant out for weeks, and the SDK sends
 * no others.
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
