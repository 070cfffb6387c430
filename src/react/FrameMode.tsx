import { useRef, type ReactNode } from "react";
import { attachFrame } from "../frame/attach-frame.ts";
import { frameAttributes, reservedHeight } from "../frame/frame-attributes.ts";
import type { ReferralsFrame } from "../frame/options.ts";
import { LOADING, type ModeProps } from "./mode-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/**
 * EMB-R2, EMB-R3: the frame is in the markup, so that it loads from the server's HTML; effects only attach the protocol and
 * size it through the CSSOM.
 */
export function FrameMode({ src, options, tokens, setHandle, show, isCovered }: ModeProps): ReactNode {
  const iframe = useRef<HTMLIFrameElement>(null);
  const frame = useRef<ReferralsFrame>(undefined);
  useBrowserLayoutEffect(() => {
    show(LOADING);
    const attached = attachFrame({
      iframe: iframe.current as HTMLIFrameElement,
      options,
      tokens,
      onState: (state, failure) => show({ state, failure }),
    });
    frame.current = attached;
    setHandle(attached);
    return attached.destroy;
  }, []);
  useBrowserLayoutEffect(() => {
    frame.current?.update(options);
    const { style } = iframe.current as HTMLIFrameElement;
    style.position = isCovered ? "absolute" : "";
    style.visibility = isCovered ? "hidden" : "";
  });
  return (
    // A browser that cannot share has another `allow` than the server's markup, which is left as it is.
    // oxlint-disable-next-line jsx-a11y/iframe-has-title, react/iframe-missing-sandbox -- both are among the attributes
    <iframe suppressHydrationWarning ref={iframe} {...frameAttributes(src, reservedHeight(options), options)} />
  );
}
