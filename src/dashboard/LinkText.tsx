import type { ReactElement } from "react";
import type { EmbedLink } from "../contract/records.ts";
import { linkName } from "./format/share-text.ts";

/** A link with its distinct ending first, then the address around it, which is cut first when space is short. */
export function LinkText({ link, hidden }: { link: EmbedLink; hidden?: boolean }): ReactElement {
  const { ending, domain } = linkName(link);
  return (
    <bdi dir="ltr" className="rf-link-text" aria-hidden={hidden}>
      <span className="rf-link-ending">{ending}</span> {domain && <span className="rf-link-domain">{domain}</span>}
    </bdi>
  );
}
