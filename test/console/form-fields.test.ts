import { expect, it } from "vitest";
import {
  asType,
  formText,
  formToSave,
  newField,
  readForm,
  tellForm,
  withOptions,
} from "../../src/console/screens/program/form-fields.ts";
import { mailKinds } from "../../src/console/screens/program/mail-kinds.ts";
import { mailSlots } from "../../service/src/domain/rules/mail-texts.ts";
import { referralForm } from "../../service/src/schemas/referral-form.ts";
import { partnerMailKinds, type FormField } from "../../src/contract/index.ts";

const site: FormField = {
  key: "site",
  label: "Site",
  type: "text",
  required: true,
  locked: false,
  position: 0,
  constraints: { maxLength: 80 },
};

it("a form that is edited stays one the API takes, in the order shown", () => {
  const first = { ...newField([site]), label: "Who reads you?" };
  const list = asType(first, "select") as FormField & { type: "select" };
  const text = formText([
    { ...withOptions(list, "Founders\n\nDesigners"), position: 0 },
    { ...site, position: 1 },
  ]);
  const form = formToSave(text);
  expect(referralForm.safeParse(form).error).toBeUndefined();
  expect(form?.fields.map(({ key, position }) => [key, position])).toEqual([
    [expect.stringMatching(/^question_[0-9a-f]{8}$/), 0],
    ["site", 1],
  ]);
  expect(tellForm(text)).toBe("Who reads you? (one of a list: Founders, Designers); Site (short text, required)");
});

it("a choice whose words stay keeps what is sent for it, and another kind of list keeps the choices", () => {
  const options = [
    { label: "Founders", value: "f" },
    { label: "Others", value: "o" },
  ];
  const list = { ...asType(site, "select"), options } as FormField & { type: "select" };
  expect(withOptions(list, "Founders\nEverybody")).toMatchObject({
    options: [
      { label: "Founders", value: "f" },
      { label: "Everybody", value: "Everybody" },
    ],
  });
  expect(asType(list, "multiSelect")).toMatchObject({ type: "multiSelect", options });
  expect(asType(site, "number")).not.toHaveProperty("constraints");
});

it("names a question without words, and a list without two choices, before anything is sent", () => {
  const added = newField([]);
  expect(() => formToSave(formText([added]))).toThrow("Question 1 has no words yet.");
  expect(() => formToSave(formText([asType(site, "select")]))).toThrow("“Site” needs at least two choices.");
  expect(formToSave("")).toBeNull();
  expect(readForm("")).toEqual([]);
});

it("the console offers the slots that the service fills, of every mail to partners", () => {
  expect(Object.keys(mailKinds).toSorted()).toEqual([...partnerMailKinds].toSorted());
  for (const kind of partnerMailKinds) expect(["program", "name", ...mailKinds[kind][1]]).toEqual(mailSlots(kind));
});
