import { forwardRef, useImperativeHandle, useRef, useSyncExternalStore } from "react";
import type { ForwardRefExoticComponent, HTMLAttributes, ReactElement, ReactNode, RefAttributes } from "react";
import type { EmbedProgram } from "../../contract/records.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../../contract/theme.ts";
import { useBrowserLayoutEffect } from "../ui/useBrowserLayoutEffect.ts";
import { resolveTheme } from "./resolve-theme.ts";
import { useDerivation } from "./useDerivation.ts";

/** Props of {@link ThemeRoot}; anything else goes on the root element. */
export interface ThemeRootProps extends HTMLAttributes<HTMLDivElement> {
  /** Default `light`. */
  theme?: ReferralsTheme;
  themeOptions?: ReferralsThemeOptions;
  /** Once it is known, its colour is the accent of a host that chooses none. */
  program?: EmbedProgram | undefined;
  /** True where the embed itself scrolls (inline, bare page): table heads stick. Default false. */
  scrolls?: boolean;
  children?: ReactNode;
}

const DARK = "(prefers-color-scheme: dark)";
const darkQuery = (): MediaQueryList | undefined => globalThis.matchMedia?.(DARK);
function watchDark(changed: () => void): () => void {
  const query = darkQuery();
  query?.addEventListener("change", changed);
  return () => query?.removeEventListener("change", changed);
}

/**
 * The guarded root: every style of the dashboard lives below it. Holds scheme, density and the derived tokens, which are
 * written through the CSSOM so that a strict content security policy lets them pass.
 */
export const ThemeRoot: ForwardRefExoticComponent<ThemeRootProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function ThemeRoot({ theme = "light", themeOptions, program, scrolls, children, ...rest }, ref): ReactElement {
    const root = useRef<HTMLDivElement>(null);
    useImperativeHandle(ref, () => root.current as HTMLDivElement, []);
    const prefersDark = useSyncExternalStore(
      watchDark,
      () => darkQuery()?.matches ?? false,
      () => false,
    );
    const derive = useDerivation(themeOptions);
    const { scheme, transparent, compact, properties } = resolveTheme(
      theme,
      themeOptions ?? {},
      prefersDark,
      derive,
      program,
    );
    const written = JSON.stringify(properties);
    useBrowserLayoutEffect(() => {
      const style = root.current?.style;
      const entries = Object.entries(JSON.parse(written) as Record<string, string>);
      for (const [name, value] of entries) style?.setProperty(name, value);
      return () => entries.forEach(([name]) => style?.removeProperty(name));
    }, [written]);
    return (
      <div
        {...rest}
        ref={root}
        className="rf-root"
        data-scheme={scheme}
        data-bg={transparent ? "none" : undefined}
        data-density={compact ? "compact" : undefined}
        data-scrolls={scrolls || undefined}
      >
        <div className="rf-body">{children}</div>
      </div>
    );
  },
);
