import { connectToHost, type HostLink } from "../frame/connect-to-host.ts";
import type { FrameConfig } from "../frame/protocol.ts";
import { firstReader } from "../http/first-read.ts";
import { cleanConfig } from "../dashboard/clean-config.ts";
import { readQuery, takeToken, type AddressToken } from "./read-address.ts";
import { paintPage } from "./paint-page.ts";

/** The token that was in the address; it has been removed there. */
export const addressToken: AddressToken | undefined = takeToken();

/** {base_url}. */
export const apiUrl: string = document.documentElement.dataset.api ?? new URL("../api", location.href).href;

let current: FrameConfig = readQuery(location.search);
let changed: ((config: FrameConfig) => void) | undefined;

/** The connection to the host. It is made before any view code is asked for, so that `hello` never waits (EMB-I4). */
export const link: HostLink = connectToHost({
  page: import.meta.env.VITE_BUILD ?? "dev",
  onInit(config) {
    document.documentElement.dataset.host = "";
    current = { ...current, ...cleanConfig(config) };
    paintPage(current);
    changed?.(current);
  },
  onMessage(message) {
    if (message.type !== "token" || typeof message.token !== "string" || first) return;
    first = readFirst(message.token, message.firstData);
    isGiven = message.firstData !== undefined;
  },
});
const paint = (): void => paintPage(current);
// This script waits for nothing, and may run while the skeleton it paints is still being parsed.
if (document.readyState === "loading") document.addEventListener("readystatechange", paint, { once: true });
else paint();

const readFirst = firstReader(apiUrl);
let first = addressToken && readFirst(addressToken.token);
let isGiven = false;

/** A `fetch` for the dashboard: the first data are asked for with the first token, beside the dashboard's code. */
export const fetchEarly: typeof fetch = (input, init) => (first ?? fetch)(input, init);

/** Whether those came with it. */
export const hasFirstData = (): boolean => isGiven;

/** Options from the address. */
export const addressConfig: FrameConfig = current;

/** Hands over the config of every `init`, the one that already came included. */
export function onInit(handler: (config: FrameConfig) => void): void {
  changed = handler;
  if (link.origin !== undefined) handler(current);
}
