import type { KyselyPlugin } from "kysely";
import type { Store } from "../src/store/open.ts";

/** Counts the statements of what runs on a store. */
export function counted(store: Store): { store: Store; statements: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => ((statements += 1), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const watched = (store: Store): Store => ({
    ...store,
    db: store.db.withPlugin(plugin),
    in: (...given) => watched(store.in(...given)),
    transaction: (work) => store.transaction((trx) => work(trx.withPlugin(plugin))),
  });
  return { store: watched(store), statements: () => statements };
}
