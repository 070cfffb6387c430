import { Hono } from "hono";
import { chosenMailKinds } from "referrals-embed/contract";
import { chooseMails, lookAtChoices, unsubscribe, type MailChooserFound } from "../domain/mail/mail-choices.ts";
import { choicesPage, noChoicesPage, type Chosen } from "../mails/choices-page.ts";
import { createDoor, type DoorDeps } from "./door.ts";
import { fieldOf, formBytes } from "../middleware/read-form.ts";

/**
 * Where recipients choose their mails, to be mounted at `/partners/mails`. The token in the address is all that is asked for: mail clients
 * post here without cookies and from elsewhere (RFC 8058), and it opens nothing but these choices. A GET changes nothing, as programs that
 * look into mails open links.
 */
export function createMailPages(deps: DoorDeps): Hono {
  const { context } = deps;
  const door = createDoor(deps);
  const pages = new Hono({ strict: false });
  // The token stands in the address: no other page may read it there.
  pages.use(async (c, next) => {
    await next();
    c.header("Referrer-Policy", "no-referrer");
  });
  pages.get("/:token", async (c) => {
    const found = await lookAtChoices(context(), c.req.param("token"));
    if (!found) return door.show(c, noChoicesPage(await door.asked(c)), 404);
    return door.show(
      c,
      choicesPage({ ...(await door.asked(c)), face: found, chosen: chosenOf(found), isSaved: false }),
    );
  });
  pages.post("/:token", async (c) => {
    const token = c.req.param("token");
    if (!(await lookAtChoices(context(), token))) return door.show(c, noChoicesPage(await door.asked(c)), 404);
    const form = await door.form(c, formBytes);
    if (fieldOf(form, "List-Unsubscribe") === "One-Click" || fieldOf(form, "none") === "yes")
      await unsubscribe(context(), token);
    else {
      const choices = Object.fromEntries(chosenMailKinds.map((kind) => [kind, fieldOf(form, kind) === "yes"]));
      await chooseMails(context(), token, { choices, mails: fieldOf(form, "mails") === "yes" });
    }
    const found = await lookAtChoices(context(), token);
    if (!found) return door.show(c, noChoicesPage(await door.asked(c)), 404);
    return door.show(c, choicesPage({ ...(await door.asked(c)), face: found, chosen: chosenOf(found), isSaved: true }));
  });
  return pages;
}

function chosenOf({ choices, mails }: MailChooserFound): Chosen {
  return choices === null ? { mails: mails ?? false } : { choices };
}
