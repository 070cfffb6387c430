/** Where the browser has it, it names the zone at once; a first formatter reads the language's calendar before. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };

/** IANA name of the device's time zone. */
export const deviceTimeZone = (): string =>
  Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
