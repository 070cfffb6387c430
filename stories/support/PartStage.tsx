import en from "../../src/locales/en.ts";
import { useMemo, type ReactElement, type ReactNode } from "react";
import type { Decorator } from "@storybook/react-vite";
import { createTranslate } from "../../src/dashboard/format/create-format.ts";
import { ThemeRoot } from "../../src/dashboard/theme/ThemeRoot.tsx";
import { ToastProvider } from "../../src/dashboard/ui/ToastProvider.tsx";
import { MessagesContext, type Messages } from "../../src/dashboard/ui/messages-context.ts";
import { useLook } from "./look.ts";

/** Room for a single part: the themed root, the English words, toasts. */
export function PartStage({ children }: { children: ReactNode }): ReactElement {
  const look = useLook();
  const messages = useMemo<Messages>(() => {
    const translate = createTranslate([en], "en");
    return { locale: "en", t: translate as Messages["t"] };
  }, []);
  return (
    <ThemeRoot theme={look.theme} themeOptions={look.themeOptions} lang="en" dir="ltr">
      <MessagesContext.Provider value={messages}>
        <ToastProvider>{children}</ToastProvider>
      </MessagesContext.Provider>
    </ThemeRoot>
  );
}

/** Puts a story's part on its stage. */
export const onStage: Decorator = (Story) => (
  <PartStage>
    <Story />
  </PartStage>
);
