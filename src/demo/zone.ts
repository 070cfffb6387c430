import { check } from "./query.ts";

/** How far the clocks of a zone are ahead of UTC at an instant, in ms. */
export type Zone = (at: number) => number;

/** The IANA zone of that name; throws 422 for an unknown one. */
export function openZone(timeZone: string): Zone {
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  } catch {
    check(false, "invalid_value: timezone: must be an IANA time zone");
  }
  return (at) => {
    // "10/30/2026, GMT+05:30", and a bare "GMT" in UTC; seconds of days long past are left out.
    const [offset] = /[+-]\d\d:\d\d/.exec(format.format(at)) ?? ["Z"];
    return -Date.parse(`1970-01-01T00:00${offset}`);
  };
}

/** The instant at which the clocks of a zone show `wall`, which is that time as if it were UTC. */
export function instantOf(wall: number, zone: Zone): number {
  return wall - zone(wall - zone(wall));
}
