import { useState } from "react";

/** Position in a list with cursor pages. */
export interface CursorPages {
  /** Of the page on screen; undefined for the first. */
  cursor: string | undefined;
  /** 0-based number of the page on screen. */
  page: number;
  next: (cursor: string) => void;
  previous: () => void;
}

/** Cursor pages. Another `scope` (a filter, a sort) begins at the first page again. */
export function useCursorPages(scope: string): CursorPages {
  const [trail, setTrail] = useState<{ scope: string; cursors: readonly string[] }>({ scope, cursors: [] });
  const cursors = trail.scope === scope ? trail.cursors : [];
  return {
    cursor: cursors.at(-1),
    page: cursors.length,
    next: (cursor) => setTrail({ scope, cursors: [...cursors, cursor] }),
    previous: () => setTrail({ scope, cursors: cursors.slice(0, -1) }),
  };
}
