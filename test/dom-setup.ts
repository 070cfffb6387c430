import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { WAIT_MS } from "./patience.ts";

const { getElementError } = getConfig();
const isWaiting = (): boolean => Boolean(Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics"));

// In one call: a later one without `reactStrictMode` would turn it off.
configure({
  // The first panel of a file also waits for its code to be read, on whatever else the machine is doing.
  asyncUtilTimeout: WAIT_MS,
  // Every effect runs twice, as in a host's development build.
  reactStrictMode: true,
  // What is waited for is asked for after every change of the page. A try that finds nothing would print the whole page for a message
  // that nobody reads: the one that is told once the time is over prints it by itself.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container),
});

// A worker keeps its modules and its window from file to file, so what Testing Library does once where it is first imported is done
// here for each, and nothing a test changed outlives it.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});

/*
 * Whether an element shows is asked of it and all around it by every query by role and every press, and its direction and text size by
 * every chart. jsdom matches all rules of its own stylesheet for each answer, more than half the time of these tests; where no other
 * stylesheet is loaded, attributes and inline styles say the same.
 */
const computedStyle = window.getComputedStyle.bind(window);
const HIDDEN = "[hidden], [popover], dialog:not([open]), input[type=hidden]";
const displays = new Map<string, string>();

/** What jsdom's stylesheet says of a kind of element. */
function displayOf({ namespaceURI, localName }: Element): string {
  const kind = `${namespaceURI} ${localName}`;
  const known = displays.get(kind);
  if (known !== undefined) return known;
  const { display } = computedStyle(document.createElementNS(namespaceURI, localName));
  // Closed, not of another kind.
  displays.set(kind, localName === "dialog" ? "block" : display);
  return displayOf({ namespaceURI, localName } as Element);
}

/** What an element or the nearest around it sets in its style. */
function inherited(element: Element, name: string): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = (at as HTMLElement).style?.getPropertyValue(name);
    if (own) return own;
  }
  return undefined;
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo || document.styleSheets.length > 0) return computedStyle(element, pseudo);
  const own = (name: string): string => (element as HTMLElement).style?.getPropertyValue(name) ?? "";
  const values: Record<string, () => string> = {
    display: () => own("display") || (element.matches(HIDDEN) ? "none" : displayOf(element)),
    visibility: () => inherited(element, "visibility") ?? "visible",
    "pointer-events": () => inherited(element, "pointer-events") ?? "auto",
    direction: () => inherited(element, "direction") ?? (element.closest("[dir]") as HTMLElement | null)?.dir ?? "ltr",
    "font-size": () => inherited(element, "font-size") ?? "",
    opacity: () => own("opacity") || "1",
  };
  const valueOf = (name: string): string => values[name]?.() ?? computedStyle(element).getPropertyValue(name);
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === "getPropertyValue") return valueOf;
      const property = String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (property in values) return valueOf(property);
      const style = computedStyle(element);
      const value: unknown = Reflect.get(style, name);
      return typeof value === "function" ? value.bind(style) : value;
    },
  });
};

/* What jsdom lacks, in the least form that keeps to the platform's rules; real browsers are tested in test/browser. */

const dialog = HTMLDialogElement.prototype;
if (!("showModal" in dialog) || typeof dialog.showModal !== "function") {
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    const top = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
    if (top?.dispatchEvent(new Event("cancel", { cancelable: true }))) top.close();
  };
  document.addEventListener("keydown", onEscape);
  Object.assign(dialog, {
    showModal(this: HTMLDialogElement): void {
      if (this.open) throw new DOMException("already open", "InvalidStateError");
      this.setAttribute("open", "");
    },
    close(this: HTMLDialogElement): void {
      if (!this.open) return;
      this.removeAttribute("open");
      // As in browsers, the event comes in a task of its own.
      setTimeout(() => this.dispatchEvent(new Event("close")));
    },
  });
}

const element = HTMLElement.prototype;
if (typeof element.showPopover !== "function") {
  const open = new Set<HTMLElement>();
  const toggle = (layer: HTMLElement, show: boolean): void => {
    if (open.has(layer) === show) return;
    if (show) open.add(layer);
    else open.delete(layer);
    layer.style.display = show ? "block" : "none";
    const event = Object.assign(new Event("toggle"), {
      oldState: show ? "closed" : "open",
      newState: show ? "open" : "closed",
    });
    queueMicrotask(() => layer.dispatchEvent(event));
  };
  Object.assign(element, {
    showPopover(this: HTMLElement): void {
      toggle(this, true);
    },
    hidePopover(this: HTMLElement): void {
      toggle(this, false);
    },
  });
  const targets = new WeakMap<HTMLButtonElement, HTMLElement>();
  Object.defineProperty(HTMLButtonElement.prototype, "popoverTargetElement", {
    configurable: true,
    get(this: HTMLButtonElement) {
      return targets.get(this) ?? null;
    },
    set(this: HTMLButtonElement, layer: HTMLElement) {
      if (!targets.has(this)) {
        this.addEventListener("click", () => {
          const target = targets.get(this);
          if (target) toggle(target, !open.has(target));
        });
      }
      targets.set(this, layer);
    },
  });
  document.addEventListener("keydown", (event) => {
    const top = [...open].at(-1);
    if (event.key !== "Escape" || top?.getAttribute("popover") !== "auto") return;
    const opener = [...document.querySelectorAll("button")].find((button) => targets.get(button) === top);
    toggle(top, false);
    opener?.focus();
  });
}
