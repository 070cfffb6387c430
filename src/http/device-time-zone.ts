/** `Temporal` names the zone at once, where available; a first formatter would read the language's calendar first. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };

/** IANA name of the device's time zone. */
export const deviceTimeZone = (): string =>
  Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
