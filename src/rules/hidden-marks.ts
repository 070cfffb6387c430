const marks = "\\u202a-\\u202e\\u2066-\\u2069";
const hidden = new RegExp(`[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${marks}]`);

/** The message for a text for which `hasHiddenMarks` is true. */
export const hiddenMarksProblem =
  "must not hold control characters, nor marks that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069)";

/**
 * Whether a text contains control characters, except tabs and line ends, or marks that embed, override or isolate a direction. These make a
 * name or address look like another one, and reverse the text beside it. The marks that languages need (U+200C to U+200F, U+061C) are
 * allowed.
 */
export function hasHiddenMarks(text: string): boolean {
  return hidden.test(text);
}

/** A text without them: for texts that must not be refused, such as a payer's name. */
export function withoutHiddenMarks(text: string): string {
  return hidden.test(text) ? text.replace(new RegExp(hidden, "g"), "") : text;
}
