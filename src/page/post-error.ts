import type { ReferralsEmbedError } from "../contract/embed.ts";
import type { HostLink } from "../frame/connect-to-host.ts";
import { errorDocs } from "../http/error-docs.ts";

/** Sends an error to the host: plain data, no stack, its text cut at 500 characters. */
export function postError(link: HostLink, error: ReferralsEmbedError): void {
  const { code, message, status, retryable, retryAfter, docUrl, scope, section } = error;
  const text = message.slice(0, 500);
  link.post({
    type: "error",
    message: text,
    code,
    status,
    retryable,
    retryAfter,
    docUrl: docUrl ?? errorDocs(location.href, code, link.origin),
    scope,
    section,
  });
}
