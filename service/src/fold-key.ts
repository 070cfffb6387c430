/**
 * The form of a link's key that says which keys are the same: kept in a column that is unique within a domain, and asked for by every look-up
 * and every cache. Letters count without case, each by itself: `toLowerCase` of a whole word and `lower` of a database disagree on
 * words like ΣΑΣ and İx, so that one's cache answered for the other's link.
 */
export function foldKey(key: string): string {
  if (/^[\0-\x7f]*$/.test(key)) return key.toLowerCase();
  return [...key.normalize("NFC")].map(foldLetter).join("").normalize("NFC");
}

/** By way of the capital, which letters with several small forms (σ ς, s ſ) share; ß has none of one letter, and ı is no i. */
function foldLetter(letter: string): string {
  const capital = letter.toUpperCase();
  return letter === "ı" || [...capital].length !== 1 ? letter.toLowerCase() : capital.toLowerCase();
}
