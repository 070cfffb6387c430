import type { ReactElement } from "react";
import type { Commission, CommissionPatch, CommissionStatus } from "../../../../contract/records.ts";
import { useToast } from "../../../../dashboard/ui/toast-context.ts";
import { pagesOf, write } from "../../../call.ts";
import { useConsole } from "../../../context.ts";
import { minorOf, typedAmount } from "../../../parts/amounts.ts";
import { Ask, type Question } from "../../../parts/Ask.tsx";
import { ChangedMeanwhile } from "../../../unchanged.ts";

type Settable = NonNullable<CommissionPatch["status"]>;

const toVoid: readonly Settable[] = ["refunded", "canceled", "duplicate", "fraud"];
/** What a status that is no end means. */
const means: Partial<Record<Settable, string>> = {
  hold: "Held, until somebody releases it",
  pending: "Pending: it counts and is paid",
};

/** Where a commission may go from its status; what is paid stays. */
const moves: Readonly<Record<CommissionStatus, readonly Settable[]>> = {
  pending: ["hold", ...toVoid],
  processed: ["hold", ...toVoid],
  hold: ["pending", ...toVoid],
  refunded: ["pending"],
  canceled: ["pending"],
  duplicate: ["pending"],
  fraud: ["pending"],
  paid: [],
};

/** The commission as it is now, among those of its partner. */
async function asItIs({ id, partner }: Commission): Promise<Commission | undefined> {
  for await (const rows of pagesOf("commissions.list", { partnerId: partner.id })) {
    const found = rows.find((row) => row.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Corrects what a commission earns, sets its status, or notes something. */
export function ChangeCommission({ row, onClose }: { row: Commission; onClose: () => void }): ReactElement {
  const { format, words } = useConsole();
  const toast = useToast();
  const { currency, status, type, unknownReason } = row;
  const isPaid = status === "paid";
  const code = currency.toUpperCase();
  const hasFigures = !isPaid && unknownReason === null;
  const shown = { earnings: typedAmount(row.earnings, currency), saleAmount: typedAmount(row.amount, currency) };
  const figures: Question[] = [
    { name: "earnings", label: `What they earn, ${code}`, kind: "amount", value: shown.earnings },
  ];
  if (type === "sale")
    figures.push({
      name: "saleAmount",
      label: `Value of the sale, ${code}`,
      kind: "amount",
      value: shown.saleAmount,
      hint: "Change it alone, and what they earn follows by the reward.",
    });
  return (
    <Ask
      title="Change the commission"
      button={format.t("form.save")}
      questions={[
        ...(hasFigures ? figures : []),
        ...(moves[status].length > 0
          ? [
              {
                name: "status",
                label: format.t("list.status"),
                prompt: "Leave it as it is",
                kind: moves[status].map((value) => ({ value, label: means[value] ?? words.commission[value][0] })),
              },
            ]
          : []),
        { name: "note", label: "Why", kind: "note", hint: "Stays with the commission. They do not see it." },
      ]}
      onAnswer={async (answers) => {
        const { earnings = shown.earnings, saleAmount = shown.saleAmount, note = "" } = answers;
        const body: CommissionPatch = {
          ...(earnings !== shown.earnings && { earnings: minorOf(earnings, currency) }),
          ...(saleAmount !== shown.saleAmount && { saleAmount: minorOf(saleAmount, currency) }),
          ...(answers["status"] && { status: answers["status"] as Settable }),
          ...(note.trim() && { note: note.trim() }),
        };
        if (Object.keys(body).length === 0) throw new Error("Nothing is changed yet.");
        // Looked at again: what somebody else has decided meanwhile is not undone by what was on screen.
        if ((await asItIs(row))?.updatedAt !== row.updatedAt) throw new ChangedMeanwhile("this commission");
        await write("commissions.update", { params: { id: row.id }, body });
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    >
      {isPaid && <p>It is paid, so its amount stays. To take money back, add a bonus below zero.</p>}
    </Ask>
  );
}

interface AddBonusProps {
  partnerId: string;
  currency: string;
  onClose: () => void;
}

/** An amount of the owner's choice, or one that is taken back. */
export function AddBonus({ partnerId, currency, onClose }: AddBonusProps): ReactElement {
  const toast = useToast();
  return (
    <Ask
      title="Add a bonus"
      button="Add"
      questions={[
        {
          name: "amount",
          label: `Amount, ${currency.toUpperCase()}`,
          kind: "amount",
          required: true,
          hint: "Below zero, such as -20, it takes money back.",
        },
        { name: "description", label: "What it is for", hint: "They see this.", required: true },
      ]}
      onAnswer={async ({ amount: typed = "", description = "" }) => {
        const amount = minorOf(typed, currency);
        if (amount === 0) throw new Error("Type an amount above or below zero.");
        await write("commissions.create", { body: { partnerId, amount, description: description.trim() } });
        toast("Added");
      }}
      onClose={onClose}
    >
      <p className="rf-muted">It is in the next payout that may take it, after the holding period.</p>
    </Ask>
  );
}
