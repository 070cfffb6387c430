import { useRef, useState, type ComponentType, type ReactNode } from "react";
import { reservedHeight } from "../frame/frame-attributes.ts";
import type { InlineDashboardProps, OpenedInline } from "./InlineDashboard.tsx";
import { LOADING, nothing, type ModeProps } from "./mode-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";
import { loadCode } from "../http/load-code.ts";

/** The one request for the code; a failed one is forgotten, so that Retry asks again. */
let code: Promise<typeof import("./InlineDashboard.tsx")> | undefined;
const load = (): NonNullable<typeof code> =>
  (code ??= loadCode(() => import("./InlineDashboard.tsx"), "InlineDashboard").catch((error) => {
    code = undefined;
    throw error;
  }));

/**
 * EMB-L1: the code is asked for during the first client render; token and first data beside it. EMB-R4: a server and the
 * first client render show the same placeholder, sized by attributes, so that no style has to pass a policy. Before it is
 * painted it gets the height for its width: at the wide one what follows would push down all that stands below.
 */
export function InlineMode(props: ModeProps): ReactNode {
  const { options, tokens, show, fail, isCovered } = props;
  const [drawn, setDrawn] = useState<{ Dashboard: ComponentType<InlineDashboardProps>; opened: OpenedInline }>();
  if (typeof document !== "undefined") load().catch(nothing);
  const [lost, setLost] = useState<{ retry: () => void }>();
  const placeholder = useRef<SVGSVGElement>(null);
  const newest = useRef(props);
  useBrowserLayoutEffect(() => {
    newest.current = props;
  });
  useBrowserLayoutEffect(() => {
    const mounted = new AbortController();
    const loadDashboard = (): void => {
      show(LOADING);
      load()
        .then(async ({ InlineDashboard, openInline }) => {
          const opened = await openInline(newest.current, placeholder.current, mounted.signal);
          setDrawn({ Dashboard: InlineDashboard, opened });
        })
        .catch(() => mounted.signal.aborted || setLost({ retry: loadDashboard }));
    };
    const asked = options.token && tokens.ask(options.token, "initial");
    import("./read-early.ts").then(({ readEarly }) => readEarly(tokens, options, asked)).catch(nothing);
    loadDashboard();
    // Last: to know the width the browser lays the host's page out.
    const { current: box } = placeholder;
    if (box) box.style.height = `${reservedHeight(options, box.clientWidth)}px`;
    return () => mounted.abort();
  }, []);
  useBrowserLayoutEffect(() => lost && fail("network", "The dashboard's code did not load.", lost.retry), [lost]);
  if (drawn) return <drawn.Dashboard {...props} opened={drawn.opened} />;
  return (
    !isCovered && (
      <svg
        ref={placeholder}
        display="block"
        width="100%"
        height={reservedHeight(options)}
        fill="#8882"
        aria-hidden="true"
      >
        <rect width="100%" height="100%" rx="8" />
      </svg>
    )
  );
}
