import type { IntegrationDelivery, Partner } from "referrals-embed/contract";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { signCustomData, type SignCustomDataOptions } from "referrals-embed/server";
import type { TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type PlayedProvider, type SentEvent, type TestIntegration } from "./integration.ts";

/** A workspace of its own with a partner, a click on the partner's link, and an integration. */
export interface Scene extends TestIntegration {
  key: string;
  publishableKey: string;
  partner: Partner;
  click: string;
  /** Custom data by which the owner's server vouches for the click, and for a customer. */
  sign(said?: Partial<SignCustomDataOptions>): Promise<Record<string, string>>;
  call<T = any>(method: string, path: string, body?: unknown): Promise<T>;
  /** Takes events one after the other, and answers the entry of the last. */
  takeAll(...events: SentEvent[]): Promise<IntegrationDelivery>;
  /** Tries every parked event that is due. */
  retryAll(): Promise<void>;
  commissions(): Promise<object[]>;
}

export async function createScene(service: TestService, provider: PlayedProvider): Promise<Scene> {
  const { apiKey: key, publishableKey } = await service.createWorkspace();
  const call: Scene["call"] = async (method, path, body) => {
    const answer = await service.request(method, path, { body, key });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const integration = await createIntegration(service, provider, { key });
  const email = `p-${service.deps.ids.random(8)}@mail.test`;
  const partner = await call<Partner>("POST", "/partners", { email, name: "Ada" });
  const click = await storeClick(service, partner.links![0]!.id);
  return {
    ...integration,
    key,
    publishableKey,
    partner,
    call,
    click,
    sign: (said) =>
      signCustomData({ apiKey: key, clickId: click, customerExternalId: "user_1", now: service.clock.now(), ...said }),
    async takeAll(...events) {
      let last: IntegrationDelivery | undefined;
      for (const event of events) last = await integration.take(event);
      return last!;
    },
    async retryAll() {
      while ((await retryParkedEvents(service.ctx(""))) > 0);
    },
    commissions: async () =>
      (await call<any[]>("GET", "/commissions?sortBy=createdAt&sortOrder=asc")).map(
        ({ amount, currency, earnings, status, invoiceId, customer }) => ({
          amount,
          currency,
          earnings,
          status,
          invoiceId,
          customer: customer?.externalId,
        }),
      ),
  };
}
