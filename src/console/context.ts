import { createContext, useContext, type Context } from "react";
import type { Format } from "../dashboard/format/create-format.ts";
import type { Given } from "./given.ts";

/** What every screen may use. */
export interface Console {
  given: Given;
  format: Format;
  /** Whether the person may change what a manager may, and what owners alone may. */
  canManage: boolean;
  isOwner: boolean;
}

export const ConsoleContext: Context<Console | null> = createContext<Console | null>(null);

/** Who is signed in, and the reader's formats. */
export function useConsole(): Console {
  return useContext(ConsoleContext) as Console;
}
