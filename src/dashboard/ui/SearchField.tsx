import type { InputHTMLAttributes, ReactElement } from "react";

/** Props of {@link SearchField}; anything else goes on the input. */
export interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is sought, at every stroke. */
  onSearch: (sought: string) => void;
}

/** Narrows a list down while it is typed in. */
export function SearchField({ label, onSearch, ...rest }: SearchFieldProps): ReactElement {
  return (
    <label className="rf-field">
      <span className="rf-field-label">{label}</span>
      <input
        {...rest}
        type="search"
        className="rf-input"
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </label>
  );
}
