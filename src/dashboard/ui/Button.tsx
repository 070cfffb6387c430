import { clsx } from "clsx";
import { forwardRef } from "react";
import type { ButtonHTMLAttributes, ForwardRefExoticComponent, MouseEvent, RefAttributes } from "react";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./Icon.tsx";

/** Props of {@link Button}; anything else goes on the button element. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default `default`; `primary` once per view; `text` looks like a link. */
  variant?: "default" | "primary" | "quiet" | "danger" | "text";
  icon?: IconName;
  /** Fills its line. */
  wide?: boolean;
  /** The icon alone is shown; `aria-label` then names the button. */
  iconOnly?: boolean;
  /** 24 high instead of 32, for lines of text; 44 on touch all the same. */
  mini?: boolean;
}

/**
 * A button. While `aria-disabled` it keeps focus and does nothing. It focuses itself on click, which Safari does not do, so
 * that a dialog it opens can give the focus back.
 */
export const Button: ForwardRefExoticComponent<ButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function Button({ variant = "default", icon, wide, iconOnly, mini, className, children, onClick, ...rest }, ref) {
    const press = (event: MouseEvent<HTMLButtonElement>): void => {
      event.currentTarget.focus({ preventScroll: true });
      if (rest["aria-disabled"] === true) event.preventDefault();
      else onClick?.(event);
    };
    const look = variant === "text" ? "rf-text-button" : ["rf-button", variant !== "default" && `rf-button-${variant}`];
    return (
      <button
        type="button"
        {...rest}
        ref={ref}
        className={clsx(
          look,
          wide && "rf-button-wide",
          iconOnly && "rf-button-icon",
          mini && "rf-button-mini",
          className,
        )}
        onClick={press}
      >
        {icon && <Icon name={icon} />}
        {children}
      </button>
    );
  },
);
