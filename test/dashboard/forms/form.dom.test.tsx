import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import type { ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";
import { Form } from "../../../src/dashboard/forms/Form.tsx";
import type { FormProps } from "../../../src/dashboard/forms/Form.tsx";
import type { FieldSpec, FieldValues } from "../../../src/dashboard/forms/field-spec.ts";
import { MessagesContext } from "../../../src/dashboard/ui/messages-context.ts";

const t = (key: string, slots: Record<string, string | number> = {}): string =>
  [key, ...Object.values(slots)].join(" ");
const send = (): ReturnType<typeof vi.fn<(values: FieldValues) => Promise<unknown>>> =>
  vi.fn<(values: FieldValues) => Promise<unknown>>(() => Promise.resolve());

function show(fields: FieldSpec[], onSubmit: FormProps["onSubmit"], more: Partial<FormProps> = {}): void {
  render(
    <StrictMode>
      <MessagesContext.Provider value={{ locale: "en", t }}>
        <Form fields={fields} onSubmit={onSubmit} submitLabel="Send" {...more} />
      </MessagesContext.Provider>
    </StrictMode>,
  );
}
const submit = (): HTMLElement => screen.getByRole("button", { name: /^Send|form.sending/ });
const text = (name: string, change: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label: name,
  type: "text",
  required: true,
  ...change,
});

const EIGHT: FieldSpec[] = [
  text("name", { autoComplete: "name" }),
  text("note", { type: "textarea", required: false }),
  text("plan", { type: "select", options: ["pro", "team"].map((value) => ({ value, label: value.toUpperCase() })) }),
  text("tags", { type: "multiSelect", options: ["a", "b"].map((value) => ({ value, label: `Tag ${value}` })) }),
  text("land", { type: "country" }),
  text("when", { type: "date" }),
  text("seats", { type: "number" }),
  text("tel", { type: "phone" }),
];

const TEN = Array.from({ length: 10 }, (_, n) => ({ value: `${n}`, label: `Choice ${n}` }));

