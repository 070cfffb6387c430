/** The kinds of data to import, in the recommended order. */
export const importKinds = ["partners", "customers", "sales"] as const;

/** One of them. */
export type ImportKind = (typeof importKinds)[number];

/** The fields of each kind, as column names of your own file. */
export const importFields = {
  partners: [
    "email",
    "name",
    "firstName",
    "lastName",
    "tenantId",
    "username",
    "country",
    "groupId",
    "description",
    "createdAt",
    "linkDomain",
    "linkKey",
    "linkUrl",
    "discountCode",
    "payoutMethod",
    "paypalEmail",
    "walletAddress",
    "bankCountry",
    "bankHolder",
    "iban",
    "accountNumber",
    "routingNumber",
    "referredByPartnerId",
    "referredByTenantId",
    "referredByEmail",
    "status",
  ],
  customers: [
    "externalId",
    "name",
    "email",
    "country",
    "stripeCustomerId",
    "createdAt",
    "partnerId",
    "tenantId",
    "partnerEmail",
    "linkDomain",
    "linkKey",
  ],
  sales: [
    "invoiceId",
    "customerExternalId",
    "customerName",
    "customerEmail",
    "amount",
    "currency",
    "earnings",
    "date",
    "status",
    "paidAt",
    "payoutReference",
    "eventName",
    "partnerId",
    "tenantId",
    "partnerEmail",
    "linkDomain",
    "linkKey",
    "type",
  ],
} as const satisfies Record<ImportKind, readonly string[]>;

/** A field of a kind. */
export type ImportField<K extends ImportKind = ImportKind> = (typeof importFields)[K][number];

/** Fields that every row needs. */
export const requiredFields = {
  partners: ["email"],
  customers: ["externalId"],
  sales: ["invoiceId", "customerExternalId", "amount", "earnings", "date"],
} as const satisfies { [K in ImportKind]: readonly ImportField<K>[] };

/** The columns for each field: the first non-empty one is used. Letter case, spaces and punctuation are ignored. */
type Columns = { [K in ImportKind]: { [F in ImportField<K>]?: readonly string[] } };

/**
 * The exports of other products, with names from their documentation: columns where it lists them, else the fields of their API's records,
 * nested ones joined (`sale.referral.stripe_customer_id`) as in flattened JSON.
 */
