/** The form in which event names are compared: trimmed, lower-cased, inner blanks as `-` (domain-rules V2). */
export function eventKey(eventName: string): string {
  return eventName.trim().toLowerCase().replace(/\s+/g, "-");
}
