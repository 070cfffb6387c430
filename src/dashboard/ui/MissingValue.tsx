import type { ReactElement } from "react";
import { VisuallyHidden } from "./VisuallyHidden.tsx";
import { useMessages } from "./messages-context.ts";

/** A value that is not known, which is not zero: a dash to see, words to hear; `why` in place of "not available". */
export function MissingValue({ why }: { why?: string }): ReactElement {
  const { t } = useMessages();
  return (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{why ?? t("ui.notAvailable")}</VisuallyHidden>
    </>
  );
}
