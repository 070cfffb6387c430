import type { ErrorCode, ReferralsErrorCode } from "referrals-embed/contract";
import type { Entry } from "./search.ts";

/** The cause of an error, and the remedy. */
export interface Guidance {
  when: string;
  what: string;
}

/** Error codes of the API. */
export const guide: Record<ErrorCode, Guidance> = {
  bad_request: {
    when: "The request could not be read: malformed JSON, a content type other than application/json, an empty body where one is needed, more than 1 MiB, a broken percent-encoding in the address, or an `Idempotency-Key` that is not 1 to 255 visible ASCII characters. In an embed: `appUrl` is no address it may use, or what answers at `apiUrl` is a page and not the API.",
    what: "Correct how the request is written. Sending the same request again changes nothing. In an embed: `appUrl` is `https:`, or `http:` on localhost, without credentials, query or fragment; `apiUrl` is that address with `/api`, and is read from `appUrl` where it is left out.",
  },
  unauthorized: {
    when: "There is no credential, or it is unknown, expired or revoked. The header `WWW-Authenticate` says which in `error_description`.",
    what: "`missing`: send `Authorization: Bearer <credential>`. `expired`: mint a new embed token, or create a new key. `unknown` or `revoked`: check that the key is copied whole and belongs to this service.",
  },
  forbidden: {
    when: "The credential is known but may not do this: it is of another kind, lacks the scope, the workspace's plan is too low, the link domain is not yours, the page's origin is not allowed, or the partner's status or the program's settings hide the section.",
    what: "The message names what is missing. Use the kind of credential the operation's reference names, or give the key the scope.",
  },
  not_found: {
    when: "There is no such address, the address does not take this method (`Allow` names those it takes), what it is about does not exist or belongs to another workspace, or the workspace has no program. In an embed: what loaded in the frame is a page of your own app, which answers every address, because `appUrl` is left out; or nothing under your own host hands `/embed/` on.",
    what: "Check path, method and id. Ids of yours carry the prefix `ext_` in a path. In an embed: set `appUrl` to the address of the service, or mend the proxy rule for `/embed/`.",
  },
  conflict: {
    when: "A unique value is taken, the change is not possible in the present state, an `Idempotency-Key` was used with another body, or an invoice is already stored with another amount.",
    what: "The message names both sides. Choose another value, read the present state first, or use a new `Idempotency-Key`.",
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
    what: "Wait as many seconds as `Retry-After` says, then send the request again. Spread regular work over time.",
  },
  internal_server_error: {
    when: "Something went wrong on our side. Nothing of the request took effect.",
    what: "Send the request again after a pause. If it stays, report the `X-Request-Id` of the answer.",
  },
};

/** Error codes of the embed itself; no answer of the service has them. */
export const embedGuide: Record<Exclude<ReferralsErrorCode, ErrorCode>, Guidance> = {
  token_fetch_failed: {
    when: "Your token function threw, rejected, or gave something other than a token: neither a text nor an object with `publicToken`. `status` is that of your route, where the function rejects with its `Response`, or with an error that has a `status`. A route that answers 4xx (but 429) is not asked again by itself; else the embed asks again after 1, 2, 4, 8 and 16 seconds, and when the browser comes back online or the tab into view.",
    what: "Open the route your function calls, signed in as that user. It must answer with the body of `POST /tokens/embed/referrals` as it is; a redirect to a sign-in page, an HTML error page or an empty body ends here. A development build says on the console, and as the message of the error, what came in place of a token: the status and the first words of the answer, or what was thrown. In production what your function threw stays in your page: log it there.",
  },
  token_timeout: {
    when: "Your token function did not answer within 30 seconds. Its `signal` was aborted, and the embed asks again after 1, 2, 4, 8 and 16 seconds.",
    what: "Find out what your route waits for: minting a token itself takes milliseconds. Hand `signal` on to `fetch`, so that an aborted request ends.",
  },
  network: {
    when: "The browser is offline, or a request got no answer at all. Data already on screen stays, marked with its age; the embed tries again when the browser is back online. The reader is told to be offline only when the browser says so.",
    what: "If it happens with a working connection: check that `appUrl` can be reached from the browser over https, that its certificate is valid, and that no `connect-src` of your Content-Security-Policy forbids it (inline mode). A browser that says “blocked by CORS policy” asked something else than the API, or a proxy drops its headers: check `apiUrl`. A blocker may stop requests to another host: serve the embed through a path of your own and leave `appUrl` out.",
  },
  load_timeout: {
    when: "The embed's page did not load within 20 seconds of coming into view.",
    what: "Open `appUrl` + `/embed/referrals` in a tab of its own: a notice there means that the service is up. If nothing comes, check the host name, the service and what stands in front of it. Retry starts the frame anew.",
  },
  frame_blocked: {
    when: "The frame was refused: by your page's Content-Security-Policy, by the embed page's list of sites that may show it, or by a blocker. It is told at once where the browser reports it, else five seconds after the frame loaded without a word. So it is too when the service is stopped or `appUrl` is wrong: a browser does not tell a page which.",
    what: "Open `appUrl` + `/embed/referrals` in a tab of its own: a notice there means that the service is up. Add the origin of `appUrl` to `frame-src` (or `child-src`, or `default-src`) of your page's policy. Add your page's origin to `allowedOrigins` of the program, or of the token. For blockers, serve `/embed/` through your own host, or give `errorFallback` the same embed with `mode=\"inline\"`.",
  },
  origin_not_allowed: {
    when: "The page that shows the embed is on none of the sites the token or the program allows.",
    what: "Add its origin, `scheme://host[:port]` without a path, to `allowedOrigins` of the program (`PATCH /program`). If you pass `allowedOrigins` when you mint the token, add it there too. Preview and staging hosts count as sites of their own.",
  },
  protocol_mismatch: {
    when: "The embed's page speaks no version of the frame's protocol that the package in your app knows. Each version is served for 24 months after the next.",
    what: "Update `referrals-embed` in your app. If it is newer than the service at `appUrl`, update the service.",
  },
};

/** Search entries of the errors. */
export const errorEntries = (): Entry[] =>
  Object.entries<Guidance>({ ...guide, ...embedGuide }).map(([code, { when, what }]) => ({
    path: `/docs/errors#${code}`,
    title: code,
    place: "Errors",
    text: `${when} ${what}`.replaceAll("`", ""),
  }));
