import { html } from "hono/html";
import type { EmbedDiscount, EmbedReward, EmbedSettings } from "referrals-embed/contract";
import {
  fieldsOfForm,
  offerText,
  readForm,
  validateField,
  wholeReward,
  type FieldSpec,
  type FieldValues,
  type ReferralsMessageKey,
} from "referrals-embed/words";
import type { ReferralForm } from "referrals-embed/contract";
import type { Html } from "../docs/page.ts";
import { fieldHtml } from "./form-fields.ts";
import { card, logoOf, page, type Asked, type DoorPage, type Face } from "./page.ts";
import { fill, type Speech } from "./words/index.ts";

/** A program as these pages show it. */
export interface ShownProgram extends Face {
  currency: string;
  holding_period_days: number;
  min_payout_amount: number;
  application_form: ReferralForm | null;
}

/** What a page about a program is made of. */
export interface Shown extends Asked {
  program: ShownProgram;
  settings: Pick<EmbedSettings, "faq" | "termsUrl" | "supportEmail">;
  offer: { rewards: EmbedReward[]; discount: EmbedDiscount | null };
}

/** A form as it was sent: what was entered, and what is wrong with it, by field. */
export interface SentForm {
  values: FieldValues;
  errors: Readonly<Record<string, string>>;
}

const noForm: SentForm = { values: {}, errors: {} };
/** Before the names of a program's own fields: one of them may be called `email`. */
const ownPrefix = "values.";

/** Who applies. */
export function applicantFields({ format: { t } }: Speech): FieldSpec[] {
  return [
    { name: "email", label: t("settings.email"), type: "email", required: true, maxLength: 190 },
    { name: "name", label: t("settings.name"), type: "text", required: true, maxLength: 190, autoComplete: "name" },
    { name: "country", label: t("settings.country"), type: "country", autoComplete: "country" },
  ];
}

/** What the program asks. */
export function questionFields({ application_form: form }: Pick<ShownProgram, "application_form">): FieldSpec[] {
  const open = form?.fields.filter(({ locked }) => !locked) ?? [];
  return fieldsOfForm(open, "").map((spec) => ({ ...spec, name: ownPrefix + spec.name }));
}

/** Reads a form as it was sent, and says in words what is wrong: of its fields, and of terms that were not accepted. */
export function readSent(
  { words, format }: Speech,
  { fields, termsUrl }: { fields: readonly FieldSpec[]; termsUrl: string | null },
  data: FormData,
): SentForm {
  const values = readForm(fields, data, format.locale);
  const errors: Record<string, string> = {};
  for (const spec of fields) {
    const problem = validateField(spec, values[spec.name] ?? null);
    if (problem) errors[spec.name] = format.t(problem.key as ReferralsMessageKey, problem.slots);
  }
  const isAccepted = data.get("terms") === "yes";
  if (termsUrl !== null && !isAccepted) errors["terms"] = format.t("form.required", { field: words.acceptTerms });
  return { values: { ...values, terms: isAccepted ? "yes" : null }, errors };
}

/** The answers to the program's own questions, by their keys. */
export function answersIn(values: FieldValues): FieldValues {
  const own = Object.entries(values).filter(([name]) => name.startsWith(ownPrefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(ownPrefix.length), value]));
}

/** What the join page is shown with. */
interface JoinParts extends Shown {
  /** Where the form goes to: the page itself. */
  action: string;
  /** `applications` shows the form. */
  takes: "applications" | "invited" | "nobody" | "noMail";
  sent?: SentForm | undefined;
  /** Whether search engines may show it. */
  isPublic: boolean;
  /** Whether it is looked at in the console. */
  isLookedAt?: boolean | undefined;
}

/** What the program offers, and the form to apply with. */
export function joinPage({ action, takes, sent = noForm, isPublic, isLookedAt, ...shown }: JoinParts): DoorPage {
  const { speech, program, appUrl } = shown;
  const { words, format } = speech;
  const offer = offerOf(shown);
  const fields = [...applicantFields(speech), ...questionFields(program)];
  const side =
    takes === "applications"
      ? html`<h2>${words.become}</h2>
          ${formHtml(shown, { action, sent, fields, submit: format.t("state.apply") })}`
      : html`<h2>${words.become}</h2>
          ${reasonHtml(shown, takes)}`;
  const already = html`<p class="aside">${words.already} <a href="/partners">${words.signIn}</a></p>`;
  const preview = isPublic
    ? {
        description: [offer.title, ...offer.others].join(" "),
        url: `${appUrl}${action.split("?", 1).join()}`,
        image: `${appUrl}${action.split("?", 1).join()}/card.png`,
      }
    : undefined;
  const title = `${program.name}: ${words.become}`;
  return page(shown, { title, face: program, body: split(shown, html`${side}${already}`), preview, isLookedAt });
}

/** An invitation: the offer, the program's questions, and the button that accepts. */
export function invitationPage({ code, email, sent = noForm, ...shown }: Shown & InvitationParts): DoorPage {
  const { t } = shown.speech.format;
  const { program } = shown;
  const fields = questionFields(program);
  const side = html`<h2>${t("state.invited", { program: program.name })}</h2>
    <p>${email}</p>
    ${formHtml(shown, { action: "/partners/accept", sent, fields, submit: t("state.accept"), code })}`;
  return page(shown, { title: program.name, face: program, body: split(shown, side) });
}

interface InvitationParts {
  code: string;
  email: string;
  sent?: SentForm | undefined;
}

