import { dayMs } from "../harness.ts";
import { hookUrl, type Narrator } from "./narrator.ts";

const browser = { headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" } };

/** A program, its partners and what they bring: every operation is called once as its reference shows it. */
export async function tellStory(narrator: Narrator): Promise<void> {
  const { groupId } = await settings(narrator);
  const ada = await partner(narrator, groupId);
  await links(narrator);
  await tracking(narrator, ada);
  await dashboard(narrator, ada);
  await money(narrator, ada);
  await standing(narrator, groupId);
  await webhooks(narrator);
  await narrator.tell("embedTokens.revoke", { body: { tenantId: "user_1042" } });
}

interface Ada {
  partnerId: string;
  linkId: string;
  token: string;
}

async function settings({ tell, world }: Narrator): Promise<{ groupId: string }> {
  const tag = await tell("tags.create", { body: { name: "Newsletter", color: "green" } });
  await tell("tags.list", { query: { search: "news" } });
  await tell("tags.update", { params: { id: tag.id }, body: { color: "purple" } });
  const spare = await tell("tags.create", { body: { name: "Spare" } });
  await tell("tags.delete", { params: { id: spare.id } });
  const folder = await tell("folders.create", { body: { name: "Autumn campaign" } });
  await tell("folders.list", { query: {} });
  await tell("folders.update", { params: { id: folder.id }, body: { description: "September to November" } });
  await tell("folders.delete", { params: { id: folder.id } });
  const { slug, txtRecord } = await tell("domains.create", { body: { slug: "go.acme.example" } });
  world.dns.records.set(txtRecord.name, [txtRecord.value]);
  await tell("domains.verify", { params: { slug } });
  await tell("domains.list", { query: {} });
  await tell("domains.update", { params: { slug }, body: { notFoundUrl: "https://acme.example/404" } });
  await tell("domains.delete", { params: { slug } });

  const terms = { event: "sale", type: "percentage", amount: 25, maxDurationMonths: 12 } as const;
  const reward = await tell("rewards.create", { body: { ...terms, maxAmount: null, description: null } });
  await tell("rewards.list", { query: {} });
  await tell("rewards.update", { params: { id: reward.id }, body: { maxAmount: 50_000 } });
  const discount = await tell("discounts.create", {
    body: { type: "percentage", amount: 10, maxDuration: 3, description: "10 % off for three months" },
  });
  await tell("discounts.list", { query: {} });
  await tell("discounts.update", { params: { id: discount.id }, body: { amount: 15 } });
  const question = { type: "text", required: true, locked: false } as const;
  const group = await tell("groups.create", {
    body: {
      name: "Creators",
      slug: "creators",
      linkHosts: [{ host: "acme.example", mode: "host" }],
      defaultUrls: ["https://acme.example/pricing"],
      saleRewardId: reward.id,
      discountId: discount.id,
      referralFormData: { fields: [{ ...question, key: "company", label: "Company", position: 0 }] },
    },
  });
  await tell("groups.list", { query: {} });
  await tell("groups.update", { params: { id: group.id }, body: { maxPartnerLinks: 20 } });
  await tell("program.get", {});
  await tell("program.update", {
    body: { minPayoutAmount: 1000, payoutMethods: ["paypal"], embed: { supportEmail: "partners@acme.example" } },
  });
  const key = await tell("apiKeys.create", { body: { name: "Dashboard server", scopes: ["tokens.write"] } });
  await tell("apiKeys.list", { query: {} });
  await tell("apiKeys.delete", { params: { id: key.id } });
  return { groupId: group.id };
}

async function partner({ tell }: Narrator, groupId: string): Promise<Ada> {
  const { id: partnerId, links } = await tell("partners.create", {
    body: {
      email: "ada@okafor.example",
      name: "Ada Okafor",
      username: "ada",
      tenantId: "user_1042",
      groupId,
      country: "NG",
    },
  });
  await tell("partners.update", {
    params: { partnerId },
    body: { website: "https://okafor.example", youtube: "adaokafor" },
  });
  const { publicToken } = await tell("embedTokens.referrals", {
    body: {
      tenantId: "user_1042",
      partner: {
        name: "Ada Okafor",
        email: "ada@okafor.example",
        image: "https://acme.example/avatars/1042.png",
        tenantId: "user_1042",
      },
    },
  });
  const linkId = links![0]!.id;
  await tell("partners.createLink", { body: { partnerId, url: "https://acme.example/webinar", key: "ada-webinar" } });
  await tell("partners.upsertLink", {
    body: { tenantId: "user_1042", url: "https://acme.example/webinar", key: "webinar" },
  });
  const code = await tell("discountCodes.create", { body: { partnerId, linkId, code: "ADA15" } });
  await tell("discountCodes.list", { query: { partnerId } });
  await tell("discountCodes.delete", { params: { idOrCode: code.code } });
  return { partnerId, linkId, token: publicToken };
}

async function links({ tell }: Narrator): Promise<void> {
  const link = await tell("links.create", {
    body: {
      url: "https://acme.example/pricing?plan=pro",
      key: "autumn",
      externalId: "campaign_7",
      trackConversion: true,
      tagNames: ["Newsletter"],
      utm_source: "newsletter",
    },
  });
  await tell("links.upsert", { body: { url: "https://acme.example/changelog", key: "news" } });
  await tell("links.update", {
    params: { linkId: link.id },
    body: { expiresAt: "2026-12-31T23:59:59.000Z", expiredUrl: "https://acme.example/pricing" },
  });
  await tell("links.info", { query: { domain: link.domain, key: "autumn" } });
  await tell("links.get", { params: { linkId: "ext_campaign_7" } });
  await tell("links.list", { query: { search: "autumn", pageSize: 10 } });
  await tell("links.count", { query: { groupBy: "domain" } });
  const made = await tell("links.createMany", {
    body: [
      { url: "https://acme.example/a", key: "spring" },
      { url: "https://acme.example/b", key: "autumn" },
    ],
  });
  const linkIds = made.flatMap((item) => ("id" in item ? [item.id] : []));
  await tell("links.updateMany", { body: { linkIds, data: { archived: true } } });
  await tell("links.deleteMany", { query: { linkIds } });
  const { id } = await tell("links.create", { body: { url: "https://acme.example/once" } });
  await tell("links.delete", { params: { linkId: id } });
  await tell("qrCodes.get", { query: { url: `${link.shortLink}?qr=1`, size: 400, format: "svg" } });
}

async function tracking({ tell }: Narrator, { partnerId }: Ada): Promise<void> {
  const { clickId } = await tell("track.click", { body: { domain: "go.example.com", key: "ada" } }, browser);
  await tell("partners.get", { params: { partnerId } });
  const grace = { customerExternalId: "user_2207", customerName: "Grace Lindqvist" };
  await tell("track.lead", {
    body: { clickId, eventName: "Sign up", ...grace, customerEmail: "grace@lindqvist.example" },
  });
  await tell("track.sale", {
    body: {
      customerExternalId: "user_2207",
      amount: 9900,
      currency: "usd",
      paymentProcessor: "stripe",
      invoiceId: "in_1001",
      metadata: { plan: "pro" },
    },
  });
  await tell("track.refund", { body: { invoiceId: "in_1001", amount: 1900, refundId: "re_1001" } });
  await tell("track.leadClient", { body: { clickId, eventName: "Trial started", customerExternalId: "user_2207" } });
  await tell("track.saleClient", {
    body: { customerExternalId: "user_2207", amount: 4900, currency: "usd", invoiceId: "in_1002" },
  });
  await tell("track.open", { body: { deepLink: "https://go.example.com/autumn" } }, browser);
  await tell("links.create", { body: { url: "https://acme.example", key: "_root" } });
  await tell("track.visit", { body: { domain: "go.example.com", url: "https://acme.example/blog" } }, browser);

  await tell("customers.list", { query: { partnerId } });
  await tell("customers.get", { params: { id: "ext_user_2207" }, query: { includeExpandedFields: true } });
  await tell("customers.update", {
    params: { id: "ext_user_2207" },
    query: {},
    body: { stripeCustomerId: "cus_9s6XKzkNRiz8i3" },
  });
  await tell("customers.create", { body: { externalId: "user_2208", email: "noor@haddad.example" } });
  await tell("customers.delete", { params: { id: "ext_user_2208" } });
  await tell("analytics.retrieve", { query: { event: "composite", groupBy: "top_links", interval: "30d" } });
  await tell("partners.analytics", { query: { partnerId, groupBy: "count" } });
  await tell("events.list", { query: { event: "sales", limit: 1 } });
  await tell("partners.list", { query: { status: "approved", sortBy: "totalSaleAmount", pageSize: 10 } });
  await tell("partners.count", { query: { status: "approved" } });
  await tell("partners.retrieveLinks", { query: { tenantId: "user_1042" } });
}

async function dashboard({ tell }: Narrator, { partnerId, linkId, token }: Ada): Promise<void> {
  const own = { key: token };
  await tell("embed.bootstrap", { query: { interval: "7d" } }, own);
  await tell("embed.token", {}, own);
  await tell("embed.analytics", { query: { event: "composite", groupBy: "count" } }, own);
  await tell("embed.earnings", { query: { status: "pending", limit: 1 } }, own);
  await tell("embed.earningsTimeseries", { query: { interval: "24h", groupBy: "type" } }, own);
  await tell("embed.events", { query: { event: "sale", limit: 1 } }, own);
  await tell("embed.leaderboard", {}, own);
  await tell("embed.links", { query: { limit: 1 } }, own);
  await tell("embed.createLink", { body: { url: "https://acme.example/start", key: "ada-start" } }, own);
  await tell("embed.updateLink", { params: { id: linkId }, body: { key: "adaokafor" } }, own);
  const { id } = await tell("embed.createReferral", { body: { values: { company: "Bluefin Analytics" } } }, own);
  await tell("embed.referrals", { query: {} }, own);
  await tell("referrals.list", { query: { status: "pending" } });
  await tell("referrals.update", { params: { id }, body: { status: "qualified" } });
  await tell("embed.profile", {}, own);
  await tell("embed.updateProfile", { body: { leaderboardOptIn: true, leaderboardName: "Ada" } }, own);
  await tell("embed.setPayoutMethod", { body: { method: "paypal", paypalEmail: "ada@okafor.example" } }, own);
  await tell("embed.payoutMethod", {}, own);
  await tell("embed.export", { query: { format: "csv", section: "earnings" } }, own);
  await tell("embed.stream", {}, own);
  await tell("commissions.list", { query: { partnerId, status: "pending", pageSize: 1 } });
}

async function money({ tell, world }: Narrator, { partnerId }: Ada): Promise<void> {
  await tell("commissions.create", { body: { partnerId, amount: 2500, description: "Webinar in October" } });
  const [entry, sale] = await tell("commissions.list", { query: { partnerId } });
  await tell("commissions.update", { params: { id: entry!.id }, body: { earnings: 3000 } });
  await tell("commissions.updateMany", { body: { commissionIds: [sale!.id], status: "duplicate" } });
  world.clock.advance(31 * dayMs);
  const { id } = await tell("payouts.create", { body: { partnerId } });
  await tell("payouts.list", { query: { status: "pending" } });
  await tell("payouts.update", { params: { id }, body: { status: "processing" } });
  const { publicToken: key } = await tell("embedTokens.referrals", { body: { partnerId } });
  await tell("embed.payouts", { query: {} }, { key });
}

async function standing({ tell }: Narrator, groupId: string): Promise<void> {
  const enroll = (name: string) =>
    tell("partners.create", { body: { email: `${name.toLowerCase()}@mail.example`, name, groupId } });
  const tokenOf = async ({ id: partnerId }: { id: string }) => ({
    key: (await tell("embedTokens.referrals", { body: { partnerId } })).publicToken,
  });
  const invited = await tell("partners.invite", { body: { email: "mara@ilves.example", name: "Mara Ilves", groupId } });
  await tell("embed.accept", { body: {} }, await tokenOf(invited));
  const other = await tell("partners.invite", { body: { email: "ben@mail.example", groupId } });
  await tell("embed.decline", { body: {} }, await tokenOf(other));
  await tell("embed.leave", { body: {} }, await tokenOf(await enroll("Kofi")));

  const { id: partnerId } = invited;
  await tell("partners.archive", { body: { partnerId } });
  await tell("partners.unarchive", { body: { partnerId } });
  await tell("partners.deactivate", { body: { partnerId } });
  await tell("partners.reactivate", { body: { partnerId } });
  await tell("partners.ban", { body: { partnerId, reason: "brand_abuse" } });
  await tell("partners.unban", { body: { partnerId } });

  await tell("program.update", { body: { autoApprove: false } });
  const first = await enroll("Lena");
  await tell("partnerApplications.list", { query: {} });
  await tell("partnerApplications.approve", { body: { partnerId: first.id } });
  const second = await enroll("Omar");
  const outcome = { rejectionReason: "needsMoreDetail", reapplicationTimeframe: "instant" } as const;
  await tell("partnerApplications.reject", { body: { partnerId: second.id, ...outcome } });
  await tell("embed.reapply", { body: {} }, await tokenOf(second));
  await tell("embed.withdraw", { body: {} }, await tokenOf(second));
}

async function webhooks({ tell }: Narrator): Promise<void> {
  const { id } = await tell("webhooks.create", {
    body: { name: "Back office", url: hookUrl, triggers: ["partner.enrolled", "sale.created"] },
  });
  const params = { id };
  await tell("webhooks.get", { params });
  await tell("webhooks.list", { query: {} });
  await tell("webhooks.update", { params, body: { triggers: ["sale.created", "sale.refunded"] } });
  const { id: deliveryId } = await tell("webhooks.test", { params });
  await tell("webhooks.deliveries", { params, query: { status: "pending" } });
  await tell("webhooks.replay", { params: { id, deliveryId } });
  await tell("webhooks.rotate", { params });
  await tell("webhooks.enable", { params });
  await tell("webhooks.delete", { params });
}
