import { useContext, useEffect, useId, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Icon } from "./Icon.tsx";
import { VisuallyHidden } from "./VisuallyHidden.tsx";
import { useMessages } from "./messages-context.ts";
import { ToastContext } from "./toast-context.ts";
import type { Toast } from "./toast-context.ts";
import { visibleSlice } from "./visible-slice.ts";

const SHOWN_MS = 6_000;

function ToastItem({ toast, onEnd }: { toast: Toast; onEnd: (id: number) => void }): ReactElement {
  const { t } = useMessages();
  const { action } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onEnd(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, onEnd]);
  return (
    <div
      className="rf-toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name="check" />
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          className="rf-toast-action"
          onClick={(event) => {
            action.run(event.currentTarget);
            onEnd(toast.id);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label={t("ui.dismiss")} onClick={() => onEnd(toast.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

async function raise(region: HTMLElement): Promise<void> {
  region.showPopover?.();
  const slice = await visibleSlice();
  if (!slice) return;
  region.style.setProperty("--rf-slice-bottom", `${slice.top + slice.height - 16}px`);
  region.dataset.placed = "";
}

/** Where toasts appear: the base one below the dashboard, one in each open dialog; only the newest shows and speaks. */
export function ToastOutlet({ base = false }: { base?: boolean }): ReactElement {
  const { shown, dismiss, outlet, enter } = useContext(ToastContext);
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => enter(id, base), [enter, id, base]);
  const mine = outlet === id ? shown : [];
  const any = mine.length > 0;
  useEffect(() => {
    const element = region.current;
    if (!any || !element) return;
    void raise(element);
    return () => element.hidePopover?.();
  }, [any]);
  return (
    <>
      <VisuallyHidden role="status">{mine.at(-1)?.text}</VisuallyHidden>
      <div ref={region} popover="manual" className="rf-toasts">
        {mine.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onEnd={dismiss} />
        ))}
      </div>
    </>
  );
}
