/** What the tab keeps at a place, also over a reload; `undefined` where there is nothing that can be read. */
export function readKept<T>(place: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value; a tab in which there is no room, or where the browser keeps nothing, goes on with what the page knows. */
export function keep(place: string, value: object): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    forget(place);
  }
}

/** Keeps nothing there any more. */
export function forget(place: string): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // Switched off by the browser: nothing is there.
  }
}
