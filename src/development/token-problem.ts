const WORDS = 100;

/** Text as one line without markup, cut, and without what could be a credential. */
const firstWords = (text: string): string => {
  const line = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\bref_\w+/g, "ref_…")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > WORDS ? `${line.slice(0, WORDS)}…` : line;
};

/** The value that a host's token function returned or threw instead of a token. */
export async function tokenProblem(given: unknown): Promise<string> {
  return `The token function ${await describe(given)}. It must give what POST /tokens/embed/referrals answered.`;
}

async function describe(given: unknown): Promise<string> {
  const { response = given } = (given ?? {}) as { response?: unknown };
  if (response instanceof Response) return describeAnswer(response);
  // What ends the wait is the event of its signal.
  if (given instanceof Event) return "did not answer in 30 s";
  if (given instanceof SyntaxError)
    return `read as JSON what is none (${firstWords(given.message)}): look at its route`;
  if (given instanceof Error) return `threw ${given.name}: ${firstWords(given.message)}`;
  if (typeof given === "object" && given) return `gave an object without publicToken, but with: ${keysOf(given)}`;
  return given === undefined
    ? "gave nothing (does it return what it fetched?)"
    : `gave ${typeof given === "string" ? "an empty text" : typeof given}`;
}

async function describeAnswer(response: Response): Promise<string> {
  const { ok, status, url, bodyUsed } = response;
  if (ok) return "gave a Response: return what its json() gives";
  const body = bodyUsed ? "" : await response.clone().text();
  const said = firstWords(body);
  return `got ${status} from ${url.split("?")[0] || "its route"}${said && `: “${said}”`}`;
}

/** Names and, of an error's, the message: a value may be a token. */
function keysOf(given: object): string {
  const { error } = given as { error?: { message?: unknown } | string };
  const said = typeof error === "string" ? error : error?.message;
  return Object.keys(given).join(", ") + (typeof said === "string" ? ` (“${firstWords(said)}”)` : "");
}
