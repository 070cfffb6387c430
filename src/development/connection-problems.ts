import type { ReferralsEmbedError } from "../contract/embed-error.ts";
import { serviceOrigin } from "../http/error-docs.ts";
import { link, tell } from "./tell.ts";

/** Explains the cause of an error of the whole embed. `address` is the frame's, or inline the API's. */
export async function tellError(error: ReferralsEmbedError, address: string): Promise<void> {
  const { code, docUrl, scope } = error;
  if (!navigator.onLine || scope === "panel") return;
  const service = serviceOrigin(address);
  const [asked = address] = address.split("?");
  const isFrame = asked.endsWith("/embed/referrals");
  const text = isFrame ? frameText(error, asked, service) : await apiText(error, asked);
  tell(`${code}: ${text} ${docUrl ? `See ${docUrl}` : link(service, `/docs/errors#${code}`)}`);
}

/** A browser does not report why a frame is silent, and the host's policy may block a check by `fetch`. */
function frameText({ code, message }: ReferralsEmbedError, asked: string, service: string | undefined): string {
  if (code === "not_found" && !service)
    return `${asked} is a page of this app: set appUrl to the address of your service, like https://app.example.com.`;
  if (code !== "frame_blocked" && code !== "load_timeout") return message;
  return `No embed page came from ${asked}. Does the service run there, and is appUrl its address? If so, frame-src of your policy must name it, and allowedOrigins of the program, where it has some, ${location.origin}; a blocker may stop it too.`;
}

async function apiText({ code, message, status, docUrl }: ReferralsEmbedError, asked: string): Promise<string> {
  if (code === "network")
    return (await isReached(asked))
      ? `${asked} answers, but without CORS headers for ${location.origin}: it is not the API, or a proxy before it drops them. Is apiUrl its address?`
      : `Nothing answers at ${asked}. Is the service running, and is apiUrl its address? A blocker or connect-src of your policy may stop it too.`;
  if (docUrl || !status || code.startsWith("token")) return message;
  return `${message} Is apiUrl the address of the API, like https://app.example.com/api?`;
}

/** Whether the address answers at all: an opaque answer suffices. */
const isReached = (address: string): Promise<boolean> =>
  fetch(address, { mode: "no-cors", credentials: "omit", signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  );
