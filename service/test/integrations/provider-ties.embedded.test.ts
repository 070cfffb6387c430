import { expect, it } from "vitest";
import { vouches, type Source } from "../../src/domain/rules/provenance.ts";
import { afterWord, purchaseOf, stranger, type Claim, type Word } from "../../src/domain/rules/provider-customer.ts";
import { Model, type Said } from "./provider-customers.ts";

const self = "cus_1";

/** Everything that one event can say. */
const words: readonly Said[] = (["purchase", "subscription", "record"] as const).flatMap((place) =>
  [null, "a", "b"].flatMap((own) =>
    (place === "record" ? [null] : [null, "P", "Q"]).flatMap((click) =>
      own === null && click === null && place !== "purchase"
        ? []
        : [true, false].map((isBelieved) => ({ in: place, own, click, isBelieved })),
    ),
  ),
);

const nameless: Said = { in: "purchase", own: null, click: null, isBelieved: true };

/** Whose sale each purchase is by the domain's rule; `null` for those that wait. */
function ruled(story: readonly Said[], knowsByEmail: boolean): (string | null)[] {
  let known = stranger;
  return story.flatMap((said): (string | null)[] => {
    const source: Source = said.isBelieved ? "provider-server" : "provider-buyer";
    const claim = (text: string | null): Claim | null => (text === null ? null : { text, source });
    const recordedAt = said.in === "record" ? new Date(0) : null;
    const word: Word = {
      id: self,
      own: claim(said.own),
      click: claim(said.click),
      code: null,
      recordedAt,
      knowsByEmail,
    };
    known = afterWord(known, word);
    if (said.in !== "purchase") return [];
    const { who, click } = purchaseOf(known, word);
    const brought = click ? { text: self, source: click.source } : null;
    const whose = who ?? brought;
    if (!whose || !vouches(whose.source)) return [null];
    known = afterWord(known, { ...word, own: whose, click: null, recordedAt: null });
    return [whose.text];
  });
}

/** The same by the model; `null` for a story in which a purchase is parked and done again later, which takes a store. */
function modelled(story: readonly Said[], isTyped: boolean): (string | null)[] | null {
  const model = new Model(self, isTyped);
  const whose: (string | null)[] = [];
  for (const [id, said] of story.entries()) {
    model.tell(id, said);
    const came = model.came.get(id);
    if (came === "parked" && id < story.length - 1) return null;
    if (said.in === "purchase") whose.push(typeof came === "object" ? came.customer : null);
  }
  return whose;
}

it("whose a purchase is follows the rules for every three things that may be said before it (J2, J7)", () => {
  const differing: unknown[] = [];
  let judged = 0;
  for (const isTyped of [true, false])
    for (const one of words)
      for (const two of words)
        for (const three of words) {
          const story = [one, two, three, nameless];
          const [is, should] = [ruled(story, isTyped), modelled(story, isTyped)];
          if (should === null) continue;
          judged += 1;
          if (is.join() !== should.join()) differing.push({ isTyped, story, is, should });
        }
  expect(differing.slice(0, 3)).toEqual([]);
  expect(judged).toBeGreaterThan(10_000);
});
