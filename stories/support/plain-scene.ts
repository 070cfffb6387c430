import type { DemoScene } from "../../src/demo/index.ts";

/** What panels are measured and pictured with; stories of the logo and of milestones bring their own. */
export const plainScene: Partial<DemoScene> = { logo: null, milestones: [] };
