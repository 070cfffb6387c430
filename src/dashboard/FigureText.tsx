import type { ReactElement } from "react";
import type { Figure } from "./format/numbers.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

/** A figure in its short form; screen readers always get the full value. */
export function FigureText({ figure: { text, full } }: { figure: Figure }): ReactElement {
  if (text === full) return <>{text}</>;
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </>
  );
}
