import type { ReferralsTheme, ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { referralsEmbedUrl } from "../../src/frame/embed-url.ts";

/** The same setting, ready to paste, by the way it is pasted. */
export function themeCode(theme: ReferralsTheme, options: ReferralsThemeOptions): Record<string, string> {
  const json = JSON.stringify(options, null, 2);
  const line = JSON.stringify(options);
  return {
    React: `<ReferralsEmbed\n  data="referrals"\n  token={getToken}\n  theme="${theme}"\n  themeOptions={${json.replaceAll("\n", "\n  ")}}\n/>`,
    Element: `<referrals-embed\n  data="referrals"\n  token-url="/api/referrals-token"\n  theme="${theme}"\n  theme-options='${line}'\n></referrals-embed>`,
    "Iframe address": referralsEmbedUrl({
      token: "PUBLIC_TOKEN",
      appUrl: "https://app.example.com",
      theme,
      themeOptions: options,
    }),
    JSON: json,
  };
}
