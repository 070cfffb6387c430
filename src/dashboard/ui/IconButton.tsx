import { forwardRef } from "react";
import type { ForwardRefExoticComponent, RefAttributes } from "react";
import { Button } from "./Button.tsx";
import type { ButtonProps } from "./Button.tsx";
import type { IconName } from "./Icon.tsx";

/** Props of {@link IconButton}: as a button, with a required icon and name. */
export interface IconButtonProps extends Omit<ButtonProps, "children" | "iconOnly" | "wide"> {
  icon: IconName;
  /** The accessible name. */
  label: string;
}

/** A square button that shows an icon only. Default look `quiet`. */
export const IconButton: ForwardRefExoticComponent<IconButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function IconButton({ label, variant = "quiet", ...rest }, ref) {
    return <Button {...rest} ref={ref} variant={variant} iconOnly aria-label={label} />;
  },
);
