/**
 * The embed data API in memory, for demo tokens, stories and host tests.
 * @example
 * import { createDemoFetch } from "referrals-embed/demo";
 * const fetch = createDemoFetch({ variant: "10k" });
 */
export { createDemoFetch, type DemoFetchOptions } from "./create-demo-fetch.ts";
export { demoVariants, type DemoVariant } from "./variants.ts";
export { demoNow } from "./clock.ts";
export type { DemoFailure, DemoScene } from "./scene.ts";
