import { useEffect, useState, type ComponentType } from "react";

/** A component whose code is fetched when it is first wanted; null until then, and while a fetch failed. */
export function useLazy<P>(load: () => Promise<ComponentType<P>>, wanted: boolean): ComponentType<P> | null {
  const [code, setCode] = useState<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    if (!wanted || code) return;
    load().then(
      (Part) => setCode({ Part }),
      () => undefined,
    );
  }, [wanted, code, load]);
  return code && code.Part;
}
