/** Pages of the service's documentation that a line may name. */
export const docsPages = {
  data: "/docs/props#props",
  sections: "/docs/props#sections",
  theme: "/docs/theming#light-dark-system",
  themeOptions: "/docs/theming#options",
  background: "/docs/theming#the-background-wins",
  messages: "/docs/languages#your-own-words",
} as const;

const told = new Set<string>();

/** Says it once. */
export function tell(text: string): void {
  if (!told.has(text)) console.warn(`referrals-embed: ${text}`);
  told.add(text);
}

/** How a line names a page. */
export const link = (service: string | undefined, page: string): string =>
  service ? `See ${service}${page}` : `See ${page} of your service`;
