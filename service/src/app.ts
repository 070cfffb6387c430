import { Hono, type Context as HonoContext } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import type { AppDeps } from "./app-deps.ts";
import { createAdmission } from "./middleware/admission.ts";
import { compress } from "./middleware/compress.ts";
import { errorAnswer } from "./middleware/errors.ts";
import { boundAddress } from "./middleware/bound-address.ts";
import { createRateLimit } from "./middleware/rate-limit.ts";
import { requestAddresses, type Bindings } from "./middleware/request-address.ts";
import { requestId } from "./middleware/request-id.ts";
import { endpoints } from "./routes/all.ts";
import { serveDescription } from "./routes/openapi.ts";
import { serveReadsByForm } from "./routes/read-by-form.ts";
import { registerEndpoints } from "./routes/register.ts";
import type { Runtime } from "./routes/run-endpoint.ts";

/**
 * The application as a pure fetch handler: no listening, no environment.
 * @example
 * const app = createApp({ store, clock, ids, config, log });
 * const response = await app.request("/api/partners", { headers: { authorization: `Bearer ${key}` } });
 */
export function createApp(deps: AppDeps): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>({ strict: false });
  app.use(
    requestId((length) => deps.ids.random(length)),
    boundAddress(),
    compress(),
  );
  app.onError((error, c) => errorAnswer(c, error, deps));
  // Also for a path that leaves `/api` only when decoded, such as `/api/%2e%2e/x`.
  app.notFound((c) => errorAnswer(c, new ReferralsError("not_found", `There is no ${c.req.path} here.`), deps));
  const api = createApi(deps);
  app.route("/api", api);
  const apiHost = new URL(deps.config.apiUrl);
  // An API host of its own may have no path; `/api/...` is accepted there too.
  if (apiHost.pathname === "/") {
    app.use(async (c, next) => {
      if (hostOf(c) !== apiHost.host) return next();
      return api.fetch(c.req.raw, c.env);
    });
  }
  return app;
}

/** The operations that take a secret key, for people who are signed in to the console. */
export function createConsoleApi(deps: AppDeps, signedIn: Runtime["signedIn"]): Hono {
  const api = new Hono({ strict: false });
  registerEndpoints(
    api,
    endpoints.filter(({ row }) => row.auth === "key"),
    { ...runtimeOf(deps), signedIn },
  );
  return api;
}

function createApi(deps: AppDeps): Hono {
  const api = new Hono({ strict: false });
  api.use(requestId((length) => deps.ids.random(length)));
  const runtime = runtimeOf(deps);
  serveDescription(api, endpoints, runtime);
  serveReadsByForm(api, endpoints, runtime);
  registerEndpoints(api, endpoints, runtime);
  return api;
}

function runtimeOf(deps: AppDeps): Runtime {
  const gates = { rateLimit: createRateLimit(deps), admission: deps.admission ?? createAdmission(deps.store) };
  return { ...deps, ...gates, ...requestAddresses(deps.config.trustedProxies) };
}

function hostOf(c: HonoContext): string | undefined {
  return c.req.header("host")?.toLowerCase();
}
