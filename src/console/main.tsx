import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { beginAs } from "./call.ts";
import { Console } from "./Console.tsx";
import { mayPass } from "./data.ts";
import { readGiven } from "./given.ts";
import { chosenLanguage, formatIn } from "./language.ts";

const root = document.getElementById("root") as HTMLElement;
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a connection, too: a question that only waits for one looks like an answer.
      networkMode: "always",
      retry: (count, error) => count < 2 && mayPass(error),
      refetchOnWindowFocus: true,
      staleTime: 2_000,
    },
  },
});

const given = readGiven(root);
beginAs(given.id);
const first = await formatIn(chosenLanguage());
createRoot(root).render(
  <QueryClientProvider client={client}>
    <Console given={given} first={first} />
  </QueryClientProvider>,
);
