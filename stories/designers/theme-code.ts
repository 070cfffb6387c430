import type { ReferralsTheme, ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { referralsEmbedIframe } from "../../src/frame/embed-iframe.ts";

/** Where the service stands in the code; the guides say the same. */
const appUrl = "https://app.example.com";

/** The same setting, complete and ready to paste, by the way it is pasted. */
export function themeCode(theme: ReferralsTheme, options: ReferralsThemeOptions): Record<string, string> {
  const json = JSON.stringify(options, null, 2);
  const isPlain = json === "{}";
  const react = (mode: "iframe" | "inline"): string =>
    [
      'import { ReferralsEmbed } from "referrals-embed";',
      ...(mode === "inline" ? ['import "referrals-embed/styles.css";'] : []),
      "",
      "// Your server mints the token for the user who is signed in.",
      'const token = () => fetch("/api/referrals-token", { method: "POST" }).then((r) => (r.ok ? r.json() : Promise.reject(r)));',
      "",
      "export const Referrals = ({ userId }: { userId: string }) => (",
      "  <ReferralsEmbed",
      "    key={userId}",
      ...(mode === "inline" ? ['    mode="inline"'] : []),
      '    data="referrals"',
      `    appUrl="${appUrl}"`,
      "    token={token}",
      `    theme="${theme}"`,
      ...(isPlain ? [] : [`    themeOptions={${json.replaceAll("\n", "\n    ")}}`]),
      "  />",
      ");",
    ].join("\n");
  const element = [
    '<script src="/vendor/embed.global.js" defer></script>',
    "<referrals-embed",
    '  data="referrals"',
    `  app-url="${appUrl}"`,
    '  token-url="/api/referrals-token"',
    `  theme="${theme}"`,
    ...(isPlain
      ? []
      : [`  theme-options='${JSON.stringify(options).replaceAll("&", "&amp;").replaceAll("'", "&#39;")}'`]),
    "></referrals-embed>",
  ].join("\n");
  const iframe = referralsEmbedIframe({
    token: "PUBLIC_TOKEN",
    appUrl,
    data: "referrals",
    theme,
    themeOptions: isPlain ? undefined : options,
  });
  return {
    React: react("iframe"),
    "React, inline": react("inline"),
    Element: element,
    // Quotes inside a value are escaped, so this finds attributes only.
    Iframe: iframe.replaceAll(/ (?=[a-z-]+=")/g, "\n  ").replace("></iframe>", "\n></iframe>"),
    JSON: json,
  };
}
