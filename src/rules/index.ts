/**
 * Rules that the service and the browser demo share, so that both decide the same: pure functions. Not an entry of the package: the service
 * bundles it.
 */
export * from "./bands.ts";
export * from "./bank-account.ts";
export * from "./brand-colours.ts";
export * from "./buckets.ts";
export * from "./countries.ts";
export * from "./csv.ts";
export * from "./form-values.ts";
export * from "./hidden-marks.ts";
export * from "./instant.ts";
export * from "./link-destination.ts";
export * from "./link-key.ts";
export * from "./milestones.ts";
export * from "./next-payout.ts";
export * from "./parse-url.ts";
export * from "./payout-needs.ts";
export * from "./standing.ts";
export * from "./time-zone.ts";
