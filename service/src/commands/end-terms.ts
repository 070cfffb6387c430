import { endTerms } from "../domain/commissions/end-terms.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

/** `end-terms <customer>` (C8). */
export const endTermsCommand = operatorCommand(
  {
    does: "end the reward terms frozen for a customer",
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