/** The application waits for its confirmation by mail. */
export function applicationSentPage({ email, face, ...asked }: Asked & { email: string; face: Face }): DoorPage {
  const { words } = asked.speech;
  const content = html`<p>${fill(words.sent, { email })}</p>`;
  return page(asked, { title: words.checkMail, face, body: card({ title: words.checkMail, content, face }) });
}

/** The link of the mail, and the button that confirms the address. */
export function confirmPage({
  face,
  email,
  code,
  isOtherBrowser,
  ...asked
}: Asked & { face: Face; email: string; code: string; isOtherBrowser: boolean }): DoorPage {
  const { words, format } = asked.speech;
  const content = html`<p>${fill(words.confirmText, { email, program: face.name })}</p>
    ${isOtherBrowser ? html`<p class="note">${words.otherBrowser}</p>` : ""}
    <form method="post" action="/join/confirm">
      <input type="hidden" name="code" value="${code}" />
      <button class="primary">${format.t("state.apply")}</button>
    </form>`;
  return page(asked, { title: words.confirmTitle, face, body: card({ title: words.confirmTitle, content, face }) });
}

/** Programs to choose from, where there are several. */
export function programsPage({
  programs,
  ...asked
}: Asked & { programs: readonly { slug: string; name: string }[] }): DoorPage {
  const { words } = asked.speech;
  const items = programs.map(({ slug, name }) => html`<li><a href="/join/${slug}">${name}</a></li>`);
  const content =
    programs.length > 0
      ? html`<ul>
          ${items}
        </ul>`
      : html`<p>${words.missing}</p>`;
  return page(asked, { title: words.programs, body: card({ title: words.programs, content }) });
}

/** What a program offers, in sentences. */
function offerOf({ speech: { format }, program, offer }: Shown) {
  const { currency, holding_period_days: holdingPeriodDays, min_payout_amount: minPayoutAmount } = program;
  const text = offerText(format, {
    ...offer,
    program: { currency, holdingPeriodDays, minPayoutAmount } as Parameters<typeof offerText>[1]["program"],
    sections: { payouts: true } as Parameters<typeof offerText>[1]["sections"],
  });
  const [first, ...others] = text.rewards;
  return {
    title: first?.text ?? program.name,
    firstTerms: first?.terms ?? [],
    others: others.map((reward) => wholeReward(format, reward)),
    friends: text.friends,
    terms: text.terms,
  };
}

/** The offer beside something; on a phone one above the other, and the program's answers to questions below both. */
function split(shown: Shown, side: Html): Html {
  const { program, settings, speech } = shown;
  const { title, firstTerms, others, friends, terms } = offerOf(shown);
  const lines = [...firstTerms, ...others, friends, ...terms].filter((line) => line !== null);
  const faq = settings.faq ?? [];
  return html`<main class="split">
    <section>
      <p class="name">${logoOf(program)}<bdi>${program.name}</bdi></p>
      <h1>${title}</h1>
      ${lines.map((line) => html`<p>${line}</p>`)}
    </section>
    <section class="panel">${side}</section>
    ${faq.length > 0 ? faqHtml(speech, faq) : ""}
  </main>`;
}

function faqHtml({ format }: Speech, faq: NonNullable<Shown["settings"]["faq"]>): Html {
  const entries = faq.map(
    ({ question, answer }) =>
      html`<details>
        <summary><bdi>${question}</bdi></summary>
        <p><bdi>${answer}</bdi></p>
      </details>`,
  );
  return html`<section class="faq">
    <h2>${format.t("resources.faq")}</h2>
    ${entries}
  </section>`;
}

interface FormParts {
  action: string;
  sent: SentForm;
  fields: readonly FieldSpec[];
  submit: string;
  code?: string;
}

function formHtml({ speech, settings }: Shown, { action, sent, fields, submit, code }: FormParts): Html {
  const { format } = speech;
  const count = Object.keys(sent.errors).length;
  const terms = settings.termsUrl === null ? "" : termsHtml(speech, settings.termsUrl, sent);
  return html`<form method="post" action="${action}" novalidate>
    ${count === 0 ? "" : html`<p class="note" role="alert">${format.t("form.problems", { count })}</p>`}
    ${code === undefined ? "" : html`<input type="hidden" name="code" value="${code}" />`}
    ${fields.map((spec) =>
      fieldHtml(speech, spec, { value: sent.values[spec.name] ?? spec.value, error: sent.errors[spec.name] }),
    )}
    ${terms}
    <button class="primary">${submit}</button>
  </form>`;
}

function termsHtml({ words, format }: Speech, url: string, { values, errors }: SentForm): Html {
  const wrong = errors.terms === undefined ? "" : html`<span class="error" id="terms-error">${errors.terms}</span>`;
  return html`<div class="field">
    <label class="choice"
      ><input
        type="checkbox"
        name="terms"
        value="yes"
        ${values.terms === "yes" ? "checked" : ""}
        ${errors.terms === undefined ? "" : html`aria-invalid="true" aria-describedby="terms-error"`}
      />
      <span>${words.acceptTerms} (<a href="${url}" target="_blank" rel="noopener">${format.t("hero.terms")}</a>)</span>
    </label>
    ${wrong}
  </div>`;
}

function reasonHtml({ speech, program, settings }: Shown, takes: "invited" | "nobody" | "noMail"): Html {
  const { words, format } = speech;
  const says = { invited: words.invitationOnly, nobody: words.closed, noMail: words.noMail }[takes];
  const email = settings.supportEmail;
  return html`<p>${fill(says, { program: program.name })}</p>
    ${email === null ? "" : html`<p>${format.t("state.questions", { email })}</p>`}`;
}
