import { useRef, useState, type ReactNode } from "react";
import { attachFrame } from "../frame/attach-frame.ts";
import { frameAttributes, skeletonHeight } from "../frame/frame-attributes.ts";
import { frameUrl } from "../frame/frame-url.ts";
import type { ReferralsFrame } from "../frame/options.ts";
import { LOADING, type ModeProps } from "./mode-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/**
 * EMB-R2, EMB-R3: the frame is in the markup, so that it loads from the server's HTML; effects only attach the protocol and
 * size it through the CSSOM. Its address is computed once (EMB-P9); one that cannot be used is a state (EMB-A7).
 */
export function FrameMode({ options, tokens, run, show, fail, isCovered }: ModeProps): ReactNode {
  const iframe = useRef<HTMLIFrameElement>(null);
  const frame = useRef<ReferralsFrame>(undefined);
  /** StrictMode runs effects twice. */
  const isTold = useRef(false);
  const [src] = useState(() => {
    try {
      return frameUrl(options, { handshake: "1" });
    } catch (error) {
      return error as TypeError;
    }
  });
  useBrowserLayoutEffect(() => {
    if (typeof src !== "string") {
      if (!isTold.current) fail("bad_request", src.message);
      isTold.current = true;
      return;
    }
    show(LOADING);
    run((frame.current = attachFrame(iframe.current!, options, tokens, (...shown) => show(shown))));
    return frame.current.destroy;
  }, []);
  useBrowserLayoutEffect(() => {
    if (!frame.current) return;
    frame.current.update(options);
    const { style } = iframe.current!;
    style.position = isCovered ? "absolute" : "";
    style.visibility = isCovered ? "hidden" : "";
  });
  return (
    typeof src === "string" && (
      // oxlint-disable-next-line jsx-a11y/iframe-has-title, react/iframe-missing-sandbox -- both are among the attributes
      <iframe ref={iframe} {...frameAttributes(src, options.minHeight ?? skeletonHeight(options.data), options)} />
    )
  );
}
