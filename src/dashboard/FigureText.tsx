import type { ReactElement } from "react";
import type { Figure } from "./format/numbers.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

/** A figure: what is read out is always the full value (DES-N3). */
export function FigureText({ figure }: { figure: Figure }): ReactElement {
  if (figure.text === figure.full) return <span>{figure.text}</span>;
  return (
    <>
      <span aria-hidden="true">{figure.text}</span>
      <VisuallyHidden>{figure.full}</VisuallyHidden>
    </>
  );
}
