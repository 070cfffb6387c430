import type { RequestListener } from "node:http";
import { errorStatuses } from "referrals-embed/contract";
import type { Config } from "./config.ts";
import { errorBody, unexpected } from "./middleware/errors.ts";

/** Until everything is open: `/ready` among others says so by its status, the API in its envelope. */
export function answerStarting(config: Pick<Config, "appUrl">): RequestListener {
  const starting = JSON.stringify({ status: "unavailable", checks: { start: "unavailable" } });
  const failed = JSON.stringify(errorBody("internal_server_error", unexpected, config));
  return ({ url = "/" }, response) => {
    const inApi = /^\/api(?![^/?])/.test(url);
    response.writeHead(inApi ? errorStatuses.internal_server_error : 503, {
      "content-type": "application/json; charset=utf-8",
      "retry-after": "1",
    });
    response.end(inApi ? failed : starting);
  };
}
