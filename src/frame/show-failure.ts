import type { Failure } from "./failure.ts";

/** The panel and its words come when they are needed; without them the error speaks for itself. */
export function showFailure(place: HTMLElement, failure: Failure): void {
  void import("./draw-failure.ts").then(
    ({ drawFailureInLanguage }) => drawFailureInLanguage(place, failure),
    () => (place.textContent = failure.error.message),
  );
}
