import { html } from "hono/html";
import { errorStatuses, type ErrorCode } from "referrals-embed/contract";
import { page, type Html } from "./page.ts";

/** When a code is answered, and what the caller does about it (api-contract §3). */
const guide: Record<ErrorCode, { when: string; what: string }> = {
  bad_request: {
    when: "The request could not be read: malformed JSON, a content type other than application/json, an empty body where one is needed, more than 1 MiB, a broken percent-encoding in the address, or an Idempotency-Key that is not 1 to 255 visible ASCII characters.",
    what: "Correct how the request is written. Sending the same request again changes nothing.",
  },
  unauthorized: {
    when: "There is no credential, or it is unknown, expired or revoked. The WWW-Authenticate header says which in error_description.",
    what: "missing: send Authorization: Bearer <credential>. expired: mint a new embed token, or create a new key. unknown or revoked: check that the key is copied whole and belongs to this service.",
  },
  forbidden: {
    when: "The credential is known but may not do this: it is of another kind, lacks the scope, the workspace's plan is too low, the link domain is not yours, the page's origin is not allowed, or the partner's status or the program's settings hide the section.",
    what: "The message names what is missing. Use the kind of credential the operation's reference names, or give the key the scope.",
  },
  not_found: {
    when: "There is no such address, the address does not take this method (Allow names those it takes), what it is about does not exist or belongs to another workspace, or the workspace has no program.",
    what: "Check path, method and id. Ids of yours carry the prefix ext_ in a path.",
  },
  conflict: {
    when: "A unique value is taken, the change is not possible in the present state, an Idempotency-Key was used with another body, or an invoice is already stored with another amount.",
    what: "The message names both sides. Choose another value, read the present state first, or use a new Idempotency-Key.",
  },
  invite_expired: {
    when: "A partner accepts an invitation after its 30 days.",
    what: "Invite the partner again.",
  },
  unprocessable_entity: {
    when: "The request can be read, but a value in it cannot be. The message reads: issue code, path, explanation; it names the first issue in the order of the request.",
    what: "Correct the value at the path. Ids in a body that nobody knows are reported here too.",
  },
  rate_limit_exceeded: {
    when: "More requests than the limit allows came within 60 seconds.",
    what: "Wait as many seconds as Retry-After says, then send the request again. Spread regular work over time.",
  },
  internal_server_error: {
    when: "Something went wrong on our side. Nothing of the request took effect.",
    what: "Send the request again after a pause. If it stays, report the X-Request-Id of the answer.",
  },
};

/** The page of errors: a section per code, whose id is the code. */
export function errorPage(): Html {
  const codes = Object.keys(guide) as ErrorCode[];
  const navigation = html`<ul>
    <li><a href="/docs">API reference</a></li>
    ${codes.map((code) => html`<li><a href="#${code}">${errorStatuses[code]} ${code}</a></li>`)}
  </ul>`;
  const content = html`<p>Every error under the API's address has this form and nothing else in it:</p>
    <code class="route">{"error":{"code":"not_found","message":"…","doc_url":"…"}}</code>
    ${codes.map(
      (code) =>
        html`<section aria-labelledby="${code}">
          <h3 id="${code}">${errorStatuses[code]} <code>${code}</code></h3>
          <p>${guide[code].when}</p>
          <p><strong>What to do:</strong> ${guide[code].what}</p>
        </section>`,
    )}`;
  return page("Errors", navigation, content);
}