export const importPresets: Readonly<Record<string, Columns>> = {
  rewardful: {
    partners: {
      email: ["email"],
      firstName: ["first_name"],
      lastName: ["last_name"],
      createdAt: ["created_at"],
      linkKey: ["token", "links.0.token"],
      discountCode: ["coupon.token"],
      paypalEmail: ["paypal_email"],
      status: ["state"],
    },
    customers: {
      externalId: ["stripe_customer_id", "customer.id"],
      stripeCustomerId: ["stripe_customer_id", "customer.id"],
      name: ["customer.name"],
      email: ["customer.email"],
      createdAt: ["became_lead_at", "created_at"],
      partnerEmail: ["affiliate.email", "email"],
      linkKey: ["link.token", "token"],
    },
    sales: {
      invoiceId: ["sale.id", "id"],
      customerExternalId: ["sale.referral.stripe_customer_id", "sale.referral.customer.id"],
      customerName: ["sale.referral.customer.name"],
      customerEmail: ["sale.referral.customer.email"],
      amount: ["sale.sale_amount_cents"],
      currency: ["currency"],
      earnings: ["amount"],
      date: ["sale.charged_at", "created_at"],
      status: ["state"],
      paidAt: ["paid_at"],
      partnerEmail: ["sale.affiliate.email"],
    },
  },
  tolt: {
    partners: {
      email: ["email"],
      firstName: ["first_name"],
      lastName: ["last_name"],
      country: ["country_code"],
      createdAt: ["created_at"],
      payoutMethod: ["payout_method"],
      paypalEmail: ["payout_details.email"],
      status: ["status"],
    },
    customers: {
      externalId: ["customer_id"],
      name: ["name"],
      email: ["email"],
      createdAt: ["lead_at", "created_at"],
      partnerEmail: ["partner.email"],
    },
    sales: {
      invoiceId: ["charge_id", "transaction_id", "id"],
      customerExternalId: ["customer.customer_id"],
      customerName: ["customer.name"],
      customerEmail: ["customer.email"],
      amount: ["revenue"],
      currency: ["currency"],
      earnings: ["amount"],
      date: ["created_at"],
      status: ["status"],
      payoutReference: ["payout_id"],
      partnerEmail: ["partner.email"],
      type: ["type"],
    },
  },
  firstpromoter: {
    partners: {
      email: ["email"],
      firstName: ["profile.first_name", "first_name"],
      lastName: ["profile.last_name", "last_name"],
      tenantId: ["cust_id"],
      country: ["profile.country"],
      createdAt: ["created_at"],
      linkKey: ["default_ref_id", "ref_id"],
      paypalEmail: ["profile.paypal_email"],
      status: ["status"],
    },
    customers: {
      externalId: ["uid"],
      name: ["username"],
      email: ["email"],
      createdAt: ["created_at"],
      partnerEmail: ["promoter.email"],
      linkKey: ["promotion.ref_id"],
    },
    sales: {
      invoiceId: ["event_id", "id"],
      customerExternalId: ["referral.uid", "lead.uid"],
      customerEmail: ["referral.email", "lead.email"],
      amount: ["sale_amount"],
      currency: ["currency"],
      earnings: ["amount"],
      date: ["event_date", "created_at"],
      status: ["is_paid", "status"],
      partnerEmail: ["promoter.email", "promoter_email"],
      type: ["commission_type"],
    },
  },
  dub: {
    partners: {
      email: ["Email"],
      name: ["Name"],
      tenantId: ["Tenant ID"],
      country: ["Country"],
      description: ["Description"],
      createdAt: ["Enrolled at", "Created at"],
      status: ["Status"],
    },
    customers: {
      externalId: ["External ID"],
      name: ["Name"],
      email: ["Email"],
      country: ["Country"],
      createdAt: ["Created at"],
      partnerEmail: ["Partner email", "Partner.email"],
      linkDomain: ["Link.domain"],
      linkKey: ["Link.key"],
    },
    sales: {
      invoiceId: ["Invoice ID", "ID"],
      customerExternalId: ["Customer external ID"],
      customerName: ["Customer name"],
      customerEmail: ["Customer email"],
      amount: ["Amount"],
      currency: ["Currency"],
      earnings: ["Earnings"],
      date: ["Created at"],
      status: ["Status"],
      paidAt: ["Paid at"],
      tenantId: ["Partner tenant ID"],
      partnerEmail: ["Partner email"],
      type: ["Type"],
    },
  },
};

/** Compares names with those of a file without letter case, spaces and punctuation: `Partner email` is `partner_email`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The columns for a field of a kind, folded. */
export function columnsFor(kind: ImportKind, preset: string | undefined): Map<string, string[]> {
  return new Map(Object.entries(namesFor(kind, preset)).map(([field, names]) => [field, names.map(foldName)]));
}

/** The same as they are written: those of the product, else the fields themselves. */
export function namesFor(kind: ImportKind, preset: string | undefined): Readonly<Record<string, readonly string[]>> {
  const columns = preset === undefined ? undefined : importPresets[preset]?.[kind];
  return columns ?? Object.fromEntries(importFields[kind].map((field) => [field, [field]]));
}

/** The required fields of a kind for which a file with this header has no column. */
export function missingFields(kind: ImportKind, preset: string | undefined, header: readonly string[]): string[] {
  const [columns, given] = [columnsFor(kind, preset), header.map(foldName)];
  return requiredFields[kind].filter((field) => !columns.get(field)?.some((name) => given.includes(name)));
}
