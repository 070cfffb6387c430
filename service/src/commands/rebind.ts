import { rebindCustomer } from "../domain/tracking/rebind-customer.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

/** `rebind <customer> <link>` (A8). */
export const rebind = operatorCommand(
  {
    does: "bind a customer to another link",
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
    await rebindCustomer(await inWorkspace(), customer, linkId, reason);
    return `The customer ${customer} is bound to ${linkId}.`;
  },
);
