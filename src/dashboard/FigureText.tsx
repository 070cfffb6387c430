import type { ReactElement } from "react";
import type { Figure } from "./format/numbers.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

/** More characters than this do not fit a tile in full size; some languages write a currency in four signs. */
const FULL_SIZE_CHARS = 10;

/** A figure on one line, smaller where it is long: what is read out is always the full value, which a text already is. */
export function FigureText({ figure: given }: { figure: Figure | string }): ReactElement {
  const figure = typeof given === "string" ? { text: given, full: given } : given;
  const look = figure.text.length > FULL_SIZE_CHARS ? "rf-figure-long" : undefined;
  if (figure.text === figure.full) return look ? <span className={look}>{figure.text}</span> : <>{figure.text}</>;
  return (
    <>
      <span aria-hidden="true" className={look}>
        {figure.text}
      </span>
      <VisuallyHidden>{figure.full}</VisuallyHidden>
    </>
  );
}
