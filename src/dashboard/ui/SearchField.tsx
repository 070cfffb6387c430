import type { ReactElement } from "react";

/** Props of {@link SearchField}. */
export interface SearchFieldProps {
  label: string;
  /** What is sought, at every stroke. */
  onSearch: (sought: string) => void;
}

/** Narrows a list down while it is typed in; the first thing at hand where it opens with a dialog. */
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
