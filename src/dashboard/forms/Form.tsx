import { useEffect, useState, type FormEvent, type ReactElement, type ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useMessages } from "../ui/messages-context.ts";
import { Field } from "./Field.tsx";
import type { FieldSpec, FieldValues } from "./field-spec.ts";
import { readForm } from "./read-field.ts";
import { useForm } from "./useForm.ts";
import type { FormOptions } from "./useForm.ts";

const SUMMARY_FROM = 3;

/** Props of {@link Form}. */
export interface FormProps extends FormOptions {
  submitLabel: string;
  /** Default: the catalogue's "Sending". */
  sendingLabel?: string;
  /** Beside the submit button: Cancel. */
  secondary?: ReactNode;
  /** The submit button comes with the first change and goes once that is sent: for what is saved already. */
  savesChanges?: boolean;
  /** What stands in the form after each keystroke, for a live preview. */
  onValues?: (values: FieldValues) => void;
}

/** The one form: fields, their errors, an alert for what belongs to none, and a button that is never disabled. */
export function Form(props: FormProps): ReactElement {
  const { fields, submitLabel, sendingLabel, secondary, onValues, savesChanges, onSubmit } = props;
  const { t, locale } = useMessages();
  const [saved, setSaved] = useState<string>();
  const [current, setCurrent] = useState<string>();
  const { form, errors, alert, sending, submit, blur, focusField } = useForm({
    ...props,
    async onSubmit(values) {
      await onSubmit(values);
      setSaved(JSON.stringify(values));
    },
  });
  const isChanged = current !== undefined && current !== saved;
  useEffect(() => {
    if (form.current) setSaved(JSON.stringify(readForm(fields, new FormData(form.current), locale)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- as it stood when it was opened
  }, []);
  const wrong = fields.filter((spec) => errors[spec.name]);
  /** The field and what is wrong with it; words that name the field stand alone. */
  const inSummary = ({ name, label }: FieldSpec): string => {
    const error = errors[name] ?? "";
    return error.includes(label) ? error : t("form.problem", { field: label, error });
  };
  const tell = (event: FormEvent<HTMLFormElement>): void => {
    if (!savesChanges && !onValues) return;
    const values = readForm(fields, new FormData(event.currentTarget), locale);
    setCurrent(JSON.stringify(values));
    onValues?.(values);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of its controls, bubbling
    <form ref={form} className="rf-stack" noValidate onSubmit={submit} onBlur={blur} onInput={tell} onChange={tell}>
      {alert && (
        <div className="rf-strip rf-alert" role="alert">
          <Icon name="alert" />
          <p>{alert}</p>
        </div>
      )}
      {wrong.length >= SUMMARY_FROM && (
        <div className="rf-strip rf-alert">
          <Icon name="alert" />
          <div>
            <p>{t("form.problems", { count: wrong.length })}</p>
            <ul>
              {wrong.map((spec) => (
                <li key={spec.name}>
                  <Button variant="text" onClick={() => focusField(spec.name)}>
                    {inSummary(spec)}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {fields.map((spec) => (
        <Field key={spec.name} spec={spec} error={errors[spec.name]} />
      ))}
      <div className="rf-row rf-end rf-form-actions">
        {secondary}
        {(isChanged || !savesChanges) && (
          <Button type="submit" variant="primary" aria-disabled={sending}>
            {sending ? (sendingLabel ?? t("form.sending")) : submitLabel}
          </Button>
        )}
      </div>
    </form>
  );
}
