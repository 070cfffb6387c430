import { useEffect, useState, type ComponentType, type ReactElement } from "react";

/** Props of {@link Lazily}. */
export interface LazilyProps<P extends object> {
  /** A stable function. */
  load: () => Promise<ComponentType<P>>;
  props: P;
}

/** A part whose code is fetched when it is first wanted; nothing meanwhile, nor when the fetch failed. */
export function Lazily<P extends object>({ load, props }: LazilyProps<P>): ReactElement | null {
  const [code, setCode] = useState<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    let current = true;
    load().then(
      (Part) => current && setCode({ Part }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [load]);
  return code && <code.Part {...props} />;
}
