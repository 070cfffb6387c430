import { erasePartner, erasePartnerEverywhere } from "../domain/partners/erase-partner.ts";
import { operatorCommand, workspaceOption } from "./operator.ts";

/** `erase <partner>` (E21, Y6). */
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
