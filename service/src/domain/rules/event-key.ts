/** The form in which event names are compared: trimmed, lower-cased, inner blanks as `-`. */
export function eventKey(eventName: string): string {
  return eventName.trim().toLowerCase().replace(/\s+/g, "-");
}

/** A customer's id in the form it is compared in: with and without `ext_` it names the same one. */
export function plainId(externalId: string): string {
  return externalId.replace(/^ext_/, "");
}
