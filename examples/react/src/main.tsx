import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Referrals } from "./Referrals.tsx";

createRoot(document.querySelector("#app")!).render(
  <StrictMode>
    <h1>Refer and earn</h1>
    <Referrals userId="user_react" />
  </StrictMode>,
);
