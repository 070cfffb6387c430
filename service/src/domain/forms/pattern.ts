import { RE2JS } from "re2js";
import { longestText } from "referrals-embed/rules";

/** Most instructions a pattern may have, estimated before it is compiled: compile time grows with them. */
const mostInstructions = 2_000;

/**
 * Most steps of a match: instructions of the pattern times characters of the text, about 20 million a second at worst. The engine's time is
 * linear in both, and a pattern of 200 characters can have 36,000 instructions.
 */
const mostSteps = 100_000;

/** Why a pattern cannot be used; `undefined` when it can. */
export function patternProblem(pattern: string, maxLength: number): string | undefined {
  const most = Math.min(maxLength, longestText.text);
  if (instructionsOf(pattern) > mostInstructions) return "repeats too much: use smaller counts in { }";
  try {
    const size = RE2JS.compile(pattern).programSize();
    if (size * most <= mostSteps) return undefined;
    const fitting = Math.floor(mostSteps / size);
    return `is too large for texts of ${most} characters: use smaller counts in { }, or a maxLength of at most ${fitting}`;
  } catch {
    return "must be a pattern without backreference and look-around";
  }
}

/**
 * Whether a whole text matches. Ignores a pattern that is too large to run: it was saved before patterns were measured.
 */
export function matchesPattern(pattern: string, text: string, maxLength: number): boolean {
  return patternProblem(pattern, maxLength) !== undefined || RE2JS.compile(pattern).testExact(text);
}

const token = /\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|[^]/gsu;

/** An upper bound of a pattern's instructions, computed from its repeat counts without compiling it. */
function instructionsOf(pattern: string): number {
  /** Instructions of each open group, and of the last thing in it, which a count repeats. */
  const open = [{ sum: 0, last: 0 }];
  for (const [text, least, , most] of pattern.matchAll(token)) {
    let group = open.at(-1) ?? { sum: 0, last: 0 };
    if (text === "(") {
      open.push({ sum: 2, last: 0 });
      continue;
    }
    if (least !== undefined) {
      const added = group.last * 2 * Math.max(Number(least), Number(most || 0));
      group.sum += added;
      group.last += added;
      continue;
    }
    if (text === "*" || text === "+" || text === "?" || text === "|") {
      group.sum += 1;
      group.last += 1;
      continue;
    }
    let size = 1;
    if (text === ")" && open.length > 1) {
      size = group.sum;
      open.pop();
      group = open.at(-1) ?? group;
    }
    group.sum += size;
    group.last = size;
  }
  return open.reduce((sum, group) => sum + group.sum, 0);
}
