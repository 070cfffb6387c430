import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Referrals } from "./referrals.js";

createRoot(document.querySelector("#app")).render(createElement(StrictMode, null, createElement(Referrals)));
