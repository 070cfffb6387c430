import { useEffect, useState } from "react";
import type { MouseEvent, ReactElement } from "react";
import { Button } from "./Button.tsx";
import type { ButtonProps } from "./Button.tsx";
import { VisuallyHidden } from "./VisuallyHidden.tsx";
import { copyKeys, copyPicture, copyText } from "./copy-text.ts";
import type { CopyOutcome } from "./copy-text.ts";
import { useMessages } from "./messages-context.ts";

const SHOWN_MS = 2_000;

/** Props of {@link CopyButton}; anything else goes on the button. */
export interface CopyButtonProps extends Omit<ButtonProps, "children" | "value"> {
  /** The text that is copied, or what draws the PNG that is. */
  text: string | (() => Promise<Blob>);
  label: string;
  onCopied?: () => void;
}

/** Copies, turns to a check and "Copied" for two seconds, and says so once. */
export function CopyButton({ text, label, onCopied, iconOnly, ...rest }: CopyButtonProps): ReactElement {
  const { t } = useMessages();
  const [outcome, setOutcome] = useState<CopyOutcome>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (event: MouseEvent<HTMLButtonElement>): Promise<void> => {
    const result = await (typeof text === "string" ? copyText(text, event.currentTarget) : copyPicture(text));
    setOutcome(result);
    if (result === "copied") onCopied?.();
  };
  const said = {
    copied: t("ui.copied"),
    selected: t("ui.pressToCopy", { keys: copyKeys() }),
    failed: t("failed.action"),
    none: undefined,
  }[outcome ?? "none"];
  return (
    <span className="rf-copy">
      <Button
        {...rest}
        iconOnly={iconOnly}
        icon={outcome === "copied" ? "check" : "copy"}
        aria-label={iconOnly ? label : rest["aria-label"]}
        onClick={(event) => void copy(event)}
      >
        {!iconOnly && !said && label}
        {!iconOnly && said && (
          <span className="rf-swap">
            <span style={{ visibility: "hidden" }}>{label}</span>
            <span>{said}</span>
          </span>
        )}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </span>
  );
}
