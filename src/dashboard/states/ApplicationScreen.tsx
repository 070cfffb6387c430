import { useMemo, type ReactElement, type ReactNode } from "react";
import type { AskedApplication, Bootstrap } from "../../contract/records.ts";
import { useShell } from "../dashboard-context.ts";
import { errorCode } from "../embed-error.ts";
import { Form } from "../forms/Form.tsx";
import { fieldsOfForm, type FieldSpec, type FieldValues } from "../forms/field-spec.ts";
import { OfferList } from "../OfferList.tsx";
import { reload } from "../restart.ts";
import type { Session } from "../session.ts";
import { useEnrollmentAction } from "../writes.ts";
import { Card } from "../ui/Card.tsx";
import { Heading } from "../ui/Heading.tsx";
import { Strip } from "../ui/Strip.tsx";

/** Props of {@link ApplicationScreen}. */
export interface ApplicationScreenProps {
  bootstrap: Bootstrap;
  application: AskedApplication;
  /** The state of the application so far. */
  title: string;
  text: readonly string[];
  /** Beside the button that sends, and whether it failed. */
  secondary: ReactNode;
  failed: boolean;
}

/**
 * The program's questions, for a first or a repeated application. Assistive technology announces the notice; the form is outside it, or
 * every form error would be announced twice.
 */
export function ApplicationScreen({
  bootstrap,
  application,
  title,
  text,
  secondary,
  failed,
}: ApplicationScreenProps): ReactElement {
  const { session, format, emit } = useShell();
  const { t } = format;
  const write = useEnrollmentAction(session);
  const action = bootstrap.actions.includes("apply") ? "apply" : "reapply";
  const { partnerId, values } = application;
  const begun = useMemo(() => draftOf(session, partnerId) ?? (values as FieldValues), [session, partnerId, values]);
  const send = async (values: FieldValues): Promise<void> => {
    await write.mutateAsync({ action, values }).catch((error: unknown) => {
      // Another tab was first: what holds now replaces the form.
      if (errorCode(error) === "conflict") void reload(session);
      throw error;
    });
    drafts.delete(session);
    emit({ type: "application.submitted" });
  };
  return (
    <div className="rf-column">
      {/* On a card: the program's own background may leave quiet words without contrast. */}
      <Card className="rf-stack">
        <div className="rf-stack rf-stack-12" role="status">
          <Heading className="rf-h2">{title}</Heading>
          {text.map((sentence) => (
            <p key={sentence} className="rf-muted">
              {sentence}
            </p>
          ))}
          {bootstrap.rewards.length > 0 && <OfferList bootstrap={bootstrap} />}
        </div>
        {failed && <Strip>{t("failed.action")}</Strip>}
        <Form
          // Clears the fields for another partner.
          key={partnerId}
          fields={fieldsOf(application, begun, t("refer.locked"))}
          submitLabel={t(action === "apply" ? "state.apply" : "state.reapply")}
          onSubmit={send}
          onValues={(values) => void drafts.set(session, { partnerId, values })}
          secondary={secondary}
        />
      </Card>
    </div>
  );
}

/**
 * Typed text that was not sent, while the dashboard is open: a session that ends and continues must not lose it. It is kept only in memory,
 * since the dashboard stores nothing in the browser.
 */
const drafts = new WeakMap<Session, { partnerId: string; values: FieldValues }>();

function draftOf(session: Session, partnerId: string): FieldValues | undefined {
  const draft = drafts.get(session);
  return draft?.partnerId === partnerId ? draft.values : undefined;
}

function fieldsOf({ form }: AskedApplication, given: FieldValues, lockedReason: string): FieldSpec[] {
  return fieldsOfForm(form?.fields ?? [], lockedReason).map((spec) => ({ ...spec, value: given[spec.name] ?? null }));
}
