import { expect, it } from "vitest";
import { isInEarlierFile, ofFile, type FileFormat } from "../../src/console/screens/money/payout-file.ts";
import type { Payout } from "../../src/contract/records.ts";

const payouts = [
  { id: "by PayPal", method: "paypal", status: "processing" },
  { id: "by bank", method: "bank", status: "processed" },
  { id: "by arrangement", method: "manual", status: "processing" },
  { id: "paid", method: "manual", status: "completed" },
  { id: "canceled", method: "paypal", status: "canceled" },
] as Payout[];

it.each<[FileFormat, FileFormat[], string[]]>([
  ["csv", [], ["by PayPal", "by bank", "by arrangement"]],
  ["paypal", [], ["by PayPal"]],
  ["wise", ["paypal"], ["by bank"]],
  ["csv", ["paypal"], ["by bank", "by arrangement"]],
  ["json", ["paypal", "wise"], ["by arrangement"]],
])("a file %s after %j holds those that are to be paid and are in no provider's file", (format, saved, ids) => {
  expect(ofFile(payouts, format, saved).map(({ id }) => id)).toEqual(ids);
});

it.each<[FileFormat, FileFormat[], boolean]>([
  ["paypal", [], false],
  ["paypal", ["csv"], true],
  ["json", ["csv"], true],
  ["csv", ["csv"], false],
  ["csv", ["paypal"], false],
  ["paypal", ["paypal", "csv"], false],
  ["paypal", ["csv", "paypal"], true],
])("says of a file %s after %j whether its payouts stand in an earlier one", (format, saved, is) => {
  expect(isInEarlierFile(format, saved)).toBe(is);
});
