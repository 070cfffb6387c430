import { useEffect, useState, type ReactNode } from "react";

/** What is drawn in a task of its own, after what stands around it is on screen. */
export function Later({ meanwhile, children }: { meanwhile: ReactNode; children: ReactNode }): ReactNode {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setDue(true))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isDue ? children : meanwhile;
}
