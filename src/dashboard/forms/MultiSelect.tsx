import { useState } from "react";
import type { ReactElement } from "react";
import type { FormFieldOption } from "../../contract/referral-form.ts";
import { Button } from "../ui/Button.tsx";
import { useMessages } from "../ui/messages-context.ts";
import { usePopover } from "../ui/usePopover.ts";

const INLINE_MAX = 8;

/** Props of {@link MultiSelect}. */
export interface MultiSelectProps {
  name: string;
  options: readonly FormFieldOption[];
  chosen: readonly string[];
  /** Id of the text that describes the group. */
  described: string | undefined;
  invalid: boolean;
}

interface ChoicesProps extends Pick<MultiSelectProps, "name" | "options" | "chosen" | "described" | "invalid"> {
  /** The first box takes the focus of the field. */
  entry: boolean;
  shows?: (option: FormFieldOption) => boolean;
}

function Choices({ name, options, chosen, described, invalid, entry, shows }: ChoicesProps): ReactElement {
  return (
    <div className="rf-choices">
      {options.map((option, i) => (
        <label key={option.value} className="rf-choice" hidden={shows && !shows(option)}>
          <input
            type="checkbox"
            name={name}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
            data-field-control={entry && i === 0 ? "" : undefined}
            aria-describedby={described}
            aria-invalid={invalid || undefined}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** Checkboxes up to eight options; above that a popover with search over the same checkboxes. */
export function MultiSelect(props: MultiSelectProps): ReactElement {
  const { t, locale } = useMessages();
  const { button, popover } = usePopover("start");
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState(props.chosen.length);
  if (props.options.length <= INLINE_MAX) return <Choices {...props} entry />;
  const sought = query.trim().toLocaleLowerCase(locale);
  return (
    <>
      <Button
        ref={button}
        className="rf-input rf-multi"
        data-field-control=""
        aria-describedby={props.described}
        aria-invalid={props.invalid || undefined}
      >
        {picked > 0 ? t("form.chosen", { count: picked }) : t("form.choose")}
      </Button>
      <div
        ref={popover}
        popover="auto"
        className="rf-popover rf-multi-list"
        onChange={(event) => setPicked(event.currentTarget.querySelectorAll(":checked").length)}
      >
        <input
          type="search"
          className="rf-input"
          aria-label={t("form.search")}
          placeholder={t("form.search")}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <Choices {...props} entry={false} shows={({ label }) => label.toLocaleLowerCase(locale).includes(sought)} />
      </div>
    </>
  );
}
