import { createContext, useContext, type Context } from "react";
import type { Format } from "../dashboard/format/create-format.ts";
import type { Given } from "./given.ts";
import type { Words } from "./parts/words.ts";

/** What every screen may use. */
export interface Console {
  given: Given;
  format: Format;
  words: Words;
  /** Shows the console in another language of the dashboard. */
  speak: (language: string) => void;
  /** Whether the person may change what a manager may, and what owners alone may. */
  canManage: boolean;
  isOwner: boolean;
}

export const ConsoleContext: Context<Console | null> = createContext<Console | null>(null);

/** Who is signed in, and the reader's formats. */
export function useConsole(): Console {
  return useContext(ConsoleContext) as Console;
}
