/**
 * What crosses a wire, as types and plain tables: operations, records, error codes, money, theme options.
 * @example
 * import { operations, currencyExponent } from "referrals-embed/contract";
 * operations["partners.list"].path; // "/partners"
 * currencyExponent("jpy"); // 0
 */
export * from "./analytics.ts";
export * from "./commission.ts";
export * from "./embed-data.ts";
export * from "./embed-operations.ts";
export * from "./embed.ts";
export * from "./errors.ts";
export * from "./mails.ts";
export * from "./validation-issue.ts";
export * from "./money.ts";
export { type OperationAuth, type OperationRow } from "./operation-row.ts";
export * from "./operation-shapes.ts";
export * from "./operations.ts";
export * from "./partner.ts";
export * from "./payout.ts";
export * from "./program.ts";
export type * from "./records.ts";
export * from "./referral-form.ts";
export * from "./scalars.ts";
export * from "./theme.ts";
export * from "./webhook.ts";
