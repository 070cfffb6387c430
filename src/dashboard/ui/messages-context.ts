import { createContext, useContext } from "react";
import type { Context } from "react";

/** Texts of the dashboard in the reader's language. */
export interface Messages {
  /** BCP 47 tag the texts and formats follow. */
  locale: string;
  /** The text of a key with its `{name}` slots filled; a slot named `count` picks the plural form. */
  t(key: string, slots?: Record<string, string | number>): string;
}

/** Until there are words, and without a provider (tests of single parts), a key is its own text. */
export const noMessages: Messages = { locale: "en", t: (key) => key };

export const MessagesContext: Context<Messages> = createContext<Messages>(noMessages);

/** Texts for the part that asks. */
export const useMessages = (): Messages => useContext(MessagesContext);
