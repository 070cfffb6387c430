import { hydrateRoot } from "react-dom/client";
import { App } from "./App.jsx";

const place = document.querySelector("#app");
hydrateRoot(place, <App {...place.dataset} />);
