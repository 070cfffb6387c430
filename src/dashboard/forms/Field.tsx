import { useId, useState, type InputHTMLAttributes, type ReactElement, type ComponentType } from "react";
import { Icon } from "../ui/Icon.tsx";
import { Select } from "../ui/Select.tsx";
import { useMessages } from "../ui/messages-context.ts";
import { FieldFrame, fieldIds } from "./FieldFrame.tsx";
import type { FieldSpec } from "./field-spec.ts";
import { Lazily } from "../Lazily.tsx";
import { Choices, type ChoicesProps } from "./Choices.tsx";
import { countryOptions } from "./country-options.ts";
import { loadCode } from "../../http/load-code.ts";

/** Props of {@link Field}. */
export interface FieldProps {
  spec: FieldSpec;
  /** What is wrong, in words. */
  error?: string;
}

const AS_TYPED = { dir: "ltr", autoCapitalize: "none", spellCheck: false };

/** How each type asks for text: the keyboard, the direction, what the browser may fill in. */
const INPUTS: Partial<Record<FieldSpec["type"], InputHTMLAttributes<HTMLInputElement>>> = {
  date: { type: "date" },
  number: { inputMode: "decimal", dir: "ltr" },
  phone: { type: "tel", autoComplete: "tel", dir: "ltr" },
  url: { inputMode: "url", ...AS_TYPED },
  slug: AS_TYPED,
  email: { type: "email", autoComplete: "email", dir: "ltr" },
};

const COUNTER_FROM = 0.8;

function textOf(spec: FieldSpec, locale: string): string {
  const { value } = spec;
  return typeof value === "number"
    ? new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value)
    : String(value ?? "");
}

/** A locked value in words: what an option or a country is called. */
function lockedText(spec: FieldSpec, locale: string): string {
  const options = spec.type === "country" ? countryOptions(locale) : (spec.options ?? []);
  const values = Array.isArray(spec.value) ? spec.value : [textOf(spec, locale)];
  return values.map((value) => options.find((option) => option.value === value)?.label ?? value).join(", ");
}

/** One field: any type of the specification, its label, hint and error. Uncontrolled; read through `FormData`. */
export function Field({ spec, error }: FieldProps): ReactElement {
  const { t, locale } = useMessages();
  const base = useId();
  const [length, setLength] = useState([...textOf(spec, locale)].length);
  const ids = fieldIds(base, { hint: !!(spec.locked ?? spec.hint), error: !!error });
  const shared = {
    id: ids.control,
    name: spec.name,
    className: "rf-input",
    "data-field-control": "",
    "data-autofocus": spec.autofocus ? "" : undefined,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": ids.described,
    "aria-required": spec.required || undefined,
  };
  const max = spec.maxLength ?? Infinity;
  const counter = length >= max * COUNTER_FROM && !spec.locked ? t("form.counter", { length, max }) : undefined;
  const multi = spec.type === "multiSelect" && !spec.locked;
  const control = (): ReactElement => {
    if (spec.locked) {
      return (
        <span className="rf-locked">
          <input {...shared} name={undefined} readOnly dir="auto" value={lockedText(spec, locale)} />
          <Icon name="lock" />
        </span>
      );
    }
    if (multi) {
      const chosen = Array.isArray(spec.value) ? spec.value : [];
      const texts = { described: ids.described, invalid: !!error };
      return <MultiSelect name={spec.name} options={spec.options ?? []} chosen={chosen} {...texts} />;
    }
    if (spec.type === "select" || spec.type === "country") {
      const options = spec.type === "country" ? countryOptions(locale) : (spec.options ?? []);
      const autoComplete = spec.autoComplete ?? (spec.type === "country" ? "country" : undefined);
      return (
        <Select
          {...shared}
          options={options}
          prompt={t("form.choose")}
          defaultValue={textOf(spec, locale)}
          autoComplete={autoComplete}
        />
      );
    }
    const typed = {
      ...shared,
      defaultValue: textOf(spec, locale),
      onInput: (event: { currentTarget: { value: string } }) => setLength([...event.currentTarget.value].length),
    };
    if (spec.type === "textarea") return <textarea {...typed} dir="auto" rows={4} />;
    const own = { type: "text", dir: "auto", ...INPUTS[spec.type] };
    const input = <input {...own} {...typed} autoComplete={spec.autoComplete ?? own.autoComplete} />;
    if (!spec.prefix) return input;
    return (
      <span className="rf-affix" dir="ltr">
        <span className="rf-prefix">
          <span>{spec.prefix}</span>
        </span>
        {input}
      </span>
    );
  };
  return (
    <FieldFrame spec={spec} base={base} error={error} counter={counter} group={multi}>
      {control()}
    </FieldFrame>
  );
}

const INLINE_MAX = 8;
const loadSearch = (): Promise<ComponentType<ChoicesProps>> =>
  loadCode(() => import("./ChoiceSearch.tsx"), "ChoiceSearch").then((code) => code.ChoiceSearch);

/** Checkboxes up to eight options; above that a popover with search over the same checkboxes. */
function MultiSelect(props: ChoicesProps): ReactElement {
  const list = <Choices {...props} />;
  if (props.options.length <= INLINE_MAX) return list;
  // The checkboxes are in the form, hidden, while the popover loads: a submit meanwhile sends the current choice.
  return <Lazily load={loadSearch} props={props} meanwhile={<div hidden>{list}</div>} otherwise={list} />;
}
