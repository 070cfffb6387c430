import { useEffect, type ReactElement, type ReactNode } from "react";
import { hostCss } from "./host-css.ts";
import { useLook } from "./look.ts";

/** Props of {@link Stage}. */
export interface StageProps {
  /** px or `full`. */
  width: string;
  /** Name of a host stylesheet. */
  css: string;
  /** `system` or `reduced`. */
  motion: string;
  children: ReactNode;
}

/** The host's page around a story: its width, its colour and the stylesheet it happens to load. */
export function Stage({ width, css, motion, children }: StageProps): ReactElement {
  useSheet(hostCss[css] ?? "");
  useSheet(
    motion === "reduced" ? "*, *::before, *::after { animation: none !important; transition: none !important; }" : "",
  );
  const { theme, themeOptions } = useLook();
  const { backgroundColor } = themeOptions;
  const own = typeof backgroundColor === "string" && backgroundColor !== "transparent" ? backgroundColor : undefined;
  useEffect(() => {
    // A host gives the dashboard the colour of its own page.
    document.body.style.background = own ?? (theme === "dark" ? "#0d0e11" : "#ffffff");
    document.body.style.margin = "0";
  }, [theme, own]);
  return (
    <div className="stage" style={{ width: width === "full" ? "auto" : `${width}px`, margin: "0 auto" }}>
      {children}
    </div>
  );
}

function useSheet(text: string): void {
  useEffect(() => {
    if (!text) return undefined;
    const sheet = document.createElement("style");
    sheet.textContent = text;
    document.head.append(sheet);
    return () => sheet.remove();
  }, [text]);
}
