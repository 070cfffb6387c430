import { useEffect, useLayoutEffect } from "react";

/** React 18.2 warns about layout effects on a server, where neither kind runs. */
export const useBrowserLayoutEffect: typeof useEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
