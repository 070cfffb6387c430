import { sha256 } from "./ids.ts";

/** What is there, and its version as an entity tag. */
export interface Versioned<T> {
  value: T;
  version: string;
}

/** The entity tag of what is told apart by its content alone. */
export function tagOf(content: unknown): string {
  return `"${sha256(JSON.stringify(content)).slice(0, 16)}"`;
}

/**
 * Whether a request that changes something means it as it is: two people at once must not undo each other silently.
 * @param asked `If-Match` of the request; without one it means whatever there is
 * @param version the entity tag of what there is
 */
export function isAsSeen(asked: string | undefined, version: string): boolean {
  if (asked === undefined) return true;
  const tags = tagsOf(asked);
  return tags.includes("*") || tags.includes(version);
}

/** The entity tags of an `If-Match`, compared without the mark of weak ones. */
export function tagsOf(asked: string): string[] {
  return asked.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}
