import type { Rooms } from "../room.ts";
import { shell } from "./shell.ts";

/** Simplified Chinese, room by room. */
export const rooms: Rooms = {
  shell,
  states: () => import("./states.ts").then((words) => words.states),
  figures: () => import("./figures.ts").then((words) => words.figures),
  lists: () => import("./lists.ts").then((words) => words.lists),
  forms: () => import("./forms.ts").then((words) => words.forms),
};
