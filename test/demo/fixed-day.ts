import { demoNow } from "../../src/demo/clock.ts";
import { createDemoFetch as createDemoOfToday, type DemoFetchOptions } from "../../src/demo/create-demo-fetch.ts";
import { plainScene } from "../../stories/support/plain-scene.ts";

/** The demo of one day forever: a test of a month's end would be another one in every month. */
export function createDemoFetch({ override, ...options }: DemoFetchOptions = {}): typeof fetch {
  return createDemoOfToday({ ...options, override: { now: demoNow, ...plainScene, ...override } });
}
