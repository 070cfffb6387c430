import type { ReactElement } from "react";
import type { Referral, ReferralForm } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { inOrder } from "../../forms/field-spec.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Facts, type Fact } from "../../ui/Facts.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { valueInWords } from "./value-in-words.ts";

/** Props of {@link SentReferral}. */
export interface SentReferralProps {
  form: ReferralForm;
  referral: Referral;
  onAgain: () => void;
}

/** That it was sent, what was sent, and the way to the next one. */
export function SentReferral({ form, referral, onAgain }: SentReferralProps): ReactElement {
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
