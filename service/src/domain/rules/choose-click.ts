/** A click an event may be attributed to. */
export interface Candidate {
  clickId: string;
  /** Time of the first click event of that id. */
  at: Date;
}

/** Which candidate decides, and whether it lies inside the window. */
export interface Choice<T extends Candidate> {
  click: T;
  inside: boolean;
  ageSeconds: number;
}

/**
 * The deciding click: `last` takes the newest, `first` the oldest inside the window; ties by click id.
 * Outside the window nothing is attributed; `first` then names the newest click, the one nearest to it.
 * @returns `null` without candidates
 */
export function chooseClick<T extends Candidate>(
  candidates: readonly T[],
  settings: { model: "last" | "first"; windowDays: number },
  at: Date,
): Choice<T> | null {
  const byTime = [...candidates].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.clickId < b.clickId ? -1 : a.clickId > b.clickId ? 1 : 0),
  );
  const inside = (click: T): boolean => at.getTime() - click.at.getTime() <= settings.windowDays * 86_400_000;
  const newest = byTime.at(-1);
  if (!newest) return null;
  const click = settings.model === "last" ? newest : (byTime.find(inside) ?? newest);
  return { click, inside: inside(click), ageSeconds: Math.floor((at.getTime() - click.at.getTime()) / 1000) };
}
