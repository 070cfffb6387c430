import { StrictMode, useState, version } from "react";
import { createRoot } from "react-dom/client";
import { ReferralsEmbed } from "referrals-embed";
import "referrals-embed/styles.css";

const { VITE_APP_URL: appUrl, VITE_TOKEN: token } = import.meta.env;

/** `/` has the frame, `/inline` the dashboard in the page's own tree. */
function App() {
  const [theme, setTheme] = useState("dark");
  return (
    <>
      <p>React {version}</p>
      <button onClick={() => setTheme("light")}>Light</button>
      <ReferralsEmbed
        mode={location.pathname.slice(1) || "iframe"}
        data="referrals"
        appUrl={appUrl}
        token={() => Promise.resolve(token)}
        theme={theme}
      />
    </>
  );
}

createRoot(document.querySelector("#app")).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
