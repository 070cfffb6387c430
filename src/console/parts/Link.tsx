import { useEffect, useRef, type AnchorHTMLAttributes, type MouseEvent, type ReactElement } from "react";
import { go } from "../address.ts";

/** A link within the console: opened in place, or elsewhere by the browser's own ways. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): ReactElement {
  const ref = useRef<HTMLAnchorElement>(null);
  const isCurrent = rest["aria-current"] !== undefined;
  useEffect(() => {
    // On a narrow screen the place in a row of places may lie outside what is seen of the row.
    if (isCurrent) ref.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isCurrent]);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    go(href);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the rest
    <a {...rest} ref={ref} href={href} onClick={follow} />
  );
}
