import type { ReactElement } from "react";
import type { EmbedLink } from "../contract/records.ts";
import { linkName } from "./format/share-text.ts";

/** Props of {@link LinkText}. */
export interface LinkTextProps {
  link: Pick<EmbedLink, "key" | "shareUrl">;
  /** Something else says it to assistive technology. */
  hidden?: boolean;
}

/** A link as an address, its distinct ending emphasised; where space is short it is cut from the front. */
export function LinkText({ link, hidden }: LinkTextProps): ReactElement {
  const { start, ending } = linkName(link);
  return (
    <bdi dir="ltr" className="rf-link-text" aria-hidden={hidden}>
      <span className="rf-link-start">{start}</span>
      <span className="rf-link-ending">{ending}</span>
    </bdi>
  );
}
