type Development = typeof import("./index.ts");

/**
 * Loads the warnings of development builds: bundlers replace exactly the expression below, and a production build drops the rest. Without a
 * bundler there is no `process`: as in production.
 */
export function develop<T>(say: (development: Development) => T): Promise<Awaited<T>> | undefined {
  try {
    if (process.env.NODE_ENV === "development") return import("./index.ts").then(say) as Promise<Awaited<T>>;
  } catch {}
  return undefined;
}
