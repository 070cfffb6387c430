import { useCallback, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { ToastOutlet } from "./ToastOutlet.tsx";
import { ToastContext } from "./toast-context.ts";
import type { Toast, Toasts } from "./toast-context.ts";

const AT_MOST = 2;

/** Holds the toasts of one dashboard and shows them below its children. */
export function ToastProvider({ children }: { children: ReactNode }): ReactElement {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const [outlets, setOutlets] = useState<readonly string[]>([]);
  const count = useRef(0);
  const show = useCallback<Toasts["show"]>((text, action) => {
    const id = ++count.current;
    setShown((before) => [...before, { id, text, action }].slice(-AT_MOST));
  }, []);
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((toast) => toast.id !== id)), []);
  const enter = useCallback((outlet: string, base: boolean) => {
    setOutlets((before) => (base ? [outlet, ...before] : [...before, outlet]));
    // A toast from before the dialog would cover its buttons.
    setShown([]);
    return () => setOutlets((before) => before.filter((other) => other !== outlet));
  }, []);
  const outlet = outlets.at(-1);
  const toasts = useMemo<Toasts>(
    () => ({ shown, show, dismiss, outlet, enter }),
    [shown, show, dismiss, outlet, enter],
  );
  return (
    <ToastContext.Provider value={toasts}>
      {children}
      <ToastOutlet base />
    </ToastContext.Provider>
  );
}
