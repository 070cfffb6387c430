import type { HostApp, HostEmbed, HostProps } from "../browser/host-app.tsx";

/** What the apps of test/packed/hosts offer: a component of their framework around the element. */
interface Options extends Omit<HostProps, "tokens"> {
  tokenProvider?: (() => Promise<string>) | undefined;
  onHeard(type: string, detail: unknown): void;
}
declare global {
  interface Window {
    mountComponent(
      name: "Embed" | "Landing" | "Pieces" | "Restless",
      where: Element,
      options: Options,
    ): { render(options: Options): void; unmount(): void };
  }
}

/** Runs in the page: gives a framework's component the face that the scenes know from the React host. */
export function offerElementHost(): void {
  const names: Record<string, string> = {
    "referrals-ready": "onReady",
    "referrals-load": "onLoad",
    "referrals-error": "onError",
    "referrals-event": "onEvent",
    "referrals-token-expired": "onTokenExpired",
  };
  const open = (selector: string): HostEmbed => {
    let component: ReturnType<Window["mountComponent"]> | undefined;
    const calls: HostEmbed["calls"] = [];
    const give = (tokens: string[]) => (): Promise<string> => {
      calls.push(["token", "asked"]);
      return Promise.resolve(tokens[0]!);
    };
    return {
      calls,
      handle: null,
      render({ tokens, ...props }) {
        const options: Options = {
          data: "referrals",
          ...props,
          tokenProvider: tokens && give(tokens),
          onHeard: (type, detail) => void calls.push([names[type]!, detail]),
        };
        if (component) component.render(options);
        else component = window.mountComponent("Embed", document.querySelector(selector)!, options);
      },
      unmount: () => component?.unmount(),
    };
  };
  const restless = (selector: string, props: HostProps): void =>
    void window.mountComponent("Restless", document.querySelector(selector)!, props as Options);
  window.host = { open, restless, embeds: {} } as Partial<HostApp> as HostApp;
}
