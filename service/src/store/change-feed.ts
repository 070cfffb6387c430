/** Called for a change; without a payload changes may have been missed, and all remembered values are invalid. */
export type ChangeListener = (payload?: string) => void;

/** Listeners of this process by topic. */
export class ChangeFeed {
  /** False while the connection for notifications is down. */
  live = true;
  readonly #listeners = new Map<string, Set<ChangeListener>>();

  /** Returns a function that stops listening. */
  listen(topic: string, listener: ChangeListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** A message of the channel: `<topic>:<payload>`. */
  hear(message: string): void {
    const at = message.indexOf(":");
    this.emit(message.slice(0, at), message.slice(at + 1));
  }

  emit(topic: string, payload: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload);
  }

  /** Tells all listeners that changes may have been missed. */
  gap(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener();
  }
}
