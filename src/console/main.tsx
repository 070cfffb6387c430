import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createFormat } from "../dashboard/format/create-format.ts";
import { deviceTimeZone } from "../http/device-time-zone.ts";
import en from "../locales/en.ts";
import { Console } from "./Console.tsx";
import { isSignedOut } from "./data.ts";
import { readGiven } from "./given.ts";

const root = document.getElementById("root") as HTMLElement;
const tag = navigator.languages.find((language) => /^en\b/.test(language)) ?? "en";
const format = createFormat({ tag, pack: "en", dir: "ltr" }, [en], deviceTimeZone());
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && !isSignedOut(error),
      refetchOnWindowFocus: true,
      staleTime: 2_000,
    },
  },
});

createRoot(root).render(
  <QueryClientProvider client={client}>
    <Console given={readGiven(root)} format={format} />
  </QueryClientProvider>,
);
