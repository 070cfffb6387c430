import type { ReactElement } from "react";
import type { Group, Partner, Reward } from "../../../contract/records.ts";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { percent, wholeNumber } from "../../parts/amounts.ts";
import { Ask } from "../../parts/Ask.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { expectPartner } from "./expect-partner.ts";

export interface OwnRateProps {
  partner: Partner;
  group: Group | undefined;
  rewards: readonly Reward[];
  onClose: () => void;
}

/** A share of sales for one partner, instead of what the group has. */
export function OwnRate({ partner, group, rewards, onClose }: OwnRateProps): ReactElement {
  const { format } = useConsole();
  const toast = useToast();
  const textOf = useTermsText();
  const ofGroup = rewards.find(({ id }) => id === group?.saleRewardId);
  const own =
    partner.saleRewardId === group?.saleRewardId ? undefined : rewards.find(({ id }) => id === partner.saleRewardId);
  const shown = {
    amount: own?.type === "percentage" ? String(own.amount) : "",
    maxDuration: String(own?.maxDuration ?? ""),
  };
  return (
    <Ask
      title={`Own rate of ${partner.name}`}
      button={format.t("form.save")}
      questions={[
        {
          name: "amount",
          label: "Per cent of each sale",
          kind: "amount",
          hint: `Empty: as the group has it, ${ofGroup ? textOf(ofGroup) : "nothing"}.`,
          value: shown.amount,
        },
        {
          name: "maxDuration",
          label: "For how many months of a customer",
          hint: "Empty: for good.",
          value: shown.maxDuration,
        },
      ]}
      onAnswer={async ({ amount = "", maxDuration = "" }) => {
        // A rate of another kind, such as a fixed amount, is not replaced by a look at it.
        if (amount === shown.amount && maxDuration === shown.maxDuration) throw new Error("Nothing is changed yet.");
        await expectPartner(partner, ["saleRewardId", "groupId"]);
        const saleRewardId = amount.trim()
          ? await rewardOf({ amount: percent(amount), maxDuration: wholeNumber(maxDuration) })
          : (group?.saleRewardId ?? null);
        await write("partners.update", { params: { partnerId: partner.id }, body: { saleRewardId } });
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    >
      {own && <p>Now: {textOf(own)}. What you save here replaces it.</p>}
      <p>New customers count by it; customers who have bought keep their terms. Another group replaces it.</p>
    </Ask>
  );
}

/** The reward of such a rate: one that no group has, else a new one. A group's would change with the group. */
async function rewardOf(terms: Pick<Reward, "amount" | "maxDuration">): Promise<string> {
  const [rewards, groups] = await Promise.all([allOf("rewards.list", {}), allOf("groups.list", {})]);
  const fits = rewards.find(
    ({ id, event, type, amount, maxDuration, maxAmount, conditions }) =>
      event === "sale" &&
      type === "percentage" &&
      amount === terms.amount &&
      maxDuration === terms.maxDuration &&
      maxAmount === null &&
      conditions.length === 0 &&
      !groups.some(({ saleRewardId }) => saleRewardId === id),
  );
  return (fits ?? (await write("rewards.create", { body: { event: "sale", type: "percentage", ...terms } }))).id;
}
