import { clsx } from "clsx";
import { useId, useRef } from "react";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { Heading } from "./Heading.tsx";
import { IconButton } from "./IconButton.tsx";
import { ToastOutlet } from "./ToastOutlet.tsx";
import { useMessages } from "./messages-context.ts";
import { useModal } from "./useModal.ts";

/** Props of {@link Dialog}. */
export interface DialogProps {
  title: string;
  /** 720 instead of 480, for tables. */
  wide?: boolean;
  /** The dialog was closed, by any of its ways; unmount it then. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog: open while mounted. Closes by Esc, its button, and a click outside unless something was typed. Give the
 * element that should have the focus `data-autofocus`.
 */
export function Dialog({ title, wide, onClose, children }: DialogProps): ReactElement {
  const { t } = useMessages();
  const id = useId();
  const ref = useModal();
  const dirty = useRef(false);
  const pressed = useRef<EventTarget>(null);
  const onClick = (event: MouseEvent<HTMLDialogElement>): void => {
    const outside = event.target === ref.current && pressed.current === ref.current;
    if (outside && !dirty.current) ref.current?.close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Esc closes too
    <dialog
      ref={ref}
      className={clsx("rf-dialog", wide && "rf-dialog-wide")}
      aria-labelledby={id}
      // StrictMode remounts before the event arrives: the dialog is open again, and the close is over.
      onClose={(event) => event.target === ref.current && !ref.current.open && onClose()}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={onClick}
      onInput={() => (dirty.current = true)}
    >
      <div className="rf-dialog-inner">
        <div className="rf-dialog-head">
          <Heading id={id} className="rf-h2" tabIndex={-1} data-dialog-title="">
            {title}
          </Heading>
          <IconButton icon="close" label={t("ui.close")} onClick={() => ref.current?.close()} />
        </div>
        <div className="rf-dialog-body">{children}</div>
      </div>
      <ToastOutlet />
    </dialog>
  );
}
