import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FormField } from "../../../src/contract/records.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import { demoQuestions } from "../../../src/demo/sample-content.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

const asked = { applicationForm: demoQuestions, hasApplied: false } as const;
const inReview = (): Promise<HTMLElement> => screen.findByRole("heading", { name: "Your application is in review" });
const send = async ({ user }: Shown): Promise<void> =>
  user.click(screen.getByRole("button", { name: "Send application" }));

/** What each write sent, by its path. */
function recorded(demo: typeof fetch): { fetch: typeof fetch; sent: Record<string, any> } {
  const sent: Record<string, any> = {};
  const record: typeof fetch = (input, init) => {
    const path = /enrollment\/\w+/.exec(String(input))?.[0];
    if (path && typeof init?.body === "string") sent[path] = JSON.parse(init.body);
    return demo(input, init);
  };
  return { fetch: record, sent };
}

test("who has not applied yet is asked the program's questions first, and sends them once (F10)", async () => {
  const { fetch, sent } = recorded(createDemoFetch({ variant: "applying" }));
  const shown = showDashboard({ fetch });
  expect(await screen.findByRole("heading", { name: "Apply to Northlight" })).toBeVisible();
  expect(screen.getByText(/^A few questions first\./)).toBeVisible();
  expect(screen.getByText("Earn 25% for every customer you refer, for 12 months")).toBeVisible();
  expect(shown.states.map(({ name }) => name)).toEqual(["pending"]);
  // The notice is told; what is wrong with an answer is not told twice.
  expect(screen.getByLabelText("Why us?Optional").closest("[role=status]")).toBeNull();

  await send(shown);
  const site = screen.getByLabelText("Where will you share your link?");
  expect(site).toHaveFocus();
  expect(site).toHaveAccessibleDescription("“Where will you share your link?” is missing.");
  expect(sent).toEqual({});

  await shown.user.type(site, "https://ada.example");
  await shown.user.selectOptions(screen.getByLabelText("Who reads you?"), "large");
  await shown.user.click(screen.getByLabelText("Freelancing"));
  await send(shown);
  expect(await inReview()).toBeVisible();
  const values = { site: "https://ada.example", audience: "large", topics: ["freelancing"], start: null, why: null };
  expect(sent).toEqual({ "enrollment/apply": { values } });
  expect(shown.events).toContainEqual({ type: "application.submitted" });
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("every type of a field can be answered, and what the program fills in is not sent (F2)", async () => {
  const common = { required: false, locked: false };
  const options = [1, 2].map((n) => ({ label: `Choice ${n}`, value: `c${n}` }));
  const fields = [
    { ...common, key: "text", label: "Text", type: "text" },
    { ...common, key: "long", label: "Long text", type: "textarea" },
    { ...common, key: "one", label: "One", type: "select", options },
    { ...common, key: "many", label: "Many", type: "multiSelect", options },
    { ...common, key: "country", label: "Country", type: "country" },
    { ...common, key: "day", label: "Day", type: "date" },
    { ...common, key: "number", label: "Number", type: "number" },
    { ...common, key: "phone", label: "Phone", type: "phone" },
    { ...common, key: "ours", label: "Ours", type: "text", locked: true, required: true },
  ].map((field, position) => ({ ...field, position }) as FormField);
  const override = { ...asked, applicationForm: { fields } };
  const { fetch, sent } = recorded(createDemoFetch({ variant: "applying", override }));
  const shown = showDashboard({ fetch });
  const { user } = shown;
  await user.type(await screen.findByLabelText(/^Text/), "One line");
  await user.type(screen.getByLabelText(/^Long text/), "Two\nlines");
  await user.selectOptions(screen.getByLabelText(/^One/), "c2");
  await user.click(screen.getByLabelText("Choice 1"));
  await user.selectOptions(screen.getByLabelText(/^Country/), "NL");
  await user.type(screen.getByLabelText(/^Day/), "2026-02-28");
  await user.type(screen.getByLabelText(/^Number/), "1,200");
  await user.type(screen.getByLabelText(/^Phone/), "+31 20 123 4567");
  expect(screen.getByLabelText("Ours")).toHaveAttribute("readonly");
  await send(shown);
  await inReview();
  const values = {
    text: "One line",
    long: "Two\nlines",
    one: "c2",
    many: ["c1"],
    country: "NL",
    day: "2026-02-28",
    number: 1200,
    phone: "+31 20 123 4567",
  };
  expect(sent).toEqual({ "enrollment/apply": { values } });
});

test("an answer the service refuses is named on its field, and nothing typed is lost", async () => {
  const message = "invalid_format: values.site: does not have the form asked for";
  const demo = createDemoFetch({ variant: "applying" });
  const refusing: typeof fetch = async (input, init) =>
    String(input).endsWith("/apply")
      ? Response.json({ error: { code: "unprocessable_entity", message, doc_url: "" } }, { status: 422 })
      : demo(input, init);
  const shown = showDashboard({ fetch: refusing });
  await shown.user.type(await screen.findByLabelText("Where will you share your link?"), "nowhere");
  await shown.user.selectOptions(screen.getByLabelText("Who reads you?"), "small");
  await send(shown);
  const site = screen.getByLabelText("Where will you share your link?");
  await waitFor(() => expect(site).toHaveAccessibleDescription("This does not have the right form."));
  expect(site).toHaveValue("nowhere");
});

test("what was typed is there again after the session ended and went on, and is kept nowhere else", async () => {
  const demo = createDemoFetch({ variant: "applying" });
  let good = "one";
  const gate: typeof fetch = async (input, init) =>
    new Headers(init?.headers).get("Authorization") === `Bearer ${good}`
      ? demo(input, init)
      : Response.json({ error: { code: "unauthorized", message: "expired", doc_url: "" } }, { status: 401 });
  let given = "one";
  const { user, handle } = showDashboard({ fetch: gate }, { token: async () => given });
  await user.type(await screen.findByLabelText("Where will you share your link?"), "https://half.a");
  await user.click(screen.getByLabelText("Studios"));
  good = "two";
  act(() => handle.current!.reload());
  expect(await screen.findByRole("heading", { name: "Your session ended" })).toBeVisible();
  expect(screen.queryByLabelText("Where will you share your link?")).toBeNull();
  given = "two";
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByLabelText("Where will you share your link?")).toHaveValue("https://half.a");
  expect(screen.getByLabelText("Studios")).toBeChecked();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test("another partner on the same page begins with empty fields", async () => {
  const demo = createDemoFetch({ variant: "applying" });
  let partnerId = "pn_first";
  const other: typeof fetch = async (input, init) => {
    const answer = await demo(input, init);
    if (!/referrals\?/.test(String(input))) return answer;
    const body: any = await answer.json();
    return Response.json({ ...body, application: { ...body.application, partnerId } });
  };
  const { user, handle } = showDashboard({ fetch: other });
  await user.type(await screen.findByLabelText("Where will you share your link?"), "https://first.example");
  partnerId = "pn_second";
  act(() => handle.current!.reload());
  await waitFor(() => expect(screen.getByLabelText("Where will you share your link?")).toHaveValue(""));
});

test("rejected and due: the form is there with the last answers, and sends them again (E7)", async () => {
  const override = { overdue: true, applicationForm: demoQuestions };
  const { fetch, sent } = recorded(createDemoFetch({ variant: "rejected", override }));
  const { user, events } = showDashboard({ fetch });
  expect(await screen.findByRole("heading", { name: "Your application was not accepted" })).toBeVisible();
  expect(screen.getByText("More detail is needed.")).toBeVisible();
  expect(screen.getByText("Tell us where you plan to share your link.")).toBeVisible();
  const site = screen.getByLabelText("Where will you share your link?");
  expect(site).toHaveValue("https://vermeer.example");
  expect(screen.getByLabelText("Who reads you?")).toHaveValue("medium");
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
  await user.clear(site);
  await user.type(site, "https://new.example");
  await user.click(screen.getByRole("button", { name: "Apply again" }));
  await inReview();
  expect(sent["enrollment/reapply"].values).toMatchObject({ site: "https://new.example", audience: "medium" });
  expect(events).toContainEqual({ type: "application.submitted" });
});

test("rejected and not due: no form", async () => {
  showDashboard({ variant: "rejected", override: { applicationForm: demoQuestions } });
  expect(await screen.findByText(/^You can apply again from/)).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("an application can be withdrawn before anything is answered (E6)", async () => {
  const { fetch, sent } = recorded(createDemoFetch({ variant: "applying" }));
  const { user } = showDashboard({ fetch });
  await user.click(await screen.findByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(sent).toEqual({ "enrollment/withdraw": {} }));
});

test("where the program has decided meanwhile, what holds now replaces the form", async () => {
  const [waiting, decided] = [createDemoFetch({ variant: "applying" }), createDemoFetch()];
  let isDecided = false;
  const meanwhile: typeof fetch = async (input, init) => {
    if (isDecided) return decided(input, init);
    if (!String(input).endsWith("/apply")) return waiting(input, init);
    isDecided = true;
    return Response.json({ error: { code: "conflict", message: "", doc_url: "" } }, { status: 409 });
  };
  const shown = showDashboard({ fetch: meanwhile });
  await shown.user.type(await screen.findByLabelText("Where will you share your link?"), "https://ada.example");
  await shown.user.selectOptions(screen.getByLabelText("Who reads you?"), "small");
  await send(shown);
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
});

test("a program that asks nothing any more is applied to by the button alone", async () => {
  const { fetch, sent } = recorded(createDemoFetch({ variant: "applying", override: { applicationForm: null } }));
  const shown = showDashboard({ fetch });
  await screen.findByRole("heading", { name: "Apply to Northlight" });
  expect(screen.queryByRole("textbox")).toBeNull();
  await send(shown);
  await inReview();
  expect(sent).toEqual({ "enrollment/apply": { values: {} } });
});
