import type { ReactElement } from "react";
import { Button } from "./Button.tsx";
import { useMessages } from "./messages-context.ts";

/** Props of {@link Pager}. */
export interface PagerProps {
  /** "1–25 of 312", in the reader's numbers. */
  range: string;
  /** Absent on the first page. */
  onPrevious?: () => void;
  /** Absent on the last page. */
  onNext?: () => void;
}

/** Cursor pages. Buttons without a way stay in place and keep focus; the new range is announced. */
export function Pager({ range, onPrevious, onNext }: PagerProps): ReactElement {
  const { t } = useMessages();
  return (
    <nav className="rf-pager" aria-label={t("ui.pages")}>
      <p role="status">{range}</p>
      <Button aria-disabled={!onPrevious} onClick={onPrevious}>
        {t("ui.previous")}
      </Button>
      <Button aria-disabled={!onNext} onClick={onNext}>
        {t("ui.next")}
      </Button>
    </nav>
  );
}
