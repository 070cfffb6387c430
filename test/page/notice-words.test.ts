import { expect, it } from "vitest";
import { packs } from "../../src/locales/load-locale.ts";
import { noticeWords } from "../../src/page/notice-words.ts";

it("the page's notices are there in every language of the dashboard (EMB-I5)", () => {
  expect(Object.keys(noticeWords).sort()).toEqual(
    Object.keys(packs)
      .filter((tag) => tag !== "en")
      .sort(),
  );
  for (const words of Object.values(noticeWords))
    for (const text of [...words["no-token"], ...words["no-host"]]) expect(text.length).toBeGreaterThan(4);
});
