import { useEffect, useState, type ComponentType, type ReactNode } from "react";

/** Props of {@link Lazily}. */
export interface LazilyProps<P extends object> {
  /** A stable function. */
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** In its place until it is here. Default: nothing. */
  meanwhile?: ReactNode;
  /** In its place when the fetch failed. Default: nothing. */
  otherwise?: ReactNode;
}

/** A part whose code is fetched when it is first wanted. */
export function Lazily<P extends object>({ load, props, meanwhile, otherwise }: LazilyProps<P>): ReactNode {
  const [code, setCode] = useState<{ Part?: ComponentType<P> }>();
  useEffect(() => {
    let current = true;
    load().then(
      (Part) => current && setCode({ Part }),
      () => current && setCode({}),
    );
    return () => {
      current = false;
    };
  }, [load]);
  if (!code) return meanwhile;
  return code.Part ? <code.Part {...props} /> : otherwise;
}
