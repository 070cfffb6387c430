import { limits, type OnExhausted } from "../../limits.ts";
import { networkOf, addressBucket } from "../../middleware/client-address.ts";
import type { Bucket, SlidingWindow } from "../../middleware/sliding-window.ts";

/** The origin of a try. */
interface Guesser {
  linkId: string;
  address: string;
  /** Keys for the address and the network, independent of the user agent; neither is stored. */
  nameOf: (address: string) => string;
}

/** A try that may be checked, or the time to wait for the next one. */
type Try = { retryAfter: number } | { wasRight: () => void };

/**
 * Counts password tries before the check: otherwise parallel guesses would pass the limits.
 * 1. An address has ten tries on a link in ten minutes.
 * 2. All addresses together have a hundred. An attacker must not lock out others: when the hundred are used up, an address without a wrong
 *    try on this link still has one, as long as its network has tries left. So further guessing is limited to ten tries per network.
 */
export class PasswordTries {
  readonly #window: SlidingWindow;
  readonly #onExhausted: OnExhausted;

  constructor(window: SlidingWindow, onExhausted: OnExhausted) {
    this.#window = window;
    this.#onExhausted = onExhausted;
  }

  async take({ linkId, address, nameOf }: Guesser): Promise<Try> {
    const ofAddress = `${linkId} ${nameOf(addressBucket(address))}`;
    const own = await this.#window.take(ofAddress, limits.passwordOfAddress.amount);
    if (own.exceeded) return own;
    const all = await this.#window.take(linkId, limits.passwordOfLink.amount);
    if (!all.exceeded) return this.#counted(ofAddress, linkId);
    this.#onExhausted("passwordOfLink", linkId);
    const ofNetwork = `${linkId} ${nameOf(networkOf(address))}`;
    const reserve = isFirst(own) ? await this.#window.take(ofNetwork, limits.passwordOfNetwork.amount) : all;
    if (!reserve.exceeded) return this.#counted(ofAddress, ofNetwork);
    // It was not checked, so it was not wrong.
    this.#window.undo(ofAddress);
    return reserve;
  }

  #counted(...buckets: string[]): Try {
    return {
      wasRight: () => {
        for (const bucket of buckets) this.#window.undo(bucket);
      },
    };
  }
}

function isFirst({ limit, remaining }: Bucket): boolean {
  return remaining === limit - 1;
}
