import { decideCommissions } from "../domain/tracking/confirm-commissions.ts";
import { addRate } from "../domain/tracking/add-rate.ts";
import { isRate } from "../domain/rules/rate-text.ts";
import { isCurrencyCode } from "../domain/rules/currency-codes.ts";
import { trackDispute, type DisputeInput } from "../domain/tracking/track-dispute.ts";
import { UsageError } from "./command.ts";
import { dateOf, integerOf, operatorCommand, valueOf, workspaceOption } from "./operator.ts";
import { rebindCustomer } from "../domain/tracking/rebind-customer.ts";
import { endTerms } from "../domain/commissions/end-terms.ts";
import { erasePartnerEverywhere, erasePartner } from "../domain/partners/erase-partner.ts";

const outcomes: readonly DisputeInput["status"][] = ["opened", "won", "lost"];

/** `dispute <dispute> <invoice> <outcome>`. */
export const dispute = operatorCommand(
  {
    does: "record what a payment processor says of a disputed sale",
    takes: "<disputeId> <invoiceId> <opened|won|lost>",
    options: {
      amount: { value: "minor units", does: "the disputed amount in the sale's currency; default all that is left" },
      ...workspaceOption,
    },
    more:
      "opened holds the sale's unpaid commissions, won releases them, lost books the amount as a refund. won and lost are\n" +
      "final; saying the same again changes nothing, and of several amounts the last one counts.",
  },
  async ({ inWorkspace }, given) => {
    const [disputeId = "", invoiceId = "", outcome] = given.args;
    const status = outcomes.find((known) => known === outcome);
    if (!status) throw new UsageError(`A dispute is ${outcomes.join(", ")}, not ${outcome}.`);
    await trackDispute(await inWorkspace(), { disputeId, invoiceId, status, amount: integerOf(given, "amount") });
    return `The dispute ${disputeId} of invoice ${invoiceId} is ${status}.`;
  },
);

/** `commissions <hold|release> <commission>...`. */
export const commissions = operatorCommand(
  {
    does: "hold commissions for a review, or release them",
    takes: "<hold|release> <commissionId> ...",
    options: { note: { value: "text", does: "why; kept with the commissions and in the audit" }, ...workspaceOption },
    more:
      "Up to 100, all or none. hold keeps them back; paid ones, and those in a payout under way, are refused. The partner\n" +
      "reads that they are under review, not the note. release ends that, reopens what was taken back, and confirms what\n" +
      "only a page reported; what is held for a dispute or a missing rate is refused, for that ends by itself.",
  },
  async ({ inWorkspace }, given) => {
    const [operation, ...ids] = given.args;
    if (operation !== "hold" && operation !== "release")
      throw new UsageError(`Commissions are held or released, not ${operation}.`);
    if (ids.length > 100) throw new UsageError("Name at most 100 commissions at once.");
    const status = operation === "hold" ? "hold" : "pending";
    const rows = await decideCommissions(await inWorkspace(), ids, { status, note: valueOf(given, "note") });
    return rows
      .map(({ id, status: became, holdReason }) => [id, became, holdReason ?? ""].join("  ").trim())
      .join("\n");
  },
);

/** `rate <currency> <rate>`. */
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

/** `rebind <customer> <link>`. */
export const rebind = operatorCommand(
  {
    does: "bind a customer to another link; end-terms ends their terms",
    takes: "<customer> <linkId>",
    options: { reason: { value: "text", does: "why; kept in the audit row" }, ...workspaceOption },
    more:
      "The customer is an id (cus_...) or ext_ and your own id. Later leads and sales follow the new link; past ones stay\n" +
      "where they are.",
  },
  async ({ inWorkspace }, given) => {
    const [customer = "", linkId = ""] = given.args;
    const reason = valueOf(given, "reason");
    if (!reason) throw new UsageError("Say why with --reason: it is kept in the audit row.");
    await rebindCustomer(await inWorkspace(), customer, { linkId, reason });
    return `The customer ${customer} is bound to ${linkId}.`;
  },
);

/** `end-terms <customer>`. */
export const endTermsCommand = operatorCommand(
  {
    does: "end the reward terms frozen for a customer",
    isBeside: true,
    takes: "<customer>",
    options: { reason: { value: "text", does: "why; kept in the audit row" }, ...workspaceOption },
    more: "The customer's next sale freezes what the partner's reward says then. Commissions that exist stay as they are.",
  },
  async ({ inWorkspace }, given) => {
    const [customer = ""] = given.args;
    const reason = valueOf(given, "reason");
    if (!reason) throw new UsageError("Say why with --reason: it is kept in the audit row.");
    const ended = await endTerms(await inWorkspace(), customer, reason);
    return ended ? `The terms of ${customer} are ended.` : `The customer ${customer} has no terms.`;
  },
);

/** `erase <partner>`. */
export const erase = operatorCommand(
  {
    does: "erase a partner's personal data",
    takes: "<partnerId>",
    options: {
      forfeit: { value: true, does: "cancel what the partner has earned and was not paid; without it that is refused" },
      everywhere: { value: true, does: "at the partner's own request: from every workspace, whatever the status" },
      ...workspaceOption,
    },
    more:
      "A partner must be banned or deactivated, unless it is erased everywhere. Name, address, profile, tenantId, answers,\n" +
      "submissions and payout destinations go, tokens end; counters, sums and the ids in money and audit rows stay.",
  },
  async ({ ctx, inWorkspace }, { args: [partnerId = ""], options }) => {
    const forfeit = options["forfeit"] === true;
    if (options["everywhere"]) await erasePartnerEverywhere(ctx, partnerId, { forfeit });
    else await erasePartner(await inWorkspace(), { partnerId }, { forfeit });
    return `The partner ${partnerId} is erased.`;
  },
);
