import { addRate } from "../domain/fx/add-rate.ts";
import { isCurrencyCode } from "../domain/fx/currency-codes.ts";
import { isRate } from "../domain/fx/rate-text.ts";
import { UsageError } from "./command.ts";
import { dateOf, operatorCommand, workspaceOption } from "./operator.ts";

/** `rate <currency> <rate>` (V14, V15). */
export const rate = operatorCommand(
  {
    does: "add an exchange rate, and value the sales that waited for one",
    takes: "<currency> <rate>",
    options: {
      from: { value: "date", does: "from when it holds; default now" },
      ...workspaceOption,
    },
    more: "The rate is units of the program's currency for one unit of the other: 1.08 for eur when the program counts in usd.",
  },
  async ({ inWorkspace }, given) => {
    const [currency = "", text = ""] = given.args;
    if (!isCurrencyCode(currency)) throw new UsageError(`${currency} is no ISO 4217 currency code.`);
    if (!isRate(text)) throw new UsageError(`${text} is no rate: a number above 0 with at most 10 decimals.`);
    const filled = await addRate(await inWorkspace(), { currency, rate: text, validFrom: dateOf(given, "from") });
    return `1 ${currency.toLowerCase()} is ${text}. ${filled} sales that waited for a rate were valued.`;
  },
);
