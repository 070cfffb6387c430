import {
  forwardRef,
  useContext,
  useEffect,
  useRef,
  useState,
  type ForwardRefExoticComponent,
  type ReactNode,
  type RefAttributes,
} from "react";
import { showLauncher } from "../frame/show-launcher.ts";
import { EmbedContext } from "./embed-context.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { ReferralsEmbed } from "./ReferralsEmbed.tsx";

/** Props of `ReferralsLauncher`: `className`, `style` and `id` go on the button, all others to the embed in the dialog. */
export interface ReferralsLauncherProps extends Omit<ReferralsEmbedProps, "data" | "loading"> {
  /** Which dashboard. Default `referrals`. */
  data?: ReferralsEmbedProps["data"] | undefined;
  /** What the button says. Default `title`, else "Referrals". */
  children?: ReactNode;
}

/**
 * A button of your own look that opens the dashboard in a dialog. Nothing is loaded before it is pressed.
 * @example
 * <ReferralsLauncher appUrl="https://app.example.com" token={() => fetchToken()}>Refer a friend</ReferralsLauncher>
 */
export const ReferralsLauncher: ForwardRefExoticComponent<ReferralsLauncherProps & RefAttributes<HTMLButtonElement>> =
  /* @__PURE__ */ forwardRef(function ReferralsLauncher({ children, className, style, id, ...embed }, ref) {
    const { props } = useContext(EmbedContext);
    const [isOpen, setIsOpen] = useState(false);
    const dialog = useRef<HTMLDialogElement>(null);
    const { title = "Referrals" } = { ...props, ...embed };
    useEffect(() => {
      // StrictMode runs it twice for one dialog.
      if (dialog.current?.childElementCount === 1) showLauncher(dialog.current, { ...props, ...embed });
      // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- once per opening
    }, [isOpen]);
    return (
      <>
        <button
          ref={ref}
          type="button"
          aria-haspopup="dialog"
          {...{ className, style, id }}
          onClick={() => setIsOpen(true)}
        >
          {children ?? title}
        </button>
        {isOpen && (
          <dialog ref={dialog} onClose={({ target, currentTarget }) => target === currentTarget && setIsOpen(false)}>
            <ReferralsEmbed data="referrals" {...embed} />
          </dialog>
        )}
      </>
    );
  });
