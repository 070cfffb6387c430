import { useState } from "react";
import { ReferralsEmbed } from "referrals-embed";
import "referrals-embed/styles.css";

/** Written as hosts write: nothing here is memoized by hand. */
export function App({ mode, appUrl, token }) {
  const [theme, setTheme] = useState("dark");
  return (
    <>
      <button onClick={() => setTheme("light")}>Light</button>
      <ReferralsEmbed
        mode={mode}
        data="referrals"
        appUrl={appUrl}
        token={() => Promise.resolve(token)}
        theme={theme}
        themeOptions={{ density: "compact" }}
      />
    </>
  );
}
