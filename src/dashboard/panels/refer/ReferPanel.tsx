import { useState, type ComponentType, type ReactElement } from "react";
import type { Referral, ReferralForm } from "../../../contract/records.ts";
import type { FormValues } from "../../../contract/referral-form.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Form } from "../../forms/Form.tsx";
import { fieldsOfForm } from "../../forms/field-spec.ts";
import { useSubmitReferral } from "../../writes.ts";
import { Card } from "../../ui/Card.tsx";
import { PastReferrals } from "./PastReferrals.tsx";
import type { SentReferralProps } from "./SentReferral.tsx";
import { loadCode } from "../../../http/load-code.ts";

const loadSent = (): Promise<ComponentType<SentReferralProps>> =>
  loadCode(() => import("./SentReferral.tsx"), "SentReferral").then((code) => code.SentReferral);

/** A referral that was sent, and the code that says so. */
interface SentState {
  referral: Referral;
  Says: ComponentType<SentReferralProps>;
}

/** Sends a customer to the program by its own form, and shows what became of earlier ones. */
export function ReferPanel(): ReactElement {
  const { bootstrap, can, format } = useDashboard();
  const [sent, setSent] = useState<SentState>();
  const form = bootstrap.referralForm;
  const { t } = format;
  return (
    <div className="rf-stack rf-column">
      {form && can("referrals:write") && (
        <Card title={t("refer.title")}>
          {sent ? (
            <sent.Says form={form} referral={sent.referral} onAgain={() => setSent(undefined)} />
          ) : (
            <ReferralFields form={form} onSent={setSent} />
          )}
        </Card>
      )}
      <PastReferrals />
    </div>
  );
}

function ReferralFields({ form, onSent }: { form: ReferralForm; onSent: (sent: SentState) => void }): ReactElement {
  const { session, bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const submit = useSubmitReferral(session);
  const fields = fieldsOfForm(form.fields, t("refer.locked"));
  const send = async (values: FormValues): Promise<void> => {
    // Loaded first: a chunk that fails after the referral was sent would look like a failed referral.
    const Says = await loadSent();
    const referral = await submit.mutateAsync(values);
    emit({ type: "referral.submitted" });
    onSent({ referral, Says });
  };
  return (
    <div className="rf-stack">
      <p className="rf-small rf-muted">{t("refer.next", { program: bootstrap.program.name })}</p>
      <Form fields={fields} submitLabel={t("refer.send")} onSubmit={send} conflict={{ key: "refer.duplicate" }} />
    </div>
  );
}
