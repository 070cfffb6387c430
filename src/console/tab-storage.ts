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

/** Where the tab keeps whose all of it is. */
const whose = "console-person";

/** Begins a page: what the tab keeps of somebody else, who did not sign out in it, is not for the person it is drawn for. */
export function keepFor(personId: string): void {
  if (readKept<{ id: string }>(whose)?.id !== personId) forgetAll();
  keep(whose, { id: personId });
}

/** Keeps nothing any more. */
export function forgetAll(): void {
  try {
    sessionStorage.clear();
  } catch {
    // As below.
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
