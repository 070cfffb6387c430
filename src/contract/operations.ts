import { embedOperations } from "./embed-operations.ts";
import { operationRow as row, type OperationRow } from "./operation-row.ts";
import type { OperationName } from "./operation-shapes.ts";

const missing = ["not_found"] as const;
const taken = ["conflict"] as const;
const both = ["not_found", "conflict"] as const;
const none = [] as const;

const created = { ok: 201 } as const;
const publishable = { auth: "publishable" } as const;

/** Every operation of tiers 1 to 3 that exists. */
export const operations: Readonly<Record<OperationName, OperationRow>> = {
  "partners.list": row(1, "GET /partners", "partners.read", missing, "List the program's partners"),
  "partners.create": row(2, "POST /partners", "partners.write", both, "Create or find a partner", created),
  "partners.get": row(2, "GET /partners/{partnerId}", "partners.read", missing, "Retrieve a partner"),
  "partners.update": row(2, "PATCH /partners/{partnerId}", "partners.write", both, "Update a partner"),
  "partners.count": row(3, "GET /partners/count", "partners.read", missing, "Count partners"),
  "partners.retrieveLinks": row(2, "GET /partners/links", "partners.read", missing, "List a partner's links"),
  "partners.createLink": row(2, "POST /partners/links", "partners.write", both, "Create a partner's link", created),
  "partners.upsertLink": row(
    2,
    "PUT /partners/links/upsert",
    "partners.write",
    both,
    "Create or update a partner's link",
  ),
  "partners.analytics": row(2, "GET /partners/analytics", "analytics.read", missing, "Analytics of a partner"),
  "partners.ban": row(2, "POST /partners/ban", "partners.write", both, "Ban a partner"),
  "partners.deactivate": row(2, "POST /partners/deactivate", "partners.write", both, "Deactivate a partner"),
  "partners.invite": row(3, "POST /partners/invite", "partners.write", both, "Invite a partner", created),
  "partners.unban": row(3, "POST /partners/unban", "partners.write", both, "Lift a ban"),
  "partners.reactivate": row(3, "POST /partners/reactivate", "partners.write", both, "Reactivate a partner"),
  "partners.archive": row(3, "POST /partners/archive", "partners.write", both, "Archive a partner"),
  "partners.unarchive": row(3, "POST /partners/unarchive", "partners.write", both, "Unarchive a partner"),
  "partnerApplications.list": row(
    2,
    "GET /partners/applications",
    "partners.read",
    missing,
    "List pending applications",
  ),
  "partnerApplications.approve": row(
    2,
    "POST /partners/applications/approve",
    "partners.write",
    both,
    "Approve an application",
  ),
  "partnerApplications.reject": row(
    2,
    "POST /partners/applications/reject",
    "partners.write",
    both,
    "Reject an application",
  ),

  "embedTokens.referrals": row(1, "POST /tokens/embed/referrals", "tokens.write", both, "Mint an embed token", created),
  "embedTokens.revoke": row(2, "DELETE /tokens/embed/referrals", "tokens.write", missing, "Revoke embed tokens"),

  "links.create": row(1, "POST /links", "links.write", taken, "Create a link"),
  "links.upsert": row(1, "PUT /links/upsert", "links.write", taken, "Create or update a link by its destination"),
  "links.update": row(1, "PATCH /links/{linkId}", "links.write", both, "Update a link"),
  "links.info": row(2, "GET /links/info", "links.read", missing, "Find a link by id, external id, or domain and key"),
  "links.get": row(2, "GET /links/{linkId}", "links.read", missing, "Retrieve a link"),
  "links.list": row(2, "GET /links", "links.read", none, "List links"),
  "links.count": row(2, "GET /links/count", "links.read", none, "Count links"),
  "links.delete": row(2, "DELETE /links/{linkId}", "links.write", missing, "Delete a link"),
  "links.createMany": row(2, "POST /links/bulk", "links.write", none, "Create up to 100 links"),
  "links.updateMany": row(2, "PATCH /links/bulk", "links.write", taken, "Update up to 100 links, all or nothing"),
  "links.deleteMany": row(2, "DELETE /links/bulk", "links.write", none, "Delete up to 100 links"),
  "qrCodes.get": row(2, "GET /qr", "none", none, "Draw a QR code", {
    auth: "none",
    produces: "image/png, image/svg+xml",
  }),

  "analytics.retrieve": row(1, "GET /analytics", "analytics.read", missing, "Analytics of links"),
  "events.list": row(2, "GET /events", "analytics.read", missing, "List events"),

  "track.lead": row(2, "POST /track/lead", "track.write", both, "Track a lead"),
  "track.sale": row(2, "POST /track/sale", "track.write", both, "Track a sale"),
  "track.leadClient": row(2, "POST /track/lead/client", "none", both, "Track a lead from a browser", publishable),
  "track.saleClient": row(2, "POST /track/sale/client", "none", both, "Track a sale from a browser", publishable),
  "track.click": row(2, "POST /track/click", "none", missing, "Track a click from a browser", { auth: "none" }),
  "track.refund": row(2, "POST /track/refund", "track.write", both, "Track a refund"),
  "track.open": row(3, "POST /track/open", "none", none, "Track an app open", { auth: "none" }),
  "track.visit": row(3, "POST /track/visit", "none", missing, "Track a page view", { auth: "none" }),

  "customers.list": row(2, "GET /customers", "customers.read", none, "List customers"),
  "customers.get": row(2, "GET /customers/{id}", "customers.read", missing, "Retrieve a customer"),
  "customers.create": row(3, "POST /customers", "customers.write", taken, "Create a customer", created),
  "customers.update": row(2, "PATCH /customers/{id}", "customers.write", both, "Update a customer"),
  "customers.delete": row(2, "DELETE /customers/{id}", "customers.write", missing, "Erase a customer"),

  "commissions.list": row(2, "GET /commissions", "commissions.read", missing, "List commissions"),
  "commissions.create": row(2, "POST /commissions", "commissions.write", both, "Create a commission", {
    ok: 202,
  }),
  "commissions.update": row(2, "PATCH /commissions/{id}", "commissions.write", both, "Update a commission"),
  "commissions.updateMany": row(
    2,
    "PATCH /commissions/bulk",
    "commissions.write",
    both,
    "Update up to 100 commissions",
  ),

  "payouts.list": row(2, "GET /payouts", "payouts.read", missing, "List payouts"),
  "payouts.create": row(3, "POST /payouts", "payouts.write", both, "Collect a partner's payable commissions", created),
  "payouts.run": row(3, "POST /payouts/run", "payouts.write", none, "Collect everybody's payable commissions"),
  "payouts.confirm": row(3, "POST /payouts/confirm", "payouts.write", none, "Confirm collected payouts"),
  "payouts.export": row(3, "POST /payouts/export", "payouts.write", none, "Hand confirmed payouts over as a file"),
  "payouts.settle": row(3, "POST /payouts/settle", "payouts.write", none, "Record what was paid"),
  "payouts.update": row(3, "PATCH /payouts/{id}", "payouts.write", both, "Move a payout to its next status"),

  "tags.list": row(2, "GET /tags", "links.read", none, "List tags"),
  "tags.create": row(2, "POST /tags", "links.write", taken, "Create a tag", created),
  "tags.update": row(2, "PATCH /tags/{id}", "links.write", both, "Update a tag"),
  "tags.delete": row(2, "DELETE /tags/{id}", "links.write", missing, "Delete a tag"),
  "folders.list": row(2, "GET /folders", "links.read", none, "List folders"),
  "folders.create": row(2, "POST /folders", "links.write", taken, "Create a folder", created),
  "folders.update": row(2, "PATCH /folders/{id}", "links.write", both, "Update a folder"),
  "folders.delete": row(2, "DELETE /folders/{id}", "links.write", missing, "Delete a folder"),
  "domains.list": row(2, "GET /domains", "links.read", none, "List domains"),
  "domains.create": row(2, "POST /domains", "links.write", taken, "Add a domain", created),
  "domains.update": row(2, "PATCH /domains/{slug}", "links.write", both, "Update a domain"),
  "domains.verify": row(3, "POST /domains/{slug}/verify", "links.write", both, "Verify a domain"),
  "domains.delete": row(2, "DELETE /domains/{slug}", "links.write", both, "Remove a domain"),

  "webhooks.list": row(2, "GET /webhooks", "workspace.read", none, "List webhooks"),
  "webhooks.create": row(2, "POST /webhooks", "workspace.write", none, "Create a webhook", created),
  "webhooks.get": row(2, "GET /webhooks/{id}", "workspace.read", missing, "Retrieve a webhook"),
  "webhooks.update": row(2, "PATCH /webhooks/{id}", "workspace.write", both, "Update a webhook"),
  "webhooks.delete": row(2, "DELETE /webhooks/{id}", "workspace.write", missing, "Delete a webhook"),
  "webhooks.rotate": row(2, "POST /webhooks/{id}/rotate", "workspace.write", missing, "Give a webhook a new secret"),
  "webhooks.test": row(2, "POST /webhooks/{id}/test", "workspace.write", missing, "Send a sample event"),
  "webhooks.enable": row(2, "POST /webhooks/{id}/enable", "workspace.write", missing, "Enable a disabled webhook"),
  "webhooks.deliveries": row(
    2,
    "GET /webhooks/{id}/deliveries",
    "workspace.read",
    missing,
    "List a webhook's deliveries",
  ),
  "webhooks.replay": row(
    2,
    "POST /webhooks/{id}/deliveries/{deliveryId}/replay",
    "workspace.write",
    missing,
    "Deliver an event again",
  ),

  "integrations.list": row(2, "GET /integrations", "workspace.read", none, "List integrations"),
  "integrations.create": row(2, "POST /integrations", "workspace.write", none, "Create an integration", created),
  "integrations.get": row(2, "GET /integrations/{id}", "workspace.read", missing, "Retrieve an integration"),
  "integrations.update": row(2, "PATCH /integrations/{id}", "workspace.write", both, "Update an integration"),
  "integrations.delete": row(2, "DELETE /integrations/{id}", "workspace.write", missing, "Delete an integration"),
  "integrations.test": row(2, "POST /integrations/{id}/test", "workspace.write", both, "Try an integration"),
  "integrations.deliveries": row(
    2,
    "GET /integrations/{id}/deliveries",
    "workspace.read",
    missing,
    "List the events of an integration",
  ),
  "integrations.replay": row(
    2,
    "POST /integrations/{id}/deliveries/{deliveryId}/replay",
    "workspace.write",
    missing,
    "Do an event again",
  ),
  "integrations.receive": row(2, "POST /integrations/{id}/events", "none", missing, "Take an event of a provider", {
    auth: "none",
  }),

  "program.get": row(2, "GET /program", "workspace.read", missing, "Retrieve the program"),
  "program.update": row(2, "PATCH /program", "workspace.write", both, "Update the program"),
  "apiKeys.list": row(2, "GET /api-keys", "workspace.read", none, "List API keys"),
  "apiKeys.create": row(2, "POST /api-keys", "workspace.write", none, "Create an API key", created),
  "apiKeys.delete": row(2, "DELETE /api-keys/{id}", "workspace.write", missing, "Revoke an API key"),
  "groups.list": row(3, "GET /groups", "workspace.read", missing, "List groups"),
  "groups.create": row(3, "POST /groups", "workspace.write", both, "Create a group", created),
  "groups.update": row(3, "PATCH /groups/{id}", "workspace.write", both, "Update a group"),
  "rewards.list": row(3, "GET /rewards", "workspace.read", missing, "List rewards"),
  "rewards.create": row(3, "POST /rewards", "workspace.write", both, "Create a reward", created),
  "rewards.update": row(3, "PATCH /rewards/{id}", "workspace.write", both, "Update a reward"),
  "discounts.list": row(3, "GET /discounts", "workspace.read", missing, "List discounts"),
  "discounts.create": row(3, "POST /discounts", "workspace.write", both, "Create a discount", created),
  "discounts.update": row(3, "PATCH /discounts/{id}", "workspace.write", both, "Update a discount"),
  "discountCodes.list": row(3, "GET /discount-codes", "links.read", missing, "List discount codes"),
  "discountCodes.create": row(3, "POST /discount-codes", "links.write", both, "Create a partner's discount code"),
  "discountCodes.delete": row(3, "DELETE /discount-codes/{idOrCode}", "links.write", missing, "Delete a discount code"),
  "referrals.list": row(3, "GET /referrals", "partners.read", missing, "List the referrals partners sent"),
  "referrals.update": row(3, "PATCH /referrals/{id}", "partners.write", both, "Move a referral to another status"),

  ...embedOperations,
};
