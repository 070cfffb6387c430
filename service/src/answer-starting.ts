import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { errorStatuses } from "referrals-embed/contract";
import type { Config } from "./config.ts";
import { errorBody, unexpected } from "./middleware/errors.ts";

/** How long a request waits for the service to open everything, and how many requests do at once. */
const WAIT_MS = 10_000;
const MOST_WAITING = 1_000;

/** Where requests go while the service starts, and afterwards. */
export interface Door {
  listener: RequestListener;
  /** Hands those that wait, and all that come, to the service. */
  open(answer: RequestListener): void;
  /** Answers those that wait: the service does not come. */
  shut(): void;
}

/**
 * Keeps requests until everything is open, so that the first call after a deploy is answered and not refused. `/health` answers at
 * once, because the process lives; `/ready` says that it is not ready. Who has waited too long gets the API's error with `Retry-After`,
 * outside the API a 503.
 */
export function openDoor(config: Pick<Config, "appUrl">, waitMs = WAIT_MS): Door {
  const refuse = refusal(config);
  const waiting = new Set<() => void>();
  let service: RequestListener | undefined;
  let isShut = false;

  function keep(request: IncomingMessage, response: ServerResponse): void {
    const proceed = (): void => {
      clearTimeout(timer);
      waiting.delete(proceed);
      if (response.destroyed) return;
      if (service) service(request, response);
      else refuse(request, response);
    };
    const timer = setTimeout(proceed, waitMs);
    waiting.add(proceed);
    response.once("close", () => {
      clearTimeout(timer);
      waiting.delete(proceed);
    });
  }

  const proceedAll = (): void => {
    for (const proceed of waiting) proceed();
  };
  return {
    listener: (request, response) => {
      if (service) return service(request, response);
      if (isProbe(request.url, "health")) return answer(response, 200, JSON.stringify({ status: "ok" }));
      if (isShut || isProbe(request.url, "ready") || waiting.size >= MOST_WAITING) return refuse(request, response);
      keep(request, response);
    },
    open: (answerAll) => {
      service = answerAll;
      proceedAll();
    },
    shut: () => {
      isShut = true;
      proceedAll();
    },
  };
}

function isProbe(url = "/", name: string): boolean {
  return new RegExp(`^/${name}/?(\\?|$)`).test(url);
}

function refusal(config: Pick<Config, "appUrl">): (request: IncomingMessage, response: ServerResponse) => void {
  const starting = JSON.stringify({ status: "unavailable", checks: { start: "unavailable" } });
  const failed = JSON.stringify(errorBody("internal_server_error", unexpected, config));
  return ({ url = "/" }, response) => {
    const inApi = /^\/api(?![^/?])/.test(url);
    response.setHeader("retry-after", "1");
    answer(response, inApi ? errorStatuses.internal_server_error : 503, inApi ? failed : starting);
  };
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(body);
}
