/** What development builds say on the console: one line per mistake, with what to do and where it is explained. */
export { docsPages } from "./tell.ts";
export { tellError } from "./connection-problems.ts";
export { tellOptions, tellStyles } from "./option-problems.ts";
export { tokenProblem } from "./token-problem.ts";
