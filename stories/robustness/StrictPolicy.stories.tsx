import { useEffect, useRef, useState, type ReactElement } from "react";
import { createPortal } from "react-dom";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { DemoDashboard } from "../support/DemoDashboard.tsx";

const policy = "default-src 'none'; img-src data:; require-trusted-types-for 'script'";
const page = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Strict host</title><body>`;

/** Every style rule of this document, for one that may load none. */
const allRules = (): string =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].filter((rule) => !(rule instanceof CSSFontFaceRule)))
    .map((rule) => rule.cssText)
    .join("\n");

/** A host page that allows no style attribute, no style element and no script of its own, with the dashboard in it. */
function StrictHost(): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement>();
  const [broken, setBroken] = useState<readonly string[]>([]);
  useEffect(() => {
    const host = frame.current?.contentDocument;
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null;
    if (!host || !view) return;
    host.open();
    host.write(page);
    host.close();
    host.addEventListener("securitypolicyviolation", (event) =>
      setBroken((before) => [...before, `${event.effectiveDirective} ${event.blockedURI}`]),
    );
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(allRules());
    host.adoptedStyleSheets = [sheet];
    setBody(host.body);
  }, []);
  return (
    <>
      <iframe
        ref={frame}
        title="Host with a strict policy"
        sandbox="allow-same-origin allow-forms allow-popups"
        width="100%"
        height="760"
        style={{ border: 0 }}
      />
      {body && createPortal(<DemoDashboard />, body)}
      <output aria-label="Violations" data-testid="violations">
        {broken.join("\n")}
      </output>
    </>
  );
}

export default { title: "Robustness/Strict policy", component: StrictHost } satisfies Meta<typeof StrictHost>;

/** Under a strict content security policy nothing the dashboard does is refused. */
export const NothingRefused: StoryObj = {
  play: async ({ canvasElement }) => {
    const host = (): Document => canvasElement.querySelector("iframe")!.contentDocument!;
    await waitFor(() => expect(host().querySelector(".rf-plot svg path")).not.toBeNull());
    await waitFor(() => expect(host().querySelector(".rf-bar")).not.toBeNull());
    const card = host().querySelector(".rf-card")!;
    await expect(getComputedStyle(card).borderTopStyle).toBe("solid");
    await expect(canvasElement.querySelector("[data-testid=violations]")).toHaveTextContent(/^$/);
  },
};
