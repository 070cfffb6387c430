import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, type ReactElement, type ReactNode } from "react";
import { Button } from "../../dashboard/ui/Button.tsx";
import { EmptyState } from "../../dashboard/ui/EmptyState.tsx";
import { Skeleton } from "../../dashboard/ui/Skeleton.tsx";
import { Strip } from "../../dashboard/ui/Strip.tsx";
import { useConsole } from "../context.ts";
import { problemOf } from "../data.ts";

/** Props of {@link Page}. */
export interface PageProps {
  title: string;
  /** Shown instead of the title in the heading. */
  heading?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its heading, what can be done, its content. */
export function Page({ title, heading, actions, children }: PageProps): ReactElement {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <div className="rf-stack">
      <div className="con-page-head">
        <h1 className="con-h1" tabIndex={-1}>
          {heading ?? title}
        </h1>
        {actions && <div className="rf-row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** Props of {@link Read}. */
export interface ReadProps<T> {
  of: UseQueryResult<T>;
  /** Rows of the placeholder. */
  rows?: number;
  /** Instead of an empty list. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was read; while it is on its way its place, and what to do where it failed. */
export function Read<T>({ of, rows = 3, empty, children }: ReadProps<T>): ReactElement {
  const { format } = useConsole();
  const { data, error, refetch, isFetching } = of;
  const retry = (
    <Button mini aria-disabled={isFetching} onClick={() => void refetch()}>
      {format.t("ui.tryAgain")}
    </Button>
  );
  return (
    <>
      {error && <Strip action={retry}>{problemOf(error)}</Strip>}
      {data === undefined && !error && (
        <div className="con-pad" aria-busy="true">
          <span className="rf-vh">{format.t("shell.loading")}</span>
          <Skeleton shape="row" count={rows} />
        </div>
      )}
      {data !== undefined &&
        (Array.isArray(data) && data.length === 0 && empty ? <EmptyState>{empty}</EmptyState> : children(data))}
    </>
  );
}
