import { expect, it } from "vitest";
import { tokenProblem } from "../../src/development/token-problem.ts";

const html = "<!doctype html><html><title>Error</title><pre>Cannot POST\n /api/token</pre></html>";
const cure = "It must give what POST /tokens/embed/referrals answered.";

it.each<[string, unknown, string]>([
  ["a refused answer", new Response(html, { status: 404 }), "got 404 from its route: “Error Cannot POST /api/token”."],
  ["a client's error with the answer", { response: new Response("", { status: 500 }) }, "got 500 from its route."],
  ["an answer that was not read", new Response("{}"), "gave a Response: return what its json() gives."],
  [
    "a page read as JSON",
    new SyntaxError("Unexpected token '<'"),
    "read as JSON what is none (Unexpected token '<'): look at its route.",
  ],
  ["an exception", new TypeError("Failed to fetch"), "threw TypeError: Failed to fetch."],
  [
    "another key",
    { token: "ref_embed_1", expires: "" },
    "gave an object without publicToken, but with: token, expires.",
  ],
  [
    "our envelope",
    { error: { message: "No such key." } },
    "gave an object without publicToken, but with: error (“No such key.”).",
  ],
  ["nothing", undefined, "gave nothing (does it return what it fetched?)."],
  ["an empty text", "", "gave an empty text."],
])("says of %s in place of a token what it is", async (_, given, said) => {
  expect(await tokenProblem(given)).toBe(`The token function ${said} ${cure}`);
});

it("says the first words of a long answer, and nothing that could be a token (EMB-T7)", async () => {
  const answer = new Response(`{"token":"ref_embed_secret"} ${"x".repeat(900)}`, { status: 400 });
  const said = await tokenProblem(answer);
  expect(said).not.toContain("secret");
  expect(said.length).toBeLessThan(300);
  expect(await tokenProblem(new Error("no ref_embed_secret"))).not.toContain("secret");
});
