import { useState, type ReactElement } from "react";
import type { Discount, DiscountPatch } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useCurrency, useReadAll } from "../../data.ts";
import { minorOf, percent, typedAmount, wholeNumber } from "../../parts/amounts.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { expectUnchanged } from "../../unchanged.ts";

/** What friends of partners save. A group has one of them, chosen under Joining. */
export function Discounts(): ReactElement {
  const { canManage } = useConsole();
  const list = useReadAll("discounts.list");
  const groups = useReadAll("groups.list");
  const currency = useCurrency();
  const textOf = useTermsText();
  const [open, setOpen] = useState<Discount | "new">();
  const groupsOf = ({ id }: Discount): string =>
    (groups.data ?? [])
      .filter(({ discountId }) => discountId === id)
      .map(({ name }) => name)
      .join(", ");
  return (
    <Card
      title="What friends save"
      flush
      actions={
        canManage && (
          <Button mini icon="plus" onClick={() => setOpen("new")}>
            Discount
          </Button>
        )
      }
    >
      <Read of={list} empty="Nothing. Friends of partners pay what everybody pays.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((discount) => (
              <li key={discount.id} className="con-item">
                <span>
                  {textOf(discount)}{" "}
                  <span className="rf-muted rf-small">{groupsOf(discount) || "no group has it"}</span>
                </span>
                {canManage && (
                  <Button mini onClick={() => setOpen(discount)}>
                    Change
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Read>
      {open && (
        <EditDiscount
          discount={open === "new" ? undefined : open}
          currency={currency}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

const fields = ["amount", "maxDuration", "description"] as const;

interface EditDiscountProps {
  discount: Discount | undefined;
  currency: string;
  onClose: () => void;
}

/** Makes a discount in per cent, or changes one. */
function EditDiscount({ discount, currency, onClose }: EditDiscountProps): ReactElement {
  const { format } = useConsole();
  const toast = useToast();
  const isFlat = discount?.type === "flat";
  const shown = discount ? (isFlat ? typedAmount(discount.amount, currency) : String(discount.amount)) : "";
  return (
    <Ask
      title={discount ? "Change the discount" : "New discount"}
      button={format.t("form.save")}
      questions={[
        {
          name: "amount",
          label: isFlat ? `Amount, ${currency.toUpperCase()}` : "Per cent off",
          kind: "amount",
          value: shown,
          required: true,
        },
        {
          name: "maxDuration",
          label: "For how many months",
          hint: "Empty: for good; 0: the first purchase only.",
          value: String(discount?.maxDuration ?? ""),
        },
        { name: "description", label: "What friends read of it", value: discount?.description ?? "" },
      ]}
      onAnswer={async ({ amount = "", maxDuration = "", description = "" }) => {
        const typed = {
          amount: isFlat ? minorOf(amount, currency) : percent(amount),
          maxDuration: wholeNumber(maxDuration),
          description: description.trim() || null,
        };
        if (!discount) {
          await write("discounts.create", { body: { type: "percentage", ...typed } });
        } else {
          expectUnchanged(discount, await allOf("discounts.list", {}), { fields, called: "discount" });
          const body: DiscountPatch = Object.fromEntries(
            fields.filter((field) => typed[field] !== discount[field]).map((field) => [field, typed[field]]),
          );
          if (Object.keys(body).length > 0) await write("discounts.update", { params: { id: discount.id }, body });
        }
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    >
      <p className="rf-muted">
        Shown on links and in the dashboard; your checkout applies it. A group has it once you choose it under Joining.
      </p>
    </Ask>
  );
}
