import { trackDispute, type DisputeInput } from "../domain/tracking/track-dispute.ts";
import { UsageError } from "./command.ts";
import { integerOf, operatorCommand, workspaceOption } from "./operator.ts";

const outcomes: readonly DisputeInput["status"][] = ["opened", "won", "lost"];

/** `dispute <dispute> <invoice> <outcome>` (V12). */
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
      "final; saying the same again changes nothing.",
  },
  async ({ inWorkspace }, given) => {
    const [disputeId = "", invoiceId = "", outcome] = given.args;
    const status = outcomes.find((known) => known === outcome);
    if (!status) throw new UsageError(`A dispute is ${outcomes.join(", ")}, not ${outcome}.`);
    await trackDispute(await inWorkspace(), { disputeId, invoiceId, status, amount: integerOf(given, "amount") });
    return `The dispute ${disputeId} of invoice ${invoiceId} is ${status}.`;
  },
);
