import type { Failure } from "./failure.ts";

/** Loads the panel and its texts on demand; where they do not load, shows the error's message. */
export function showFailure(place: HTMLElement, failure: Failure): void {
  void import("./draw-failure.ts").then(
    ({ drawFailureInLanguage }) => drawFailureInLanguage(place, failure),
    () => (place.textContent = failure.error.message),
  );
}
