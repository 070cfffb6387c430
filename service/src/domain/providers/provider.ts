import type { BuyerField, Source } from "../rules/provenance.ts";
import type { EventShape, StepReader } from "./provider-steps.ts";

/** A request as its signature covers it. */
export interface SignedRequest {
  bytes: Uint8Array;
  headers: Headers;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/** All that differs between payment providers; each has a file of its own. */
export interface Provider {
  title: string;
  /** What each kind of event does. These are the kinds to select in the provider's dashboard. */
  readers: Readonly<Record<string, StepReader>>;
  shape: EventShape;
  /** Who can write what its events say of a buyer. */
  fields: Readonly<Record<BuyerField, Source>>;
  /**
   * Whether its customers are e-mail addresses that whoever pays types in: a purchase may be somebody else's than the customer the
   * provider names.
   */
  knowsByEmail: boolean;
  /** @throws anything when the request is not signed with the secret, or too long ago */
  verify(secret: string, request: SignedRequest): Promise<void>;
  /** The id of an event outside its body, where it has none inside. */
  idOf?(request: SignedRequest): string;
}
