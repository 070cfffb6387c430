import { useState, type ReactElement } from "react";
import type { Referral, ReferralForm } from "../../../contract/records.ts";
import type { FormValues } from "../../../contract/referral-form.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Form } from "../../forms/Form.tsx";
import { fieldsOfForm, inOrder } from "../../forms/field-spec.ts";
import { useSubmitReferral } from "../../writes.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Facts, type Fact } from "../../ui/Facts.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { invitationReward } from "../../resolve-sections.ts";
import { InviteCard } from "./InviteCard.tsx";
import { PastReferrals } from "./PastReferrals.tsx";
import { valueInWords } from "./value-in-words.ts";

/** Sends a customer to the program by its own form, shows what became of earlier ones, and has the link that brings in partners. */
export function ReferPanel(): ReactElement {
  const { bootstrap, can, format } = useDashboard();
  const [sent, setSent] = useState<Referral>();
  const form = bootstrap.referralForm;
  const reward = invitationReward(bootstrap);
  const { t } = format;
  return (
    <div className="rf-stack rf-column">
      {form && can("referrals:write") && (
        <Card title={t("refer.title")}>
          {sent ? (
            <SentReferral form={form} referral={sent} onAgain={() => setSent(undefined)} />
          ) : (
            <ReferralFields form={form} onSent={setSent} />
          )}
        </Card>
      )}
      {reward && <InviteCard reward={reward} />}
      {form && <PastReferrals />}
    </div>
  );
}

function ReferralFields({ form, onSent }: { form: ReferralForm; onSent: (referral: Referral) => void }): ReactElement {
  const { session, bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const submit = useSubmitReferral(session);
  const fields = fieldsOfForm(form.fields, t("refer.locked"));
  const send = async (values: FormValues): Promise<void> => {
    const referral = await submit.mutateAsync(values);
    emit({ type: "referral.submitted" });
    onSent(referral);
  };
  return (
    <div className="rf-stack">
      <p className="rf-small rf-muted">{t("refer.next", { program: bootstrap.program.name })}</p>
      <Form fields={fields} submitLabel={t("refer.send")} onSubmit={send} conflict={{ key: "refer.duplicate" }} />
    </div>
  );
}

interface SentReferralProps {
  form: ReferralForm;
  referral: Referral;
  onAgain: () => void;
}

/** That it was sent, what was sent, and the way to the next one. */
function SentReferral({ form, referral, onAgain }: SentReferralProps): ReactElement {
  const { format } = useDashboard();
  const { t } = format;
  const facts = inOrder(form.fields).map((field): Fact => {
    const value = valueInWords(field, referral.values[field.key], format);
    return [field.label, value && <BidiText key="value">{value}</BidiText>];
  });
  return (
    <div className="rf-stack rf-stack-12">
      <p className="rf-row rf-sent" role="status">
        <Icon name="check" />
        {t("refer.sent")}
      </p>
      <Facts plain facts={facts} />
      <p>
        <Button onClick={onAgain}>{t("refer.another")}</Button>
      </p>
    </div>
  );
}
