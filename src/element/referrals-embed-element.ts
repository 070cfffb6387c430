import type { ReferralsData, ReferralsTokenSource } from "../contract/embed.ts";
import type { ReferralsTheme } from "../contract/theme.ts";
import { mountReferralsEmbed } from "../frame/mount.ts";
import type { ReferralsEmbedHandle, ReferralsEmbedOptions, ReferralsFrame } from "../frame/options.ts";

/** `<referrals-embed>`: attributes are options, `tokenProvider` and `messages` properties, callbacks DOM events. */
export interface ReferralsEmbedElement extends HTMLElement {
  /** The token function; goes before the `token` and `token-url` attributes. */
  tokenProvider: ReferralsTokenSource | undefined;
  /** Texts to replace. */
  messages: ReferralsEmbedOptions["messages"];
  /** The running embed; `undefined` outside a document. */
  readonly handle: ReferralsEmbedHandle | undefined;
}

const ATTRIBUTES =
  "data token token-url theme theme-options locale sections frame-title min-height app-url loading".split(" ");

const parse = (text: string | null): never => {
  try {
    return (JSON.parse(text as string) ?? undefined) as never;
  } catch {
    return undefined as never;
  }
};

/** Asks the host's own route for a token; the answer's body is used unchanged. */
const askRoute =
  (url: string): ReferralsTokenSource =>
  async ({ signal }) => {
    const response = await fetch(url, { method: "POST", signal });
    if (!response.ok) throw response;
    return response.json();
  };

function createElementClass(): CustomElementConstructor {
  return class extends HTMLElement implements ReferralsEmbedElement {
    static readonly observedAttributes: string[] = ATTRIBUTES;
    #frame: ReferralsFrame | undefined;
    #route: [url: string, source: ReferralsTokenSource] | undefined;
    #provider: ReferralsTokenSource | undefined;
    #messages: ReferralsEmbedOptions["messages"];

    get handle(): ReferralsEmbedHandle | undefined {
      return this.#frame;
    }
    get tokenProvider(): ReferralsTokenSource | undefined {
      return this.#provider;
    }
    set tokenProvider(provider) {
      this.#provider = provider;
      this.attributeChangedCallback();
    }
    get messages(): ReferralsEmbedOptions["messages"] {
      return this.#messages;
    }
    set messages(messages) {
      this.#messages = messages;
      this.attributeChangedCallback();
    }

    #options(): ReferralsEmbedOptions {
      const read = (name: string): string | undefined => this.getAttribute(name) ?? undefined;
      const url = read("token-url");
      if (url && this.#route?.[0] !== url) this.#route = [url, askRoute(url)];
      const tell =
        (name: string) =>
        (detail: unknown): void =>
          void this.dispatchEvent(new CustomEvent(`referrals-${name}`, { detail, bubbles: true, composed: true }));
      return {
        data: (read("data") ?? "referrals") as ReferralsData,
        token: (this.#provider ?? read("token") ?? (url && this.#route?.[1])) as ReferralsTokenSource,
        theme: read("theme") as ReferralsTheme,
        themeOptions: parse(this.getAttribute("theme-options")),
        locale: read("locale"),
        sections: read("sections")?.split(/[\s,]+/) as never,
        title: read("frame-title"),
        minHeight: Number(read("min-height")) || undefined,
        appUrl: read("app-url"),
        loading: read("loading") as "lazy",
        messages: this.#messages,
        onReady: tell("ready"),
        onLoad: tell("load"),
        onError: tell("error"),
        onEvent: tell("event"),
        onTokenExpired: tell("token-expired"),
      };
    }

    connectedCallback(): void {
      // What was set before the element was defined hides the accessors.
      for (const name of ["tokenProvider", "messages"] as const) {
        const early = Object.getOwnPropertyDescriptor(this, name)?.value as never;
        if (early && Reflect.deleteProperty(this, name)) this[name] = early;
      }
      this.style.display ||= "block";
      this.#frame ??= mountReferralsEmbed(this, this.#options());
    }
    disconnectedCallback(): void {
      this.#frame?.destroy();
      this.#frame = undefined;
    }
    attributeChangedCallback(): void {
      this.#frame?.update(this.#options());
    }
  };
}

/** Registers the element once, however often the file is loaded. */
export function defineReferralsEmbed(): void {
  // A server that renders the host's page imports this file too, and has no registry.
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  if (registry && !registry.get("referrals-embed")) registry.define("referrals-embed", createElementClass());
}
