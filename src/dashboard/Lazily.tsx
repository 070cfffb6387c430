import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useDashboard } from "./dashboard-context.ts";
import { Button } from "./ui/Button.tsx";
import { Strip } from "./ui/Strip.tsx";

/** Props of {@link Lazily}. */
export interface LazilyProps<P extends object> {
  /** A stable function: a new one would be called again. */
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** Shown while it loads. Default: nothing. */
  meanwhile?: ReactNode;
  /** Shown when the fetch failed. Default: nothing. */
  otherwise?: ReactNode;
}

/** Code that is fetched when it is first wanted; without a `Part` when the fetch failed. */
export interface LazyCode<P extends object> {
  Part?: ComponentType<P>;
}

/** A part whose code is fetched when it is first wanted. */
export function Lazily<P extends object>({ load, props, meanwhile, otherwise }: LazilyProps<P>): ReactNode {
  const code = useLazily(load);
  if (!code) return meanwhile;
  return code.Part ? <code.Part {...props} /> : otherwise;
}

/** A dialog whose code is fetched when it is first opened. After a failed fetch, an error with Try again appears at the opener. */
export function LazyDialog<P extends object>({ load, props }: Pick<LazilyProps<P>, "load" | "props">): ReactNode {
  const { t } = useDashboard().format;
  const [tries, setTries] = useState(0);
  const retry = <Button onClick={() => setTries(tries + 1)}>{t("ui.tryAgain")}</Button>;
  const failed = (
    <div className="rf-inset">
      <Strip action={retry}>{t("failed.action")}</Strip>
    </div>
  );
  return <Lazily key={tries} load={load} props={props} otherwise={failed} />;
}

/**
 * For components that show something else until the code has loaded.
 * @param load a stable function; `undefined` fetches nothing
 */
export function useLazily<P extends object>(load: LazilyProps<P>["load"] | undefined): LazyCode<P> | undefined {
  const [code, setCode] = useState<LazyCode<P>>();
  useEffect(() => {
    let current = true;
    load?.().then(
      (Part) => current && setCode({ Part }),
      () => current && setCode({}),
    );
    return () => {
      current = false;
    };
  }, [load]);
  return code;
}
