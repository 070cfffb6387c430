import { StrictMode, useState, version, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import type { ReferralsFirstData, ReferralsTokenResult } from "../../src/contract/embed.ts";
import type { ReferralsEmbedHandle } from "../../src/frame/options.ts";
import { connectReferralsEmbed, mountReferralsEmbed } from "../../src/frame/embed.ts";
import { ReferralsEmbed } from "../../src/react/ReferralsEmbed.tsx";
import { ReferralsEmbedProvider } from "../../src/react/ReferralsEmbedProvider.tsx";
import { ReferralsLauncher } from "../../src/react/ReferralsLauncher.tsx";
import { ReferralsLinkCard } from "../../src/react/ReferralsLinkCard.tsx";
import type { ReferralsEmbedProps } from "../../src/react/embed-props.ts";

/** What a test may set from outside: data only, so that it crosses into the page. */
export interface HostProps extends Omit<Partial<ReferralsEmbedProps>, "token"> {
  /** A token, a list a token function gives out one by one (its last for ever), or nothing. */
  token?: string | null;
  tokens?: string[];
  /** What the token function gives with every token. */
  firstData?: ReferralsFirstData;
  /** A route that the token function asks, as in the quick starts. */
  tokenUrl?: string;
  /** Answers of the token function that fail, before the first good one. */
  failures?: number;
  throwing?: boolean;
}

type Call = [name: string, value: unknown];

/** One embed of the host page. */
export interface HostEmbed {
  calls: Call[];
  handle: ReferralsEmbedHandle | null;
  render(props: HostProps): void;
  unmount(): void;
}

const NAMES = ["onReady", "onLoad", "onError", "onEvent", "onTokenExpired"] as const;

function propsOf(
  { tokens, firstData, tokenUrl, failures = 0, throwing, ...props }: HostProps,
  embed: HostEmbed,
): ReferralsEmbedProps {
  const callbacks = Object.fromEntries(
    NAMES.map((name) => [
      name,
      (value: { code?: string; message?: string }) => {
        embed.calls.push([name, name === "onError" ? { ...value, message: value.message } : value]);
        if (throwing) throw new Error("thrown by the host's callback");
      },
    ]),
  );
  const count = (): number => embed.calls.filter(([name]) => name === "token").length;
  const give = async ({ reason }: { reason: string }): Promise<ReferralsTokenResult> => {
    embed.calls.push(["token", reason]);
    if (count() <= failures) throw new Error("token route down");
    const publicToken = tokens?.[Math.min(count() - failures, tokens.length) - 1] as string;
    return firstData ? { publicToken, firstData } : publicToken;
  };
  const ask = async (): Promise<string> => {
    embed.calls.push(["token", tokenUrl]);
    const answer = await fetch(tokenUrl as string, { method: "POST" });
    return answer.ok ? answer.json() : Promise.reject(answer);
  };
  const token = tokenUrl ? ask : tokens ? give : props.token;
  return { data: "referrals", ...props, token, ...callbacks } as ReferralsEmbedProps;
}

function open(where: Element, strict: boolean, hydrate?: HostProps): HostEmbed {
  let root: Root | undefined;
  const embed: HostEmbed = {
    calls: [],
    handle: null,
    render(props) {
      const ref = (handle: ReferralsEmbedHandle | null): void => void (embed.handle = handle);
      const tree = <ReferralsEmbed ref={ref} {...propsOf(props, embed)} />;
      const shown = (root ??= createRoot(where));
      // As in an event of the host's: once it returns, all of it is on the page, however busy the machine is.
      flushSync(() => shown.render(strict ? <StrictMode>{tree}</StrictMode> : tree));
    },
    unmount: () => root?.unmount(),
  };
  if (hydrate) {
    const tree = <ReferralsEmbed {...propsOf(hydrate, embed)} />;
    root = hydrateRoot(where, strict ? <StrictMode>{tree}</StrictMode> : tree, {
      onRecoverableError: (error) => embed.calls.push(["hydration", String(error)]),
    });
  }
  return embed;
}

/** A parent that renders by itself, with new callbacks and objects every time. */
function Restless({ props }: { props: HostProps }): ReactElement {
  const [count, setCount] = useState(0);
  return (
    <>
      <button id="again" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <ReferralsEmbed
        {...(props as ReferralsEmbedProps)}
        themeOptions={{ accentColor: "#aa0000" }}
        sections={{ hide: ["leaderboard"] }}
        onEvent={() => {}}
        onError={() => {}}
      />
    </>
  );
}

/** A button that opens the dashboard in a dialog, and the link in a card. */
function Pieces({ props }: { props: HostProps }): ReactElement {
  return (
    <ReferralsEmbedProvider {...(props as ReferralsEmbedProps)}>
      <ReferralsLauncher className="launcher">Refer a friend</ReferralsLauncher>
      <ReferralsLinkCard className="card" />
    </ReferralsEmbedProvider>
  );
}

const host = {
  version,
  pieces: (selector: string, props: HostProps, strict = false): void => {
    const tree = <Pieces props={props} />;
    createRoot(document.querySelector(selector) as Element).render(strict ? <StrictMode>{tree}</StrictMode> : tree);
  },
  open: (selector: string, strict = false, hydrate?: HostProps): HostEmbed =>
    open(document.querySelector(selector) as Element, strict, hydrate),
  restless: (selector: string, props: HostProps): void =>
    createRoot(document.querySelector(selector) as Element).render(<Restless props={props} />),
  mountReferralsEmbed,
  connectReferralsEmbed,
  propsOf,
  embeds: {} as Record<string, HostEmbed>,
};

/** The host page's only global, for the tests that drive it. */
export type HostApp = typeof host;
declare global {
  interface Window {
    host: HostApp;
  }
}
window.host = host;
