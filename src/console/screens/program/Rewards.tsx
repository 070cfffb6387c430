import { useState, type ReactElement } from "react";
import type { Reward, RewardPatch } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useRead } from "../../data.ts";
import { minorOf, percent, typedAmount } from "../../parts/amounts.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { expectUnchanged } from "../../unchanged.ts";
import { plain } from "../../parts/words.ts";

const rewardIds = ["clickRewardId", "leadRewardId", "saleRewardId", "referralRewardId"] as const;

/** What each event pays, and to whom. */
export function Rewards(): ReactElement {
  const { canManage } = useConsole();
  const textOf = useTermsText();
  const rewards = useRead("rewards.list", { query: { pageSize: 100 } });
  const groups = useRead("groups.list", { query: { pageSize: 100 } });
  const program = useRead("program.get", {});
  const [open, setOpen] = useState<Reward>();
  const currency = program.data?.currency ?? "usd";
  const groupsOf = ({ id }: Reward): string =>
    (groups.data ?? [])
      .filter((group) => rewardIds.some((key) => group[key] === id))
      .map(({ name }) => name)
      .join(", ");
  return (
    <Card title="Rewards" flush>
      <Read of={rewards} empty="Nothing is paid yet.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((reward) => (
              <li key={reward.id} className="con-item">
                <span>
                  {plain(reward.event)}: {textOf(reward)}{" "}
                  <span className="rf-muted rf-small">
                    {groupsOf(reward) || "of no group: a partner's own, or not in use"}
                  </span>
                </span>
                {canManage && (
                  <Button mini onClick={() => setOpen(reward)}>
                    Change
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Read>
      {open && <ChangeReward reward={open} currency={currency} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

const fields = ["amount", "maxDuration"] as const;

function ChangeReward({
  reward,
  currency,
  onClose,
}: {
  reward: Reward;
  currency: string;
  onClose: () => void;
}): ReactElement {
  const toast = useToast();
  const isFlat = reward.type === "flat";
  return (
    <Ask
      title={`${plain(reward.event)} reward`}
      button="Save"
      questions={[
        {
          name: "amount",
          label: isFlat ? `Amount, ${currency.toUpperCase()}` : "Per cent of the sale",
          kind: "amount",
          value: isFlat ? typedAmount(reward.amount, currency) : String(reward.amount),
        },
        {
          name: "maxDuration",
          label: "For how many months",
          hint: "Empty: for good.",
          value: String(reward.maxDuration ?? ""),
        },
      ]}
      onAnswer={async ({ amount = "", maxDuration = "" }) => {
        const typed = {
          amount: isFlat ? minorOf(amount, currency) : percent(amount),
          maxDuration: maxDuration.trim() === "" ? null : Number(maxDuration),
        };
        expectUnchanged(reward, await allOf("rewards.list", {}), { fields, called: "reward" });
        const body: RewardPatch = {
          ...(typed.amount !== reward.amount && { amount: typed.amount }),
          ...(typed.maxDuration !== reward.maxDuration && { maxDuration: typed.maxDuration }),
        };
        if (Object.keys(body).length > 0) await write("rewards.update", { params: { id: reward.id }, body });
        toast("Saved");
      }}
      onClose={onClose}
    >
      <p className="rf-muted">New customers earn by it. Customers who have bought keep the terms they began with.</p>
    </Ask>
  );
}
