import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { StoryObj } from "@storybook/react-vite";
import "referrals-embed/console.css";
import { useMemo, useState, type ComponentType, type ReactElement } from "react";
import { ConsoleContext, type Console } from "../../src/console/context.ts";
import { createWords } from "../../src/console/parts/words.ts";
import { createFormat } from "../../src/dashboard/format/create-format.ts";
import en from "../../src/locales/en.ts";
import { PartStage } from "../support/PartStage.tsx";
import { sampleAnswers } from "./sample-answers.ts";

/** What the service answers: everything, empty lists, nothing yet, a failure, or everything but what somebody else has changed. */
type State = "full" | "empty" | "loading" | "failing" | "conflict";

const format = createFormat({ tag: "en", pack: "en", dir: "ltr" }, [en], "UTC");

interface Shown {
  screen: ComponentType<{ id?: string }>;
  id?: string;
}

/** A screen as it stands in the console, for an owner. */
function ScreenStage({ screen: Screen, id }: Shown): ReactElement {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const value = useMemo<Console>(
    () => ({
      given: {
        id: "per_ada",
        name: "Ada Lovelace",
        email: "ada@acme.example",
        role: "owner",
        workspace: "Acme",
        slug: "acme",
        currency: "usd",
        apiUrl: "https://app.acme.example/api",
        appUrl: "https://app.acme.example",
        mails: true,
      },
      format,
      words: createWords(format),
      speak: () => {},
      canManage: true,
      isOwner: true,
    }),
    [],
  );
  return (
    <PartStage>
      <QueryClientProvider client={client}>
        <ConsoleContext.Provider value={value}>
          <main className="con-main">
            <Screen {...(id !== undefined && { id })} />
          </main>
        </ConsoleContext.Provider>
      </QueryClientProvider>
    </PartStage>
  );
}

/** Answers the console's calls by samples instead of a service. @returns what takes it back */
function answerBy(state: State): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input), location.href);
    if (!pathname.startsWith("/console/")) return original(input, init);
    if (state === "loading") return new Promise<Response>(() => {});
    if (state === "failing") {
      const error = { code: "internal_server_error", message: "The service did not answer. Try again in a moment." };
      return Response.json({ error }, { status: 400 });
    }
    if (state === "conflict" && init?.method !== "GET") {
      const message = "The program has changed since you read it: minPayoutAmount. Read it again, then change it.";
      return Response.json({ error: { code: "conflict", message } }, { status: 409 });
    }
    const route = pathname.replace(/^\/console\/(api)?/, "");
    const answer = sampleAnswers(route, searchParams, state === "empty");
    const total = String(Array.isArray(answer) ? answer.length : 0);
    return Response.json(answer, { headers: { ETag: '"1-sample"', "X-Total-Count": total } });
  };
  return () => {
    globalThis.fetch = original;
  };
}

/** A story of a screen. */
export type ScreenStory = StoryObj;

/** The stories of a screen, in the states that every screen has. No args: the answers know no other id than the one that is shown. */
export function screenStories(
  shown: Shown,
  query = "",
): Record<"Full" | "FullDark" | "Narrow" | "Empty" | "Loading" | "Failing" | "Conflict", ScreenStory> {
  const story = (state: State, globals: Record<string, string> = {}): ScreenStory => ({
    globals,
    render: () => <ScreenStage {...shown} />,
    beforeEach: () => {
      const before = location.href;
      history.replaceState(
        history.state,
        "",
        `${location.pathname}${location.search}${location.search ? "&" : "?"}${query}`,
      );
      const stop = answerBy(state);
      return () => {
        stop();
        history.replaceState(history.state, "", before);
      };
    },
  });
  return {
    Full: story("full"),
    FullDark: story("full", { theme: "dark" }),
    Narrow: story("full", { width: "360" }),
    Empty: story("empty"),
    Loading: story("loading"),
    Failing: story("failing"),
    Conflict: story("conflict"),
  };
}