describe("Form", () => {
  it("sends values, not labels, from all eight types (DES-F5)", async () => {
    const user = userEvent.setup();
    const sent = send();
    show(EIGHT, sent);
    await user.type(screen.getByRole("textbox", { name: "name" }), " Kayla ");
    await user.selectOptions(screen.getByRole("combobox", { name: "plan" }), "TEAM");
    await user.click(screen.getByRole("checkbox", { name: "Tag b" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "land" }), "Germany");
    await user.type(screen.getByLabelText("when"), "2026-11-21");
    await user.type(screen.getByRole("textbox", { name: "seats" }), "1,200");
    await user.type(screen.getByRole("textbox", { name: "tel" }), "+49 30 1234");
    await user.click(submit());
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      name: "Kayla",
      note: null,
      plan: "team",
      tags: ["b"],
      land: "DE",
      when: "2026-11-21",
      seats: 1_200,
      tel: "+49 30 1234",
    });
  });

  it("names what is wrong, ties it to the field, focuses the first, and sums up from three on (DES-F2, F3)", async () => {
    const user = userEvent.setup();
    const sent = send();
    show([text("a"), text("b"), text("c", { hint: "As written" })], sent);
    await user.click(submit());
    expect(sent).not.toHaveBeenCalled();
    const [first, , third] = screen.getAllByRole("textbox");
    expect(first).toHaveFocus();
    expect(third).toBeInvalid();
    expect(third).toHaveAccessibleDescription("form.required c As written");
    await user.click(screen.getByRole("button", { name: "form.required c" }));
    expect(third).toHaveFocus();
  });

  it("validates a field on blur only once the form was tried (DES-F3)", async () => {
    const user = userEvent.setup();
    show([text("a"), text("b", { type: "url" })], send());
    const [first, second] = screen.getAllByRole("textbox");
    await user.click(first as HTMLElement);
    await user.tab();
    expect(first).toBeValid();
    await user.click(submit());
    expect(first).toBeInvalid();
    await user.type(first as HTMLElement, "x");
    await user.type(second as HTMLElement, "nonsense");
    expect(first).toBeValid();
    await user.tab();
    expect(second).toHaveAccessibleDescription("form.url");
  });

  it("sends once however often it is pressed, and says it is sending (DES-F3)", async () => {
    const user = userEvent.setup();
    let finish = (): void => {};
    const sent = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)));
    show([text("a", { value: "x" })], sent);
    await user.click(submit());
    expect(submit()).toHaveAttribute("aria-disabled", "true");
    expect(submit()).toHaveTextContent("form.sending");
    await user.click(submit());
    await user.type(screen.getByRole("textbox"), "{Enter}");
    expect(sent).toHaveBeenCalledOnce();
    finish();
    await waitFor(() => expect(submit()).toHaveTextContent("Send"));
  });

  it("lands a 422 on its field, focuses it, and keeps what was typed (DES-F4)", async () => {
    const user = userEvent.setup();
    const error = { code: "unprocessable_entity", message: "invalid_format: formData.email: bad" };
    show([text("name"), text("email", { type: "email" })], () => Promise.reject(error));
    const [name, email] = screen.getAllByRole("textbox");
    await user.type(name as HTMLElement, "Kayla");
    await user.type(email as HTMLElement, "k@x");
    await user.click(submit());
    await waitFor(() => expect(email).toHaveAccessibleDescription("form.email"));
    expect(email).toHaveFocus();
    expect(name).toHaveValue("Kayla");
    expect(screen.queryByText(/bad/)).toBeNull();
  });

  it("shows an alert for errors of no field, and removes it on the next try (DES-F4)", async () => {
    const user = userEvent.setup();
    let broken = true;
    show([text("a", { value: "x" })], () => (broken ? Promise.reject(new Error("boom")) : Promise.resolve()));
    await user.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent("failed.action");
    broken = false;
    await user.click(submit());
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("shows a locked field by name with its reason, read-only, and does not send it (DES-F5)", async () => {
    const user = userEvent.setup();
    const sent = send();
    show([text("land", { type: "country", value: "DE", locked: "Verified" }), text("a", { value: "x" })], sent);
    const locked = screen.getByRole("textbox", { name: "land" });
    expect(locked).toHaveValue("Germany");
    expect(locked).toHaveAttribute("readonly");
    expect(locked).toHaveAccessibleDescription("Verified");
    await user.click(submit());
    expect(sent).toHaveBeenCalledExactlyOnceWith({ a: "x" });
  });

  it("leaves what is typed to the browser: a render, even of another start value, touches none of it (DES-F1)", async () => {
    const user = userEvent.setup();
    const onSubmit = send();
    const form = (value: string): ReactElement => (
      <MessagesContext.Provider value={{ locale: "en", t }}>
        <Form fields={[text("name", { value })]} onSubmit={onSubmit} submitLabel="Send" />
      </MessagesContext.Provider>
    );
    const { rerender } = render(form("Ada"));
    await user.type(screen.getByLabelText("name"), " Vermeer");
    rerender(form("Grace"));
    expect(screen.getByLabelText("name")).toHaveValue("Ada Vermeer");
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ name: "Ada Vermeer" });
  });

  it("sets autocomplete for known values, and never uses placeholders (DES-F7)", () => {
    show([...EIGHT, text("mail", { type: "email" }), text("many", { type: "multiSelect", options: TEN })], send());
    const tokenOf = (label: string): string | null => screen.getByLabelText(label).getAttribute("autocomplete");
    expect(["name", "land", "tel", "mail"].map(tokenOf)).toEqual(["name", "country", "tel", "email"]);
    expect(document.querySelector("[placeholder]")).toBeNull();
  });

  it("marks a label with the language of the program, where it is known (DES-I2)", () => {
    show([text("name", { label: "Nom", lang: "fr" }), text("note")], send());
    expect(screen.getByText("Nom")).toHaveAttribute("lang", "fr");
    expect(screen.getByText("note")).not.toHaveAttribute("lang");
  });

  it("a choice under a heading that names it is not marked Optional (design §6)", () => {
    const options = [{ value: "shown", label: "Show my name" }];
    show([text("board", { type: "multiSelect", required: false, titled: true, options })], send());
    expect(screen.getByRole("group", { name: "board" })).toBeInTheDocument();
    expect(screen.queryByText("form.optional")).toBeNull();
  });

  it("counts from 80 per cent of the greatest length and cuts nothing that is pasted (DES-F2)", async () => {
    const user = userEvent.setup();
    show([text("a", { maxLength: 10 })], send());
    await user.click(screen.getByRole("textbox"));
    await user.paste("1234567");
    expect(screen.queryByText(/form.counter/)).toBeNull();
    await user.paste("89012");
    expect(screen.getByText("form.counter 12 10")).toBeVisible();
    await user.click(submit());
    expect(screen.getByRole("textbox")).toHaveAccessibleDescription("form.tooLong 10");
  });

  it("searches above eight options, and sends what is chosen in the popover (DES-O7)", async () => {
    const user = userEvent.setup();
    const sent = send();
    const options = [..."abcdefghi"].map((value) => ({ value, label: `Option ${value}` }));
    show([text("many", { type: "multiSelect", options, value: ["a"] })], sent);
    await user.click(await screen.findByRole("button", { name: "form.chosen 1" }));
    const search = await screen.findByRole("searchbox");
    await user.type(search, "option c");
    const list = search.closest<HTMLElement>(".rf-popover")!;
    await user.click(within(list).getByRole("checkbox", { name: "Option c" }));
    expect(within(list).getAllByRole("checkbox")).toHaveLength(1);
    expect(screen.getByText("form.chosen 2")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await user.click(submit());
    expect(sent).toHaveBeenCalledExactlyOnceWith({ many: ["a", "c"] });
  });

  it("passes the current values to a live preview", async () => {
    const user = userEvent.setup();
    const told = vi.fn<(values: FieldValues) => void>();
    show([text("slug", { prefix: "acme.link/" })], send(), { onValues: told });
    await user.type(screen.getByRole("textbox"), "k");
    expect(told).toHaveBeenLastCalledWith({ slug: "k" });
    expect(screen.getByText("acme.link/")).toBeVisible();
  });
});
