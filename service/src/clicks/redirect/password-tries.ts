import { limits, type SharedLimit } from "../../limits.ts";
import { networkOf, addressBucket } from "../../middleware/client-address.ts";
import type { Bucket, SlidingWindow } from "../../middleware/sliding-window.ts";

/** Where a try comes from. */
interface Guesser {
  linkId: string;
  address: string;
  /** Names an address or a network, whatever the user agent; neither is stored. */
  nameOf: (address: string) => string;
}

/** A try that may be checked, or the time until one may be. */
type Try = { retryAfter: number } | { wasRight: () => void };

/**
 * Counts tries of passwords before they are checked: otherwise guesses at once would pass the limits.
 * 1. An address has ten on a link in ten minutes.
 * 2. All addresses have a hundred on it. These must lock out nobody else: when they are used up, an address that has not been wrong on
 *    this link keeps one try, as far as its network has some left. Guessing goes on by ten tries a network then, no more.
 */
export class PasswordTries {
  readonly #window: SlidingWindow;
  readonly #onExhausted: (limit: SharedLimit, subject: string) => void;

  constructor(window: SlidingWindow, onExhausted: (limit: SharedLimit, subject: string) => void) {
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
    // It was not looked at, so it was not wrong.
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
