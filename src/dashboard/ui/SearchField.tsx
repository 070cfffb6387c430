import type { ReactElement } from "react";

/** Props of {@link SearchField}. */
export interface SearchFieldProps {
  label: string;
  /** Called with the text on every keystroke. */
  onSearch: (sought: string) => void;
}

/** Filters a list while the reader types. In a dialog it has the focus when the dialog opens. */
export function SearchField({ label, onSearch }: SearchFieldProps): ReactElement {
  return (
    <label className="rf-field">
      <span className="rf-field-label">{label}</span>
      <input
        type="search"
        className="rf-input"
        data-autofocus=""
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </label>
  );
}
