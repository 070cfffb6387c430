/** One page when awaited, every item of every page when walked with `for await`. Nothing is sent before either. */
export class ListRequest<T> implements PromiseLike<T[]>, AsyncIterable<T> {
  readonly #sizeName: string;
  readonly #send: (query: Record<string, unknown>) => Promise<unknown>;
  readonly #query: Record<string, unknown>;

  constructor(
    name: string,
    send: (query: Record<string, unknown>) => Promise<unknown>,
    query: Record<string, unknown> = {},
  ) {
    this.#sizeName = name === "events.list" ? "limit" : "pageSize";
    this.#send = send;
    this.#query = query;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaited is what this class is for
  then<A = T[], B = never>(
    onFulfilled?: ((page: T[]) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return (this.#send(this.#query) as Promise<T[]>).then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    const size = Number(this.#query[this.#sizeName] ?? 100);
    for (let page = Number(this.#query["page"] ?? 1); ; page++) {
      const items = (await this.#send({ ...this.#query, [this.#sizeName]: size, page })) as T[];
      yield* items;
      if (items.length < size) return;
    }
  }
}
