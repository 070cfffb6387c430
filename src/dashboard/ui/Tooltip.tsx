import { cloneElement, useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement } from "react";
import { followAnchor } from "./popover-position.ts";

const DELAY_MS = 400;
const LEAVE_MS = 120;

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** More about the control; never the only place of a fact. */
  text: string;
  /** One control that takes `aria-describedby`. */
  children: ReactElement<{ "aria-describedby"?: string }>;
}

/** A tooltip on hover and focus after 400 ms; Esc hides it, the pointer may rest on it, touch has none. */
export function Tooltip({ text, children }: TooltipProps): ReactElement {
  const id = useId();
  const host = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(wanted), wanted ? DELAY_MS : LEAVE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => {
    const [layer, anchor] = [tip.current, host.current?.firstElementChild];
    if (!open || !layer || !anchor) return;
    layer.showPopover?.();
    const unfollow = followAnchor(layer, anchor, "centre");
    return () => {
      unfollow();
      layer.hidePopover?.();
    };
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setWanted(false);
    setOpen(false);
  };
  const byMouse = (event: PointerEvent, want: boolean): void => {
    if (event.pointerType !== "touch") setWanted(want);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the control inside is what is hovered and focused
    <span
      ref={host}
      className="rf-tooltip-host"
      onKeyDown={onKeyDown}
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
      onPointerEnter={(event) => byMouse(event, true)}
      onPointerLeave={(event) => byMouse(event, false)}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span ref={tip} id={id} role="tooltip" popover="manual" className="rf-popover rf-tooltip">
        {text}
      </span>
    </span>
  );
}
