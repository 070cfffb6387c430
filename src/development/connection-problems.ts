import type { ReferralsEmbedError } from "../contract/embed-error.ts";
import { link, serviceOf, tell } from "./tell.ts";

/** Says what an error of the whole embed comes from. `address` is that of the frame, or of the API inline. */
export async function tellError(error: ReferralsEmbedError, address: string): Promise<void> {
  const { code, docUrl, message, scope } = error;
  if (!navigator.onLine || scope === "panel") return;
  const isFrame = address.includes("/embed/referrals");
  const [asked = address] = address.split("?");
  const service = serviceOf(address);
  // Nothing came, and the browser does not say why.
  const isSilent = isFrame ? code === "frame_blocked" || code === "load_timeout" : code === "network";
  const text = isSilent
    ? (await isReached(address))
      ? answers(asked, isFrame)
      : `Nothing answers at ${asked}. Is the service running, and is ${isFrame ? "appUrl" : "apiUrl"} its address? A blocker or connect-src of your policy may stop it too.`
    : code === "not_found" && isFrame && !service
      ? `${asked} is a page of this app: set appUrl to the address of your service, like https://app.example.com.`
      : message;
  tell(`${code}: ${text} ${docUrl ? `See ${docUrl}` : link(service, `/docs/errors#${code}`)}`);
}

const answers = (asked: string, isFrame: boolean): string =>
  isFrame
    ? `${asked} answers, but not with the embed page, or this page may not frame it. Is appUrl the address of your service? Does frame-src of your policy name it, and allowedOrigins of the program ${location.origin}?`
    : `${asked} answers, but without CORS headers for ${location.origin}: it is not the API, or a proxy before it drops them. Is apiUrl its address?`;

/** Whether anything answers, whatever it says: told by whether an answer that may not be read comes. */
const isReached = (address: string): Promise<boolean> =>
  fetch(address, { mode: "no-cors", credentials: "omit", signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  );
