import {
  createReferralsClient,
  NetworkError,
  ReferralsError,
  verifyWebhook,
  WebhookVerificationError,
} from "referrals-embed/server";

const is = (found, wanted) => {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`expected ${b}, found ${a}`);
};
const failure = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a failure");
};

/** What a runtime's own parts could break: each gets `{ apiKey, apiUrl, troubleUrl, closedUrl, runtime }`. */
const scenes = {
  "mints a token": async ({ client, tenantId }) => {
    const image = "https://host.test/ada.png";
    const partner = { name: "Ada", email: `${tenantId}@mail.test`, image, tenantId };
    const { publicToken } = await client.embedTokens.referrals({ tenantId, partner });
    is(publicToken.startsWith("ref_embed_"), true);
  },
  "walks every page of a list": async ({ client, tenantId }) => {
    const [partner] = await client.partners.list({ tenantId });
    const made = await client.links.createMany(
      [1, 2, 3, 4, 5].map((n) => ({ url: `https://acme.test/${n}`, partnerId: partner.id, tenantId })),
    );
    const seen = new Set();
    for await (const link of client.links.list({ tenantId, pageSize: 2 })) seen.add(link.id);
    is(made.filter(({ id }) => !seen.has(id)).length, 0);
  },
  "keeps letters of every script": async ({ client, tenantId }) => {
    const title = "Ünïcødé 🎉 日本語 עברית";
    const { id } = await client.links.create({ url: "https://acme.test/letters", tenantId, title });
    is((await client.links.get(id)).title, title);
  },
  "throws what the service said, typed": async ({ client }) => {
    const error = await failure(client.links.get("link_nowhere"));
    is([error instanceof ReferralsError, error.code, error.status], [true, "not_found", 404]);
  },
  "repeats a write after a 503 under one key": async ({ troubled }) => {
    const { keys } = await troubled("once-503").links.create({ url: "https://acme.test" });
    is([keys.length, new Set(keys).size, keys[0].length], [2, 1, 36]);
  },
  "ends the wait between two attempts when aborted": async ({ troubled }) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("enough")), 100);
    const { message } = await failure(troubled("always-503").links.count({}, { signal: abort.signal }));
    is(message, "enough");
  },
  "stops waiting for an answer when aborted": async ({ troubled }) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("enough")), 100);
    const { message } = await failure(troubled("silent").links.count({}, { signal: abort.signal }));
    is(message, "enough");
  },
  "gives up on an answer that does not come": async ({ troubled }) => {
    const error = await failure(troubled("silent", { timeoutMs: 100, retries: 0 }).links.count());
    is([error instanceof NetworkError, error.timedOut], [true, true]);
  },
  "says when nobody listens": async ({ apiKey, closedUrl }) => {
    const error = await failure(createReferralsClient({ apiKey, baseUrl: closedUrl, retries: 0 }).links.count());
    is([error instanceof NetworkError, error.timedOut], [true, false]);
  },
  "takes a signed delivery and refuses others": async ({ troubleUrl }) => {
    const { payload, headers, secret } = await (await fetch(`${troubleUrl}/delivery`)).json();
    for (const given of [headers, new Headers(headers)])
      is((await verifyWebhook({ payload, headers: given, secret })).event, "sale.created");
    const rotated = ["whsec_b3RoZXI=", secret];
    is((await verifyWebhook({ payload, headers, secret: rotated })).event, "sale.created");
    for (const wrong of [{ payload: `${payload} ` }, { secret: rotated[0] }, { headers: {} }, { now: 0 }]) {
      const error = await failure(verifyWebhook({ payload, headers, secret, ...wrong }));
      is(error instanceof WebhookVerificationError, true);
    }
  },
};

/** Runs every scene; answers by name "ok" or what went wrong. */
export async function runScenes(input) {
  const { apiKey, apiUrl, troubleUrl, runtime } = input;
  const client = createReferralsClient({ apiKey, baseUrl: apiUrl });
  const troubled = (path, options) =>
    createReferralsClient({ apiKey, baseUrl: `${troubleUrl}/${path}/${runtime}`, ...options });
  const outcomes = {};
  for (const [name, scene] of Object.entries(scenes))
    outcomes[name] = await scene({ ...input, client, troubled, tenantId: `user_${runtime}` }).then(
      () => "ok",
      (error) => `${error?.name}: ${error?.message}`,
    );
  return outcomes;
}

export const sceneNames = Object.keys(scenes);
