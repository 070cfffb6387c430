import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsTokenSource } from "../contract/embed.ts";
import type { ShowFailure } from "../frame/failure.ts";
import { mountFrame } from "../frame/mount.ts";
import type { ShowLauncher } from "../frame/show-launcher.ts";
import type { ReferralsEmbedHandle, ReferralsEmbedOptions, ReferralsFrame } from "../frame/options.ts";

/** `<referrals-embed>`, `<referrals-link-card>` and `<referrals-launcher>`: attributes are options, `tokenProvider` and `messages` properties, callbacks DOM events. */
export interface ReferralsEmbedElement extends HTMLElement {
  /** The token function; goes before the `token` and `token-url` attributes. */
  tokenProvider: ReferralsTokenSource | undefined;
  /** Texts to replace. */
  messages: ReferralsEmbedOptions["messages"];
  /** The running embed; `undefined` outside a document. */
  readonly handle: ReferralsEmbedHandle | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "referrals-embed": ReferralsEmbedElement;
    "referrals-link-card": ReferralsEmbedElement;
    "referrals-launcher": ReferralsEmbedElement;
  }
}

const ATTRIBUTES: string[] =
  "data theme theme-options locale sections frame-title min-height app-url loading token token-url hidden".split(" ");
const EVENTS = "ready load error event token-expired";

/** `min-height` to `minHeight`. */
const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Attributes whose option is not a text. */
const readers: Record<string, (text: string) => unknown> = {
  minHeight: (text) => Number(text) || undefined,
  sections: (text) => text.split(/[\s,]+/),
  themeOptions(text) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  },
};

/** What the elements share, which the script tag has smaller ones of. */
export interface ElementParts {
  showFailure: ShowFailure;
  showLauncher: ShowLauncher;
}

/** Puts an embed into its element. */
type Mount = (element: HTMLElement, options: ReferralsEmbedOptions, parts: ElementParts) => ReferralsFrame;

const mountEmbed: Mount = (element, options, { showFailure }) => {
  // Remove the frame that a cloned element or a saved page contains: this element did not make it.
  element.textContent = "";
  return mountFrame(element, options, showFailure);
};

const mountCard: Mount = (element, options, parts) => {
  options.data = "card";
  const frame = mountEmbed(element, options, parts);
  return { ...frame, update: (next) => frame.update({ ...next, data: "card" }) };
};

/** A button with the element's text; the embed is made when it is pressed, and ends with its dialog. */
const mountLauncher: Mount = (element, options, { showFailure, showLauncher }) => {
  element.querySelector("dialog")?.remove();
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  button.textContent = element.textContent?.trim() || options.title || "Referrals";
  element.replaceChildren(button);
  let running: ReferralsFrame | undefined;
  let dialog: HTMLDialogElement | undefined;
  const end = (): void => {
    running?.destroy();
    dialog?.remove();
    running = dialog = undefined;
  };
  button.addEventListener("click", () => {
    end();
    dialog = document.createElement("dialog");
    dialog.addEventListener("close", end);
    element.append(dialog);
    running = mountFrame(dialog, options, showFailure);
    showLauncher(dialog, options);
  });
  return {
    get iframe() {
      return running?.iframe ?? null;
    },
    getState: () => running?.getState() ?? { name: "loading" },
    reload: () => running?.reload(),
    refreshToken: async () => running?.refreshToken(),
    focus: () => (running ?? button).focus(),
    update(next) {
      options = { ...options, ...next };
      running?.update(next);
    },
    destroy: end,
  };
};

/** Made on first use: a server has no `HTMLElement`. */
function createElementClass(mount: Mount, parts: ElementParts): CustomElementConstructor {
  return class extends HTMLElement implements ReferralsEmbedElement {
    static readonly observedAttributes: string[] = ATTRIBUTES;
    declare tokenProvider: ReferralsTokenSource | undefined;
    declare messages: ReferralsEmbedOptions["messages"];
    declare handle: ReferralsFrame | undefined;

    constructor() {
      super();
      for (const name of ["tokenProvider", "messages"] as const) {
        // What was set before the element was defined.
        let value: unknown = this[name];
        const set = (next: unknown): void => {
          value = next;
          this.attributeChangedCallback();
        };
        Object.defineProperty(this, name, { get: () => value, set });
      }
    }
    #options(): ReferralsEmbedOptions {
      // A block, unless the host has another display for it; `hidden` would lose to a style.
      this.style.display = this.hidden
        ? ""
        : this.style.display || (mount === mountLauncher ? "inline-block" : "block");
      const options: Record<string, any> = { messages: this.messages };
      for (const name of ATTRIBUTES) {
        const key = camel(name);
        const text = this.getAttribute(name) ?? undefined;
        options[key] = text && readers[key] ? readers[key](text) : text;
      }
      for (const name of EVENTS.split(" "))
        options[camel(`on-${name}`)] = (detail: unknown) =>
          this.dispatchEvent(new CustomEvent(`referrals-${name}`, { detail, bubbles: true, composed: true }));
      options.data ??= "referrals";
      options.title = options.frameTitle;
      const route: ReferralsTokenSource = async ({ signal, timezone }) => {
        // In the body: a route that compares the whole address would not know one with a query.
        const answer = await fetch(options.tokenUrl, {
          method: "POST",
          body: new URLSearchParams({ timezone }),
          signal,
        });
        // A failed response is passed on: its status becomes the error's.
        return answer.ok ? answer.json() : answer;
      };
      options.token = this.tokenProvider ?? options.token ?? (options.tokenUrl && route);
      return options as ReferralsEmbedOptions;
    }
    connectedCallback(): void {
      const options = this.#options();
      try {
        this.handle = mount(this, options, parts);
      } catch (error) {
        options.onError?.(new ReferralsEmbedError("bad_request", (error as Error).message));
        throw error;
      }
    }
    disconnectedCallback(): void {
      this.handle?.destroy();
      this.handle = undefined;
    }
    attributeChangedCallback(_name?: string, old?: string | null): void {
      if (this.handle) this.handle.update(this.#options());
      // Mounting failed before: try again with the changed attribute.
      else if (old && this.isConnected) this.connectedCallback();
    }
  };
}

/** Registers the elements once, however often the file is loaded. */
export function defineReferralsEmbed(parts: ElementParts): void {
  // A server that renders the host's page imports this file too, and has no registry.
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  const elements = {
    "referrals-embed": mountEmbed,
    "referrals-link-card": mountCard,
    "referrals-launcher": mountLauncher,
  };
  for (const [name, mount] of Object.entries(elements))
    if (!registry?.get(name)) registry?.define(name, createElementClass(mount, parts));
}
