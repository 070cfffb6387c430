import { signCustomData } from "referrals-embed/server";
import type { PlayedProvider, SentEvent } from "./integration.ts";
import { lemonSqueezyEvent, order as lemonOrder, subscription as lemonSubscription } from "./lemonsqueezy.ts";
import { paddleEvent, transaction } from "./paddle.ts";
import { order as polarOrder, polarEvent } from "./polar.ts";
import { checkout, stripeEvent } from "./stripe.ts";

/** What one event says of a provider's customer, as the rules tell it apart. */
export interface Said {
  /** A purchase, what stands in a subscription, or the customer's own record at the provider. */
  in: "purchase" | "subscription" | "record";
  /** Whose customer it is said to be; `null` for nobody's. */
  own: string | null;
  /** The partner whose click came with it. */
  click: string | null;
  /** Whether the owner's server or the provider said it (J7), and not the buyer alone. */
  isBelieved: boolean;
}

/** How a field of a provider says it. `wholly` is for fields that always name a customer. */
export interface Field {
  name: string;
  in: Said["in"];
  isBelieved: boolean;
  names: "always" | "never" | "maybe";
  hasClick: boolean;
  event(told: Telling): SentEvent | Promise<SentEvent>;
}

/** What an event is made of. */
export interface Telling {
  /** The provider's customer, as a number. */
  customer: number;
  /** The event's own number. */
  id: number;
  own: string | null;
  click: string | null;
  apiKey: string;
  at: number;
}

const foreignKey = "ref_of_another_workspace";

const unsigned = ({ own, click }: Telling) => ({
  ...(own !== null && { customerExternalId: own }),
  ...(click !== null && { ref_id: click }),
});

const signed = ({ own, click, apiKey, at }: Telling, key = apiKey) =>
  signCustomData({ apiKey: key, customerExternalId: own ?? "", ...(click !== null && { clickId: click }), now: at });

/** The same value with a buyer's own words beside it. */
const besides = async (told: Telling) => ({
  customerExternalId: "buyer_wrote",
  discountCode: "X",
  ...(await signed(told)),
});

const stripe = (type: string, object: object): SentEvent => {
  const body = stripeEvent(type, object);
  return { id: body.id, body };
};
const session = ({ customer, id }: Telling, more: object): SentEvent =>
  stripe(
    "checkout.session.completed",
    checkout({ customer: `cus_${customer}`, payment_intent: `pi_${id}`, client_reference_id: null, ...more }),
  );
const transactionOf = ({ customer, id }: Telling, custom: object | null): SentEvent =>
  paddleEvent(
    "transaction.completed",
    transaction({ id: `txn_${id}`, customer_id: `ctm_${customer}`, custom_data: custom }),
  );
const polar = ({ customer, id }: Telling, metadata: object, externalId: string | null = null): SentEvent =>
  polarEvent(
    "order.paid",
    polarOrder({
      id: `order-${id}`,
      customer_id: `customer-${customer}`,
      metadata,
      customer: { id: `customer-${customer}`, external_id: externalId },
    }),
  );
const lemon = ({ customer, id }: Telling, custom: object): SentEvent =>
  lemonSqueezyEvent("order_created", lemonOrder({ customer_id: customer }, `${id}`), custom);

const purchase = { in: "purchase", isBelieved: true, names: "maybe", hasClick: true } as const;
const byServer = { ...purchase, names: "always" } as const;
const byBuyer = { ...purchase, isBelieved: false, names: "always" } as const;

