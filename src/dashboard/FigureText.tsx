import type { CSSProperties, ReactElement } from "react";
import type { Figure } from "./format/numbers.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

/** More characters than this do not fit a tile in full size; some languages write a currency in four signs. */
const FULL_SIZE_CHARS = 10;

/** A figure on one line, smaller when long. Screen readers always get the full value. */
export function FigureText({ figure }: { figure: Figure | string }): ReactElement {
  const { text, full } = typeof figure === "string" ? { text: figure, full: figure } : figure;
  const isShort = text !== full;
  const isLong = text.length > FULL_SIZE_CHARS;
  if (!isShort && !isLong) return <>{text}</>;
  return (
    <>
      <span
        aria-hidden={isShort || undefined}
        className={isLong ? "rf-figure-long" : undefined}
        style={{ "--rf-chars": text.length } as CSSProperties}
      >
        {text}
      </span>
      {isShort && <VisuallyHidden>{full}</VisuallyHidden>}
    </>
  );
}
