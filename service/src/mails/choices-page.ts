import { html } from "hono/html";
import { chosenMailKinds, type MailChoices } from "referrals-embed/contract";
import type { Html } from "../docs/page.ts";
import { card, page, type Asked, type DoorPage, type Face } from "../doors/page.ts";
import { fill } from "../doors/words/index.ts";
import { isWanted } from "../domain/rules/mail-texts.ts";
import { mailWords } from "./mail-words.ts";
import { en } from "./words/en.ts";

/** What is chosen: by a partner each kind, by whoever runs a program all or nothing. */
export type Chosen = { choices: MailChoices } | { mails: boolean };

/** The choices of one recipient, and the form that stores others. */
export function choicesPage({
  face,
  chosen,
  isSaved,
  ...asked
}: Asked & { face: Face; chosen: Chosen; isSaved: boolean }): DoorPage {
  const { choices: words } = wordsOf(asked);
  const boxes =
    "mails" in chosen
      ? box({ name: "mails", label: words.owner, isOn: chosen.mails })
      : chosenMailKinds.map((kind) =>
          box({ name: kind, label: words.kinds[kind], isOn: isWanted(kind, chosen.choices) }),
        );
  const content = html`${isSaved ? html`<p class="note" role="status">${words.saved}</p>` : ""}
    <form method="post">
      <fieldset class="field">
        <legend>${fill(words.ask, { program: face.name })}</legend>
        ${boxes}
      </fieldset>
      <button class="primary">${words.save}</button>
      <button name="none" value="yes">${words.none}</button>
    </form>`;
  return page(asked, { title: words.title, face, body: card({ title: words.title, content, face }) });
}

/** A link that opens nobody's choices. */
export function noChoicesPage(asked: Asked): DoorPage {
  const { title, gone } = wordsOf(asked).choices;
  return page(asked, { title, body: card({ title, content: html`<p>${gone}</p>` }) });
}

function box({ name, label, isOn }: { name: string; label: string; isOn: boolean }): Html {
  return html`<label class="choice"
    ><input type="checkbox" name="${name}" value="yes" ${isOn ? "checked" : ""} />${label}</label
  >`;
}

function wordsOf({ speech }: Asked) {
  return mailWords[speech.language] ?? en;
}
