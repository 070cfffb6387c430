import type { ReactElement, ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { useMessages } from "../ui/messages-context.ts";
import type { FieldSpec } from "./field-spec.ts";

/** Ids that tie a control to its texts. */
export interface FieldIds {
  control: string;
  label: string;
  /** For `aria-describedby`; undefined when there is nothing to describe. */
  described: string | undefined;
}

/** Ids of a field with these texts. */
export function fieldIds(base: string, has: { hint: boolean; error: boolean }): FieldIds {
  const described = [has.error && `${base}-error`, has.hint && `${base}-hint`].filter(Boolean).join(" ");
  return { control: base, label: `${base}-label`, described: described || undefined };
}

/** Props of {@link FieldFrame}. */
export interface FieldFrameProps {
  spec: FieldSpec;
  base: string;
  error: string | undefined;
  /** Beside the hint, at its end: how many characters of how many. */
  counter?: string;
  /** Several controls share the label. */
  group?: boolean;
  children: ReactNode;
}

/** Label above, control, hint and error below. "Optional" marks the exception. */
export function FieldFrame({ spec, base, error, counter, group, children }: FieldFrameProps): ReactElement {
  const { t } = useMessages();
  const hint = spec.locked ?? spec.hint;
  const Tag = group ? "fieldset" : "div";
  const Label = group ? "legend" : "label";
  return (
    <Tag className="rf-field" data-field={spec.name}>
      <Label
        className={spec.titled ? "rf-vh" : "rf-field-label"}
        id={`${base}-label`}
        {...(group ? {} : { htmlFor: base })}
      >
        <span lang={spec.lang}>{spec.label}</span>
        {!spec.required && !spec.locked && !spec.titled && <span className="rf-field-aside">{t("form.optional")}</span>}
      </Label>
      {children}
      {(hint || counter) && (
        <span className="rf-field-hint">
          <span id={`${base}-hint`}>{hint}</span>
          {counter && <span className="rf-num">{counter}</span>}
        </span>
      )}
      {error && (
        <span className="rf-field-error" id={`${base}-error`}>
          <Icon name="alert" />
          {error}
        </span>
      )}
    </Tag>
  );
}
