import { currencyExponent, payoutMethods, ReferralsError } from "referrals-embed/contract";
import { foldName, type ImportField, type ImportKind } from "./import-presets.ts";

/** A row by its fields; empty values are absent. */
export type Fields = { [F in ImportField]?: string };

/** The format of a file's values. */
export interface RowFormat {
  /** The columns of each field, folded. */
  columns: ReadonlyMap<string, readonly string[]>;
  /** Whether sums are like 29.90, and not 2990. */
  isMajor: boolean;
}

/** A row of a file as the item of a bulk operation, its values as they are written. @throws ReferralsError for a row that cannot be imported */
export function itemOf(kind: ImportKind, values: Record<string, string>, format: RowFormat): object {
  const fields = fieldsOf(values, format);
  switch (kind) {
    case "partners":
      return partnerOf(fields);
    case "customers":
      return { ...fields, createdAt: dateOf(fields.createdAt) };
    case "sales":
      return saleOf(fields, format);
  }
}

/** The label of a row for people. */
export function labelOf(kind: ImportKind, values: Record<string, string>, format: RowFormat): string {
  const fields = fieldsOf(values, format);
  return { partners: fields.email, customers: fields.externalId, sales: fields.invoiceId }[kind] ?? "";
}

function fieldsOf(values: Record<string, string>, { columns }: RowFormat): Fields {
  // A file of refused rows has a quote before text that a spreadsheet would run as a formula.
  const plain = (value: string): string => value.trim().replace(/^'(?=[=+\-@])/, "");
  const given = new Map(Object.entries(values).map(([name, value]) => [foldName(name), plain(value)]));
  const found = [...columns].map(([field, names]) => [field, names.map((name) => given.get(name)).find(Boolean)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

const activeWords = /^(active|approved|accepted|enrolled|confirmed|archived|trusted)$/i;

function partnerOf(fields: Fields): object {
  const { status, firstName, lastName, name = [firstName, lastName].filter(Boolean).join(" ") } = fields;
  if (status && !activeWords.test(status))
    throw left(`The partner is ${status} there; only active ones are brought along.`);
  const { email, tenantId, username, country, groupId, description, discountCode, createdAt } = fields;
  const { linkDomain: domain, linkKey: key, linkUrl: url } = fields;
  return {
    email,
    tenantId,
    username,
    country,
    groupId,
    description,
    discountCode,
    ...(name !== "" && { name }),
    createdAt: dateOf(createdAt),
    payoutMethod: payoutMethodOf(fields),
    referredBy: referredByOf(fields),
    ...(key && { links: [{ domain, key, url }] }),
  };
}

/** The partner who invited this one, by the first given reference. */
function referredByOf(fields: Fields): object | undefined {
  const { referredByPartnerId: partnerId, referredByTenantId: tenantId, referredByEmail: email } = fields;
  if (partnerId) return { partnerId };
  if (tenantId) return { tenantId };
  return email ? { email } : undefined;
}

/** The named method, else the method of the given destination. A partner with a method that is not offered here must choose again. */
function payoutMethodOf(fields: Fields): object | undefined {
  const {
    paypalEmail,
    walletAddress,
    bankCountry: country,
    bankHolder: holder,
    iban,
    accountNumber,
    routingNumber,
  } = fields;
  const byDestination = paypalEmail
    ? "paypal"
    : walletAddress
      ? "stablecoin"
      : (iban ?? accountNumber)
        ? "bank"
        : undefined;
  const named = fields.payoutMethod?.toLowerCase();
  const method = named === undefined ? byDestination : payoutMethods.find((known) => known === named);
  if (!method) return undefined;
  const bank = {
    country: country?.toUpperCase(),
    holder,
    iban: iban?.replaceAll(" ", ""),
    accountNumber,
    routingNumber,
  };
  return { method, paypalEmail, walletAddress, ...(method === "bank" && { bank }) };
}

const paidWords = /^(paid|true|yes|completed)$/i;
const owedWords = /^(pending|due|approved|processed|processing|hold|unpaid|false|no)$/i;

function saleOf(fields: Fields, { isMajor }: RowFormat): object {
  const {
    type,
    status = "pending",
    date,
    paidAt,
    currency,
    customerExternalId,
    customerName,
    customerEmail,
    ...rest
  } = fields;
  if (type && !/^sale$/i.test(type))
    throw left(`It is a commission of the kind ${type}; only sales are brought along.`);
  const isPaid = paidWords.test(status);
  if (!isPaid && !owedWords.test(status))
    throw left(`It is ${status} there and earned nothing, so it is not brought along.`);
  const sum = (name: "amount" | "earnings"): number | undefined =>
    sumOf(name, fields[name], isMajor ? currencyExponent(currency ?? "usd") : undefined);
  return {
    ...rest,
    currency: currency?.toLowerCase(),
    amount: sum("amount"),
    earnings: sum("earnings"),
    date: dateOf(date),
    status: isPaid ? "paid" : "pending",
    ...(isPaid && { paidAt: dateOf(paidAt) }),
    customer: { externalId: customerExternalId, name: customerName, email: customerEmail },
  };
}

/** A sum in minor units. @param exponent the decimals of sums in major units */
function sumOf(name: string, text: string | undefined, exponent: number | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (exponent === undefined) {
    if (/^-?\d+$/.test(text)) return Number(text);
    throw left(
      `${name}: ${text} is no sum in minor units, such as cents. Is the file in major units? Then say --amounts major.`,
    );
  }
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.replace(/[^\d.-]/g, "")) ?? [];
  const minor = decimals.replace(/0+$/, "").padEnd(exponent, "0");
  if (whole !== "" && minor.length === exponent) return Number(`${sign}${whole}${minor}`);
  throw left(`${name}: ${text} is no sum of this currency.`);
}

/** Converts dates of databases and spreadsheets to ISO 8601: a blank becomes T, UTC becomes Z; a time without a zone is UTC. */
function dateOf(text: string | undefined): string | undefined {
  const [, day, time, zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i.exec(text ?? "") ??
    [];
  if (day === undefined || time === undefined) return text;
  return `${day}T${time}${/^(z|utc)$/i.test(zone) ? "Z" : zone}`;
}

function left(message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", message);
}
