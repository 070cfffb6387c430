import type { ReferralsEmbedError } from "../contract/embed.ts";
import type { HostLink } from "../frame/connect-to-host.ts";

/** Sends an error to the host: plain data, no stack, its text cut at 500 characters. */
export function postError(link: HostLink, error: ReferralsEmbedError): void {
  const { code, message, status, retryable, retryAfter, docUrl, scope, section } = error;
  const text = message.slice(0, 500);
  // A page of the host's own origin may be handed on from elsewhere: it does not know where the service is.
  const docs = link.origin === location.origin ? undefined : `${location.origin}/docs/errors#${code}`;
  link.post({
    type: "error",
    message: text,
    code,
    status,
    retryable,
    retryAfter,
    docUrl: docUrl ?? docs,
    scope,
    section,
  });
}
