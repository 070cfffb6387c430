/** The form in which event names are compared: trimmed, lower-cased, inner blanks as `-`. */
export function eventKey(eventName: string): string {
  return eventName.trim().toLowerCase().replace(/\s+/g, "-");
}
