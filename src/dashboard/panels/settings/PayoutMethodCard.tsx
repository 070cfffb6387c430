import { useMemo, useState, type ReactElement } from "react";
import type { PayoutMethod, PayoutMethodInput } from "../../../contract/records.ts";
import { hasIban } from "../../../rules/bank-account.ts";
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
    <Card title={format.t("settings.payouts")} className="rf-pay-by">
      <PanelRead read={read} failed="failed.settings" skeleton={<MethodSkeleton />}>
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

/** What holds today, and the two fields of the simplest way. */
function MethodSkeleton(): ReactElement {
  return (
    <>
      <Skeleton shape="line" count={2} />
      <Skeleton shape="input" />
      <Skeleton shape="line" />
      <Skeleton shape="input" />
      <Skeleton shape="button" />
    </>
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
  const [picked, setPicked] = useState<FieldValues>({
    method: (isOffered(current) ? current.method : current.available[0]) ?? null,
  });
  const fields = useMemo(
    (): FieldSpec[] => [
      {
        name: "method",
        type: "select",
        label: t("settings.method"),
        required: true,
        options: current.available.map((value) => ({ value, label: t(`method.${value}`) })),
        value: picked["method"],
      },
      ...destinationFields(picked, t),
    ],
    [t, current, picked],
  );
  const send = async (values: FieldValues): Promise<void> => {
    await save.mutateAsync(inputOf(values));
    emit({ type: "settings.saved" });
    toast(t("settings.saved"));
  };
  return (
    <Form
      fields={fields}
      submitLabel={t("form.save")}
      sendingLabel={t("settings.saving")}
      savesChanges
      onSubmit={send}
      onValues={({ method = null, country = null }) => {
        const same = method === picked["method"] && country === (picked["country"] ?? null);
        if (!same) setPicked({ method, country });
      }}
    />
  );
}

/** What was entered as the operation takes it: the fields of an account are one of its own. */
function inputOf({ method, ...fields }: FieldValues): PayoutMethodInput {
  return { method, ...(method === "bank" ? { bank: fields } : fields) } as unknown as PayoutMethodInput;
}

function destinationFields(picked: FieldValues, t: ReturnType<typeof useDashboard>["format"]["t"]): FieldSpec[] {
  const field = (name: string, label: string, maxLength: number): FieldSpec => ({
    name,
    type: "text",
    label,
    required: true,
    maxLength,
    autoComplete: "off",
  });
  const email = (label: string): FieldSpec => ({
    ...field("paypalEmail", label, 190),
    type: "email",
    autoComplete: "email",
  });
  switch (picked["method"]) {
    case "paypal":
      return [email(t("settings.paypalEmail"))];
    case "tremendous":
      return [email(t("settings.giftEmail"))];
    case "stablecoin":
      return [field("walletAddress", t("settings.wallet"), 190)];
    case "bank":
      return [
        { name: "country", type: "country", label: t("settings.country"), required: true, value: null },
        field("holder", t("settings.holder"), 190),
        ...accountFields(picked["country"], field, t),
      ];
    default:
      return [];
  }
}

/** What names an account in its country; nothing before that is chosen. */
function accountFields(
  country: FieldValues[string] | undefined,
  field: (name: string, label: string, maxLength: number) => FieldSpec,
  t: ReturnType<typeof useDashboard>["format"]["t"],
): FieldSpec[] {
  if (typeof country !== "string") return [];
  // Called so in every language.
  if (hasIban(country)) return [field("iban", "IBAN", 50)];
  return [field("accountNumber", t("settings.account"), 34), field("routingNumber", t("settings.routing"), 20)];
}
