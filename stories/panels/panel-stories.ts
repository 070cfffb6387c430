import type { DemoDashboardProps } from "../support/DemoDashboard.tsx";
import { dark, loading, shown, type DashboardStory } from "../support/variations.ts";

const names = ["Default", "Empty", "Failing", "Loading", "LongText", "TenThousand", "ZeroDecimal"] as const;

/** Stories of one panel by name, each also in dark. */
export type PanelStories = Readonly<Record<(typeof names)[number] | `${(typeof names)[number]}Dark`, DashboardStory>>;

/**
 * A panel in every condition of the catalogue: full, empty, failing, loading, with long text, with ten thousand rows, in yen, each
 * in light and dark.
 * @param empty what makes this panel empty, where the empty account does not
 */
export function panelStories(
  panel: DemoDashboardProps,
  empty: DemoDashboardProps = { variant: "empty" },
): PanelStories {
  const light: Readonly<Record<(typeof names)[number], DashboardStory>> = {
    Default: shown(panel),
    Empty: shown({ ...panel, ...empty }),
    Failing: shown({ ...panel, variant: "error" }),
    Loading: loading(panel),
    LongText: shown({ ...panel, variant: "long" }),
    TenThousand: shown({ ...panel, variant: "10k" }),
    ZeroDecimal: shown({ ...panel, variant: "jpy" }),
  };
  const inDark = Object.entries(light).map(([name, story]) => [`${name}Dark`, dark(story)]);
  return { ...light, ...Object.fromEntries(inDark) } as PanelStories;
}
