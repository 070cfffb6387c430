import { z } from "@hono/zod-openapi";
import { isRate } from "../domain/rules/rate-text.ts";
import { dateTime } from "./text.ts";
import { currency } from "./tracking.ts";

export const rate = z
  .string()
  .refine(isRate, "must be a decimal number above 0 in quotes, with at most 10 decimals")
  .meta({ description: "Units of the program's currency per unit, in quotes.", examples: ["1.08"] });

const rateFields = {
  currency: currency.meta({ description: "The sale's currency, ISO 4217.", examples: ["eur"] }),
  rate,
};

export const exchangeRate = z
  .strictObject({ ...rateFields, validFrom: dateTime.describe("From when on it counts, until a later one.") })
  .describe("What a unit of another currency is worth in the program's.")
  .openapi("ExchangeRate");
export const exchangeRateInput = z
  .object({ ...rateFields, validFrom: dateTime.optional().describe("From when on it counts. Default: always.") })
  .describe("Body of `POST /exchange-rates`.");
export const exchangeRateResult = z
  .strictObject({
    ...exchangeRate.shape,
    valuedSales: z.int().describe("How many sales had waited for it on hold, and are valued now."),
  })
  .describe("Answer of `POST /exchange-rates`.")
  .openapi("ExchangeRateResult");
