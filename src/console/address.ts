import { useSyncExternalStore } from "react";

/** What is shown, as the address says it. */
export interface Address {
  screen: string;
  id: string | undefined;
  query: Readonly<Record<string, string>>;
}

/** Where the console is. */
export const base = "/console";
const moved = new EventTarget();

function subscribe(changed: () => void): () => void {
  moved.addEventListener("move", changed);
  window.addEventListener("popstate", changed);
  return () => {
    moved.removeEventListener("move", changed);
    window.removeEventListener("popstate", changed);
  };
}

/** The address now; changes with it. */
export function useAddress(): Address {
  const href = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  return readAddress(href);
}

/** What an address of the console shows. */
export function readAddress(href: string): Address {
  const { pathname, searchParams } = new URL(href, "http://console");
  const [screen = "", id] = pathname.slice(base.length).split("/").filter(Boolean);
  return {
    screen: screen === "" ? "today" : screen,
    id: id && decoded(id),
    query: Object.fromEntries(searchParams),
  };
}

/** A part of a path; as it stands where its escapes are broken, as in an address that was cut off. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a screen; empty values are left out. */
export function addressOf(screen: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams(given).toString();
  return `${base}${screen === "today" ? "" : `/${screen}`}${search && `?${search}`}`;
}

/** Goes to an address of the console; `replace` for what is typed, so that Back leads to the screen before. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (href === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", href);
  moved.dispatchEvent(new Event("move"));
}

/** The page of a list that an address names; the first where it names none. */
export const pageIn = (query: Readonly<Record<string, string | undefined>>): number =>
  Math.max(1, Number(query["page"] ?? 1) || 1);
