import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { createReferralsClient } from "referrals-embed/server";

// The secret key stays here. REFERRALS_API_URL is the service's address with /api.
const referrals = createReferralsClient({
  apiKey: process.env.REFERRALS_API_KEY,
  baseUrl: process.env.REFERRALS_API_URL,
});
const app = new Hono();

/** Stands for your sign-in: take the user from the session, never from the request's body, and only with a verified e-mail. */
async function requireUser(c, next) {
  c.set("user", { id: "user_vue", name: "Vic Vue", email: "vic@mail.test", image: "https://host.test/vic.png" });
  await next();
}

app.post("/api/referrals-token", requireUser, async (c) => {
  const { id, name, email, image } = c.get("user");
  const body = await referrals.embedTokens.referrals({ tenantId: id, partner: { name, email, image, tenantId: id } });
  return c.json(body, 200, { "Cache-Control": "no-store" });
});

app.use(serveStatic({ root: "./dist" }));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}`),
);
