import type { ReferralsMessage } from "../contract/embed.ts";
import type { figures } from "./en/figures.ts";
import type { forms } from "./en/forms.ts";
import type { lists } from "./en/lists.ts";
import type { shell } from "./en/shell.ts";
import type { states } from "./en/states.ts";

interface English {
  shell: typeof shell;
  states: typeof states;
  figures: typeof figures;
  lists: typeof lists;
  forms: typeof forms;
}

/**
 * Words are kept in rooms, each fetched when something in it is first shown. `shell` comes with its language; the rooms
 * a panel speaks from are named in `panels/index.ts`.
 */
export type Room = Exclude<keyof English, "shell">;

/** The words of one room in any language: a key that is missing does not compile. */
export type WordsOf<R extends keyof English> = Record<keyof English[R], ReferralsMessage>;

/** A language as it is fetched. */
export type Rooms = { shell: WordsOf<"shell"> } & { [R in Room]: () => Promise<WordsOf<R>> };
