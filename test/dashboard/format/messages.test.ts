import en from "../../../src/locales/en.ts";
import { expect, test } from "vitest";
import { createTranslate } from "../../../src/dashboard/format/create-format.ts";
import { localeOf } from "./locale-of.ts";

test("`count` picks the plural, numbers are written in the reader's digits (DES-I1)", () => {
  const t = createTranslate([en], "en");
  expect(t("state.retryIn", { count: 1 })).toBe("Trying again in 1 second.");
  expect(t("state.retryIn", { count: 1200 })).toBe("Trying again in 1,200 seconds.");
});

test("Arabic has six plurals", () => {
  const forms = { zero: "z", one: "o", two: "t", few: "f", many: "m", other: "x" };
  const t = createTranslate([{ "state.retryIn": forms }], "ar");
  expect([0, 1, 2, 5, 11, 100].map((count) => t("state.retryIn", { count })).join("")).toBe("zotfmx");
});

test("the host's words win, the pack's come next, English fills in", () => {
  const t = createTranslate([{ "ui.copyLink": "Grab" }, { "ui.copyLink": "Kopieren", "ui.next": "Weiter" }, en], "de");
  expect([t("ui.copyLink"), t("ui.next"), t("ui.previous")]).toEqual(["Grab", "Weiter", "Previous"]);
});

test("a slot without a value stays as it is, so that a test finds it", () => {
  expect(createTranslate([en], "en")("state.reapplyFrom")).toBe("You can apply again from {date}.");
});

test("the first language with a pack wins; unreadable tags are passed over", () => {
  expect(localeOf("nonsense_tag!", "en-GB")).toEqual({ tag: "en-GB", pack: "en", dir: "ltr" });
  expect(localeOf("xx", null, undefined)).toEqual({ tag: "en", pack: "en", dir: "ltr" });
});
