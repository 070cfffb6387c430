import { html } from "hono/html";
import { countryOptions, type FieldSpec, type FieldValue } from "referrals-embed/words";
import type { Html } from "../docs/page.ts";
import type { Speech } from "./words/index.ts";

/** What stands in a field, and what is wrong with it, in words. */
export interface FieldState {
  value?: FieldValue | undefined;
  error?: string | undefined;
}

/** A field of a form without JavaScript: its label, its control of any type, and what is wrong. */
export function fieldHtml(speech: Speech, spec: FieldSpec, { value, error }: FieldState): Html {
  const { t } = speech.format;
  const label = html`${spec.label}${spec.required ? "" : html` <small>${t("form.optional")}</small>`}`;
  const wrong = error === undefined ? "" : html`<span class="error" id="${spec.name}-error">${error}</span>`;
  if (spec.type === "multiSelect") {
    return html`<fieldset class="field">
      <legend>${label}</legend>
      ${choices(spec, value)}${wrong}
    </fieldset>`;
  }
  return html`<div class="field">
    <label for="${spec.name}">${label}</label>
    ${control(speech, spec, { value, error })}${wrong}
  </div>`;
}

function choices({ name, options = [] }: FieldSpec, value: FieldValue | undefined): Html[] {
  const chosen = Array.isArray(value) ? value : [];
  return options.map(
    (option) =>
      html`<label class="choice"
        ><input
          type="checkbox"
          name="${name}"
          value="${option.value}"
          ${chosen.includes(option.value) ? "checked" : ""}
        />
        ${option.label}</label
      >`,
  );
}

/** How each type asks for text: the keyboard, the direction, what the browser may fill in. */
const inputs: Partial<Record<FieldSpec["type"], Record<string, string>>> = {
  email: { type: "email", autocomplete: "email", dir: "ltr" },
  phone: { type: "tel", autocomplete: "tel", dir: "ltr" },
  date: { type: "date" },
  number: { inputmode: "decimal", dir: "ltr" },
};

function control({ format }: Speech, spec: FieldSpec, { value, error }: FieldState): Html {
  const text = value === null || value === undefined ? "" : String(value);
  const shared = attributes({
    id: spec.name,
    name: spec.name,
    ...(error !== undefined && { "aria-invalid": "true", "aria-describedby": `${spec.name}-error` }),
    ...(spec.required && { "aria-required": "true" }),
    ...(spec.autoComplete && { autocomplete: spec.autoComplete }),
  });
  if (spec.type === "textarea") return html`<textarea ${shared} rows="4" dir="auto">${text}</textarea>`;
  if (spec.type === "select" || spec.type === "country") {
    const options = spec.type === "country" ? countryOptions(format.locale) : (spec.options ?? []);
    const items = options.map(
      (option) =>
        html`<option value="${option.value}" ${option.value === text ? "selected" : ""}>${option.label}</option>`,
    );
    return html`<select ${shared}>
      <option value="">${format.t("form.choose")}</option>
      ${items}
    </select>`;
  }
  const own = attributes({ type: "text", dir: "auto", ...inputs[spec.type] });
  return html`<input ${shared} ${own} value="${text}" />`;
}

/** Attributes, escaped. */
function attributes(given: Readonly<Record<string, string>>): Html[] {
  return Object.entries(given).map(([name, value]) => html` ${name}="${value}"`);
}
