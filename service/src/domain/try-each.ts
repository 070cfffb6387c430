/**
 * Does something with each item of a job: one that fails keeps no other waiting.
 * @throws the first error, once all were tried
 */
export async function tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