/** Every field of every provider that says whose a customer is, with who can write it. */
export const fields: Readonly<Record<PlayedProvider["provider"], readonly Field[]>> = {
  stripe: [
    { ...purchase, name: "metadata", event: (told) => session(told, { metadata: unsigned(told) }) },
    {
      ...byServer,
      name: "signed reference of a link",
      event: async (told) =>
        session(told, { payment_link: "plink_1", client_reference_id: Object.values(await signed(told))[0] }),
    },
    {
      ...byBuyer,
      name: "forged reference of a link",
      event: async (told) =>
        session(told, {
          payment_link: "plink_1",
          client_reference_id: Object.values(await signed(told, foreignKey))[0],
        }),
    },
    {
      ...byBuyer,
      name: "reference of a link",
      names: "never",
      event: (told) => session(told, { payment_link: "plink_1", client_reference_id: told.click }),
    },
    {
      ...purchase,
      in: "subscription",
      name: "metadata of a subscription",
      event: (told) =>
        stripe("customer.subscription.updated", {
          id: "sub_1",
          customer: `cus_${told.customer}`,
          metadata: unsigned(told),
        }),
    },
    {
      ...byServer,
      in: "record",
      hasClick: false,
      name: "metadata of the customer",
      event: (told) => stripe("customer.updated", { id: `cus_${told.customer}`, metadata: unsigned(told) }),
    },
  ],
  paddle: [
    { ...byServer, name: "signed", event: async (told) => transactionOf(told, await signed(told)) },
    { ...byServer, name: "signed, beside a buyer's", event: async (told) => transactionOf(told, await besides(told)) },
    { ...byBuyer, name: "unsigned", event: (told) => transactionOf(told, unsigned(told)) },
    { ...byBuyer, name: "forged", event: async (told) => transactionOf(told, await signed(told, foreignKey)) },
    { ...purchase, name: "nothing", names: "never", hasClick: false, event: (told) => transactionOf(told, null) },
    {
      ...byServer,
      in: "subscription",
      name: "signed in a subscription",
      event: async (told) =>
        paddleEvent("subscription.created", {
          id: "sub_1",
          customer_id: `ctm_${told.customer}`,
          custom_data: await signed(told),
        }),
    },
    ...[true, false].map((isSigned): Field => ({
      ...byServer,
      in: "record",
      isBelieved: isSigned,
      hasClick: false,
      name: `${isSigned ? "signed" : "unsigned"} in the customer`,
      event: async (told) =>
        paddleEvent("customer.updated", {
          id: `ctm_${told.customer}`,
          custom_data: isSigned ? await signed(told) : unsigned(told),
        }),
    })),
  ],
  polar: [
    { ...purchase, name: "metadata", event: (told) => polar(told, unsigned(told)) },
    {
      ...purchase,
      in: "subscription",
      name: "metadata of a subscription",
      event: (told) =>
        polarEvent("subscription.updated", {
          id: "sub-1",
          customer_id: `customer-${told.customer}`,
          metadata: unsigned(told),
        }),
    },
    {
      ...byServer,
      in: "record",
      hasClick: false,
      name: "external_id of the customer",
      event: (told) =>
        polarEvent("customer.updated", { id: `customer-${told.customer}`, external_id: told.own, metadata: {} }),
    },
    {
      ...byServer,
      in: "record",
      hasClick: false,
      name: "metadata of the customer",
      event: (told) =>
        polarEvent("customer.updated", {
          id: `customer-${told.customer}`,
          external_id: null,
          metadata: unsigned(told),
        }),
    },
  ],
  lemonsqueezy: [
    { ...byServer, name: "signed", event: async (told) => lemon(told, await signed(told)) },
    { ...byServer, name: "signed, beside a buyer's", event: async (told) => lemon(told, await besides(told)) },
    { ...byBuyer, name: "unsigned", event: (told) => lemon(told, unsigned(told)) },
    { ...byBuyer, name: "forged", event: async (told) => lemon(told, await signed(told, foreignKey)) },
    { ...purchase, name: "nothing", names: "never", hasClick: false, event: (told) => lemon(told, {}) },
    {
      ...byServer,
      in: "subscription",
      name: "signed in a subscription",
      event: async (told) =>
        lemonSqueezyEvent(
          "subscription_created",
          lemonSubscription({ customer_id: told.customer }, `${told.id}`),
          await signed(told),
        ),
    },
  ],
};

/** What a purchase came to: whose sale it is and who earns by it, or why it is none yet. */
export type Came = { customer: string; partner: string | null } | "held" | "parked";

