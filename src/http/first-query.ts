/** What every dashboard asks first: one that is asked for ahead, or read by a host's server, must be exactly this. */
export const firstQuery = (timezone: string): { interval: "30d"; timezone: string } => ({ interval: "30d", timezone });
