import { useEffect, useLayoutEffect } from "react";

/** A layout effect that is silent on the server, where React 18 warns about it and neither kind runs. */
export const useBrowserLayoutEffect: typeof useLayoutEffect =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