/**
 * What J2, J7 and A16 say comes of what is said, one after the other, of one provider's customer. The owner's customers it names were made by
 * the owner's server.
 */
export class Model {
  readonly came = new Map<number, Came>();
  readonly #self: string;
  readonly #isTyped: boolean;
  readonly #bound = new Map<string, string>();
  #tie: { who: string; isBelieved: boolean } | null = null;
  #click: { of: string; isBelieved: boolean } | null = null;
  #waiting: [number, Said][] = [];

  constructor(self: string, isTyped: boolean) {
    this.#self = self;
    this.#isTyped = isTyped;
  }

  tell(id: number, said: Said): void {
    this.#take(id, said);
    // A tie that came lets go on what waited for it.
    for (let before = -1; before !== this.#waiting.length;) {
      before = this.#waiting.length;
      for (const [waiting, what] of this.#waiting.splice(0)) this.#take(waiting, what);
    }
  }

  /** Nothing of an erased customer is left, and what waits of theirs is given up (Y4). */
  erase(who: string): void {
    this.#bound.delete(who);
    const isTied = this.#tie?.who === who;
    if (isTied) [this.#tie, this.#click] = [null, null];
    this.#waiting = this.#waiting.filter(([, { own }]) => !isTied && own !== who);
    for (const [id, came] of this.came) if (typeof came === "object" && came.customer === who) this.came.delete(id);
  }

  #take(id: number, said: Said): void {
    this.#hear(said);
    if (said.in !== "purchase") return;
    const came = this.#purchase(said);
    this.came.set(id, came);
    if (came === "parked") this.#waiting.push([id, said]);
    if (typeof came !== "object") return;
    // What was recorded first of somebody nobody named is of a customer of its own.
    if (!this.#tie?.isBelieved) this.#tie = { who: came.customer, isBelieved: true };
  }

  #hear({ in: place, own, click, isBelieved }: Said): void {
    const before = this.#tie;
    if (own !== null) {
      const takes = before === null || (isBelieved && (!before.isBelieved || place === "record"));
      if (takes && before !== null && before.who !== own && (before.isBelieved || !this.#click?.isBelieved))
        this.#click = null;
      if (takes) this.#tie = { who: own, isBelieved };
    }
    if (click === null || !this.#isOf(this.#tie?.who ?? null, { own, place })) return;
    if (this.#click === null || (isBelieved && !this.#click.isBelieved)) this.#click = { of: click, isBelieved };
  }

  /** Whether a click speaks of this customer: named, or not named where nobody can pay as another by typing an address. */
  #isOf(who: string | null, { own, place }: { own: string | null; place: Said["in"] }): boolean {
    if (own !== null) return who === own;
    const mayBeAnother = this.#isTyped && place !== "record" && this.#tie?.isBelieved === true && who !== this.#self;
    return !mayBeAnother;
  }

  #purchase({ in: place, own, click, isBelieved }: Said): Came {
    const tied = this.#tie;
    const who = own !== null && (isBelieved || !tied?.isBelieved) ? own : (tied?.who ?? null);
    const sure = own !== null && isBelieved ? true : (tied?.isBelieved ?? false);
    const isTied = tied !== null && who === tied.who;
    const clicks = [
      ...(click !== null && this.#isOf(who, { own, place }) ? [{ of: click, isBelieved }] : []),
      ...(this.#click && (who === null || isTied) ? [this.#click] : []),
    ];
    const best = clicks.find((one) => one.isBelieved) ?? clicks[0];
    if (who === null && best === undefined) return "parked";
    if (who === null && best && !best.isBelieved) return "held";
    if (who !== null && !sure) return this.#bound.has(who) ? "held" : "parked";
    const customer = who ?? this.#self;
    // A binding stays (A1), and a buyer's click binds nobody whom the server made.
    if (best?.isBelieved && !this.#bound.has(customer)) this.#bound.set(customer, best.of);
    return { customer, partner: this.#bound.get(customer) ?? null };
  }
}
