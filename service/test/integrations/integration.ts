import type { IntegrationDelivery, IntegrationInput } from "referrals-embed/contract";
import type { TestResponse, TestService } from "../harness.ts";

/** An event as a provider posts it. Some have their id in a header only. */
export interface SentEvent {
  id: string;
  body: object;
}

/** What a test may say of a request besides its event. */
export interface Posted {
  /** The secret it is signed with. */
  secret?: string;
  /** When it was signed, epoch milliseconds. */
  at?: number;
}

/** The headers by which a provider signs a body. */
export type Sign = (payload: string, by: { id: string; secret: string; seconds: number }) => Record<string, string>;

/** A provider as tests play it. */
export interface PlayedProvider {
  provider: IntegrationInput["provider"];
  secret: string;
  sign: Sign;
}

/** An integration in a workspace, and ways to post events to it. */
export interface TestIntegration {
  id: string;
  /** Posts an event, or any text, as the provider does. */
  post(event: SentEvent | string, posted?: Posted): Promise<TestResponse<any>>;
  /** Posts an event that must be taken, and answers its entry in the log. */
  take(event: SentEvent): Promise<IntegrationDelivery>;
  deliveries(query?: string): Promise<IntegrationDelivery[]>;
}

export async function createIntegration(
  service: TestService,
  { provider, secret, sign }: PlayedProvider,
  { key = service.apiKey, ...given }: { key?: string } & Partial<IntegrationInput> = {},
): Promise<TestIntegration> {
  const made = await service.request("POST", "/integrations", { body: { provider, secret, ...given }, key });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id } = made.body;
  const post: TestIntegration["post"] = (event, posted = {}) => {
    const payload = typeof event === "string" ? event : JSON.stringify(event.body);
    const eventId = typeof event === "string" ? "evt_text" : event.id;
    const seconds = Math.floor((posted.at ?? service.clock.now()) / 1000);
    const signed = sign(payload, { id: eventId, secret: posted.secret ?? secret, seconds });
    const headers = { ...signed, "content-type": "application/json; charset=utf-8" };
    return service.request("POST", `/integrations/${id}/events`, { body: payload, key: null, headers });
  };
  const deliveries: TestIntegration["deliveries"] = async (query = "") =>
    (await service.request("GET", `/integrations/${id}/deliveries${query}`, { key })).body;
  return {
    id,
    post,
    deliveries,
    async take(event) {
      const { status, body } = await post(event);
      if (status !== 200) throw new Error(JSON.stringify(body));
      const found = (await deliveries("?pageSize=100")).find((delivery) => delivery.id === body.id);
      if (!found) throw new Error("the delivery is not in the log");
      return found;
    },
  };
}
