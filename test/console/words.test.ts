import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWords } from "../../src/console/parts/words.ts";
import { createFormat } from "../../src/dashboard/format/create-format.ts";
import de from "../../src/locales/de.ts";
import en from "../../src/locales/en.ts";
import ja from "../../src/locales/ja.ts";
import type { Catalogue } from "../../src/locales/load-locale.ts";

const root = new URL("../../src/console/", import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

/** Words that are the dashboard's by their letters and mean another thing in the console, and why. */
const own: Readonly<Record<string, string>> = {
  "Console.tsx: Leads": "the name of a screen, among others that the dashboard does not have",
  "screens/leads/LeadsScreen.tsx: Leads": "the same screen's heading",
  "screens/money/MoneyScreen.tsx: Payouts": "the name of a tab, beside Held and Pay partners",
  "screens/money/Paying.tsx: Payouts": "names that tab",
  "screens/leads/LeadsScreen.tsx: Sent": "when a lead came, not what became of a payout",
  "screens/money/Payouts.tsx: Paid": "a button that says what was done, beside File",
  "parts/LinkDialog.tsx: Done": "closes a dialog; the dashboard's marks a step that is done",
  "screens/people/PeopleScreen.tsx: Link": "a link that signs in; the dashboard's is one that partners share",
  "screens/program/Rewards.tsx: Reward": "adds one; the dashboard's names the rule that a commission follows",
  "screens/partners/partner-acts.ts: Archive": "what is done to a partner; the dashboard's is done to a link",
  "screens/program/ProgramScreen.tsx: Settings": "the name of a tab, beside Joining and Rewards",
  "screens/program/Settings.tsx: Settings": "the heading of that tab",
  "screens/program/Settings.tsx: Name": "the program's, one of its settings, of which the dashboard has no names",
  "screens/program/Settings.tsx: Questions and answers": "the same",
  "screens/program/FaqEditor.tsx: Questions and answers": "that setting",
  "screens/program/form-fields.ts: Country": "a kind of question, beside kinds that the dashboard does not have",
  "screens/program/form-fields.ts: Date": "the same",
  "screens/program/mail-kinds.ts: Rejected": "the name of a mail",
  "screens/program/mail-kinds.ts: First sale": "the name of a mail",
};

/** Texts of a file: what stands in quotes or between tags. */
function textsOf(code: string): string[] {
  const found = code.matchAll(/"([^"\n]+)"|`([^`$\n]+)`|>\s*([^<>{}\n]+?)\s*</g);
  return [...found].map(([, quoted, ticked, between]) => quoted ?? ticked ?? between ?? "");
}

describe("the console's words", () => {
  it("that the dashboard has too are taken from its languages", () => {
    const known = new Set(Object.values(en as Catalogue).filter((message) => typeof message === "string"));
    const literals = files
      .filter((file) => file !== "parts/words.ts")
      .flatMap((file) => textsOf(readFileSync(join(root, file), "utf8")).map((text) => ({ file, text })));
    const doubled = literals.filter(({ text }) => known.has(text)).map(({ file, text }) => `${file}: ${text}`);
    expect([...new Set(doubled)].toSorted()).toEqual(Object.keys(own).toSorted());
  });

  it("are a partner's, commission's, payout's and lead's in the reader's language, where the dashboard has them", () => {
    const inGerman = createWords(createFormat({ tag: "de", pack: "de", dir: "ltr" }, [de, en], "UTC"));
    expect(inGerman.payout.completed[0]).toBe("Ausgezahlt");
    expect(inGerman.commission.hold[0]).toBe("Zurückgehalten");
    expect(inGerman.lead.closedWon[0]).toBe(de["referral.closedWon"]);
    // Of partners the dashboard has no such words.
    expect(inGerman.enrollment.approved[0]).toBe("Active");
    const inJapanese = createWords(createFormat({ tag: "ja", pack: "ja", dir: "ltr" }, [ja, en], "UTC"));
    expect(inJapanese.payout.failed[0]).toBe(ja["payoutStatus.failed"]);
  });

  it("are in English what owners say", () => {
    const words = createWords(createFormat({ tag: "en-GB", pack: "en", dir: "ltr" }, [en], "UTC"));
    expect(words.payout.processed[0]).toBe("Handed over");
    expect(words.commission.processed[0]).toBe("In a payout");
  });
});
