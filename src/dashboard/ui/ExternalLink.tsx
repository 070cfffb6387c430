import { clsx } from "clsx";
import type { AnchorHTMLAttributes, ReactElement } from "react";
import { Icon } from "./Icon.tsx";
import { VisuallyHidden } from "./VisuallyHidden.tsx";
import { useMessages } from "./messages-context.ts";

/** Props of {@link ExternalLink}. */
export interface ExternalLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Looks like a button. */
  button?: boolean;
}

/** A link that leaves the embed: opens a new tab and says so. */
export function ExternalLink({ button, className, children, ...rest }: ExternalLinkProps): ReactElement {
  const { t } = useMessages();
  return (
    <a
      {...rest}
      className={clsx(button ? "rf-button" : "rf-external", className)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <Icon name="external" />
      <VisuallyHidden> {t("ui.opensNewTab")}</VisuallyHidden>
    </a>
  );
}
