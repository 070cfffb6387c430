import { clsx } from "clsx";
import { forwardRef } from "react";
import type { ForwardRefExoticComponent, RefAttributes, SelectHTMLAttributes } from "react";
import { Icon } from "./Icon.tsx";

/** A choice: the value is sent, the label shown. */
export interface SelectOption {
  value: string;
  label: string;
}

/** Props of {@link Select}; anything else goes on the select element. Name it by `aria-label` or a label's `htmlFor`. */
export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen. */
  prompt?: string;
  /** As high as a button, for heads of cards. */
  small?: boolean;
}

/** The native select: every platform's own list, keyboard and voice. */
export const Select: ForwardRefExoticComponent<SelectProps & RefAttributes<HTMLSelectElement>> = forwardRef(
  function Select({ options, prompt, small, className, ...rest }, ref) {
    return (
      <span className={clsx("rf-select", small && "rf-select-small")}>
        <select {...rest} ref={ref} className={clsx("rf-input", className)}>
          {prompt !== undefined && <option value="">{prompt}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" />
      </span>
    );
  },
);
