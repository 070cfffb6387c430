import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { referralsEmbedIframe } from "referrals-embed/frame";
import { createReferralsClient } from "referrals-embed/server";

// The secret key stays here. REFERRALS_API_URL is the service's address with /api.
const { REFERRALS_API_KEY, REFERRALS_API_URL, REFERRALS_APP_URL, PORT = 3000 } = process.env;
const referrals = createReferralsClient({ apiKey: REFERRALS_API_KEY, baseUrl: REFERRALS_API_URL });
const file = (path) => readFile(new URL(path, import.meta.url), "utf8");

/** Stands for your sign-in: take the user from the session, never from the request's body, and only with a verified e-mail. */
const signedIn = (_request) => ({
  id: "user_html",
  name: "Hana Html",
  email: "hana@mail.test",
  image: "https://host.test/hana.png",
});

const mint = ({ id, name, email, image }) =>
  referrals.embedTokens.referrals({ tenantId: id, partner: { name, email, image, tenantId: id } });

const routes = {
  // What the script-tag build asks at `token-url`: the answer is passed on unchanged.
  "POST /api/referrals-token": async (request) => ["application/json", JSON.stringify(await mint(signedIn(request)))],
  "GET /": async () => ["text/html", (await file("index.html")).replace("https://app.example.com", REFERRALS_APP_URL)],
  "GET /embed.global.js": async () => [
    "text/javascript",
    await file("node_modules/referrals-embed/dist/embed.global.js"),
  ],
  // No script at all: the frame is printed with a fresh token. It lasts as long as that token, three hours.
  "GET /iframe": async (request) => {
    const { publicToken } = await mint(signedIn(request));
    const frame = referralsEmbedIframe({ appUrl: REFERRALS_APP_URL, token: publicToken, theme: "dark" });
    return ["text/html", `<!doctype html><link rel="icon" href="data:,"><title>Refer and earn</title>${frame}`];
  },
};

createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`];
  if (!route) return response.writeHead(404).end();
  try {
    const [type, body] = await route(request);
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" }).end(body);
  } catch (error) {
    // The reason is for this log: a wrong key, a service that is down. The embed tells the partner and tries again.
    console.error(error);
    response.writeHead(502).end();
  }
}).listen(PORT, () => console.log(`http://localhost:${PORT}`));
