import { useMemo, useState, type ReactElement } from "react";
import type { PayoutMethod, PayoutMethodInput, PayoutMethodName } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Form } from "../../forms/Form.tsx";
import type { FieldSpec, FieldValues } from "../../forms/field-spec.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { usePayoutMethod } from "../../queries.ts";
import { useSavePayoutMethod } from "../../writes.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Card } from "../../ui/Card.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useToast } from "../../ui/toast-context.ts";

/** How the partner is paid. */
export function PayoutMethodCard(): ReactElement {
  const { session, bootstrap, format, can } = useDashboard();
  const read = usePayoutMethod(session);
  return (
    <Card title={format.t("settings.payouts")}>
      <PanelRead read={read} failed="failed.settings" skeleton={<Skeleton shape="input" count={2} />}>
        {(method) => {
          const mayChange = can("payouts:write") && method.available.length > 0;
          return (
            <div className="rf-stack">
              <Current method={method} mayChange={mayChange} />
              {method.effectiveAt && method.effectiveAt > bootstrap.generatedAt && (
                <p className="rf-small rf-muted">
                  {format.t("settings.effective", { date: format.date(method.effectiveAt) })}
                </p>
              )}
              {mayChange && <MethodForm current={method} />}
            </div>
          );
        }}
      </PanelRead>
    </Card>
  );
}

/** What holds today. The method itself stands in the form, where it can be chosen there. */
function Current({ method, mayChange }: { method: PayoutMethod; mayChange: boolean }): ReactElement | null {
  const { t } = useDashboard().format;
  const isInForm = mayChange && isOffered(method);
  if (!method.method || (isInForm && !method.destination)) return null;
  return (
    <Facts
      plain
      facts={[
        [t("settings.method"), !isInForm && t(`method.${method.method}`)],
        [
          t("settings.destination"),
          method.destination && (
            <BidiText key="to" dir="ltr">
              {method.destination}
            </BidiText>
          ),
        ],
      ]}
    />
  );
}

/** Whether the method that holds is one that partners may choose. */
function isOffered({ method, available }: PayoutMethod): boolean {
  return available.some((name) => name === method);
}

function MethodForm({ current }: { current: PayoutMethod }): ReactElement {
  const { session, format, emit } = useDashboard();
  const { t } = format;
  const save = useSavePayoutMethod(session);
  const toast = useToast();
  const [picked, setPicked] = useState<string | null>(
    (isOffered(current) ? current.method : current.available[0]) ?? null,
  );
  const fields = useMemo(
    (): FieldSpec[] => [
      {
        name: "method",
        type: "select",
        label: t("settings.method"),
        required: true,
        options: current.available.map((value) => ({ value, label: t(`method.${value}`) })),
        value: picked,
      },
      ...destinationFields(picked, t),
    ],
    [t, current, picked],
  );
  const send = async (values: FieldValues): Promise<void> => {
    await save.mutateAsync(values as unknown as PayoutMethodInput);
    emit({ type: "settings.saved" });
    toast(t("settings.saved"));
  };
  return (
    <Form
      fields={fields}
      submitLabel={t("form.save")}
      sendingLabel={t("settings.saving")}
      onSubmit={send}
      onValues={({ method }) => setPicked(typeof method === "string" ? method : null)}
    />
  );
}

function destinationFields(method: string | null, t: ReturnType<typeof useDashboard>["format"]["t"]): FieldSpec[] {
  const email = (label: string): FieldSpec => ({
    name: "paypalEmail",
    type: "email",
    label,
    required: true,
    maxLength: 190,
  });
  const byMethod: Partial<Record<PayoutMethodName, FieldSpec>> = {
    paypal: email(t("settings.paypalEmail")),
    tremendous: email(t("settings.giftEmail")),
    stablecoin: {
      name: "walletAddress",
      type: "text",
      label: t("settings.wallet"),
      required: true,
      maxLength: 190,
      autoComplete: "off",
    },
  };
  const field = byMethod[method as PayoutMethodName];
  return field ? [field] : [];
}
