/** What a dashboard can be shown in, and the demo variant that shows it: `[state, variant]`. */
export const demoStates = [
  ["ready", ""],
  ["ready", "empty"],
  ["ready", "error"],
  ["pending", "applying"],
  ["pending", "pending"],
  ["invited", "invited"],
  ["rejected", "rejected"],
  ["declined", "declined"],
  ["deactivated", "deactivated"],
  ["banned", "banned"],
  ["rate_limited", "rate_limited"],
  ["blocked", "blocked"],
] as const;
