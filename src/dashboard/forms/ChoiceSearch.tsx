import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "../ui/Button.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { useMessages } from "../ui/messages-context.ts";
import { usePopover } from "../ui/usePopover.ts";
import { Choices, type ChoicesProps } from "./Choices.tsx";

/** A button that says how many are chosen, and a popover with search over the checkboxes. */
export function ChoiceSearch(props: ChoicesProps): ReactElement {
  const { t, locale } = useMessages();
  const { button, popover } = usePopover("start");
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState(props.chosen.length);
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
        <SearchField label={t("form.search")} onSearch={setQuery} />
        <Choices {...props} shows={({ label }) => label.toLocaleLowerCase(locale).includes(sought)} />
      </div>
    </>
  );
}
