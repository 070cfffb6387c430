import type { ReactElement } from "react";
import type { EmbedList } from "../contract/scalars.ts";
import { useShell } from "./dashboard-context.ts";
import { PAGE_SIZE } from "./queries.ts";
import { Pager } from "./ui/Pager.tsx";
import type { CursorPages } from "./useCursorPages.ts";

/** "1–25 of 312", Previous, Next; nothing where all rows are on screen. */
export function ListPager({ list, pages }: { list: EmbedList<unknown>; pages: CursorPages }): ReactElement | null {
  const { t } = useShell().format;
  const { nextCursor } = list;
  if (!nextCursor && pages.page === 0) return null;
  const from = pages.page * PAGE_SIZE + 1;
  return (
    <Pager
      range={t("ui.pageOf", { from, to: from + list.data.length - 1, total: list.total })}
      onPrevious={pages.page > 0 ? pages.previous : undefined}
      onNext={nextCursor ? () => pages.next(nextCursor) : undefined}
    />
  );
}
