import { createContext, useContext } from "react";
import type { Context } from "react";

/** A message that confirms something done; errors are not toasts. */
export interface Toast {
  id: number;
  text: string;
  /** What can be done at once; the text has said what happened. */
  action?: ToastAction | undefined;
}

/** A button of a toast, which ends with it. */
export interface ToastAction {
  label: string;
  run: (near: Element) => void;
}

/** What outlets and callers share. */
export interface Toasts {
  shown: readonly Toast[];
  show: (text: string, action?: ToastAction) => void;
  dismiss: (id: number) => void;
  /** A popover outside an open modal is inert, so the outlet of the dialog opened last shows them. */
  outlet: string | undefined;
  enter: (outlet: string, base: boolean) => () => void;
}

/** Without a provider toasts are dropped. */
export const ToastContext: Context<Toasts> = createContext<Toasts>({
  shown: [],
  show: () => {},
  dismiss: () => {},
  outlet: undefined,
  enter: () => () => {},
});

/** Shows a toast: `const toast = useToast(); toast("Saved")`. */
export const useToast = (): Toasts["show"] => useContext(ToastContext).show;
