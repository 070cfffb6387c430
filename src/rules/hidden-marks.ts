const marks = "\\u202a-\\u202e\\u2066-\\u2069";
const hidden = new RegExp(`[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${marks}]`);

/** What is wrong with a text for which `hasHiddenMarks` holds. */
export const hiddenMarksProblem =
  "must not hold control characters, nor marks that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069)";

/**
 * Whether a text holds control characters, but for tabs and ends of lines, or marks that embed, override or isolate a direction. With them
 * a name or an address is read as another one, and turns around what stands beside it. The marks that languages are written with
 * (U+200C to U+200F, U+061C) are none of them.
 */
export function hasHiddenMarks(text: string): boolean {
  return hidden.test(text);
}

/** A text without them: for what must not be refused for them, such as the name of whoever has paid. */
export function withoutHiddenMarks(text: string): string {
  return hidden.test(text) ? text.replace(new RegExp(hidden, "g"), "") : text;
}
