import type { ReactElement } from "react";
import type { FormFieldOption } from "../../contract/records.ts";

/** Props of {@link Choices}. */
export interface ChoicesProps {
  name: string;
  options: readonly FormFieldOption[];
  chosen: readonly string[];
  /** Id of the text that describes the group. */
  described: string | undefined;
  invalid: boolean;
  /** Which can be seen; those that cannot keep their mark. Default: all. */
  shows?: (option: FormFieldOption) => boolean;
}

/** Checkboxes; the first takes the focus of the field, unless a button stands for them. */
export function Choices({ name, options, chosen, described, invalid, shows }: ChoicesProps): ReactElement {
  return (
    <div className="rf-choices">
      {options.map((option, i) => (
        <label key={option.value} className="rf-choice" hidden={shows && !shows(option)}>
          <input
            type="checkbox"
            name={name}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
            data-field-control={!shows && i === 0 ? "" : undefined}
            aria-describedby={described}
            aria-invalid={invalid || undefined}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
