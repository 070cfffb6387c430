import { emailOf } from "../schemas/text.ts";
import type { Context } from "../domain/context.ts";
import { printConsoleLink } from "../domain/people/console-link.ts";
import { invitePerson, listPeople, removePerson, updatePerson } from "../domain/people/manage-people.ts";
import { personInput, personPatch } from "../schemas/person.ts";
import { validate } from "../middleware/validate.ts";
import { UsageError, type Given } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

/** `console [link|people|invite|role|remove]`. */
export const consoleCommand = operatorCommand(
  {
    does: "print a link to the owner's console; invite and remove people",
    takes: "[operation] [person] ...",
    options: {
      email: { value: "address", does: "link, invite: whose" },
      name: { value: "name", does: "invite, and link of the first owner: how they are called" },
      role: { value: "role", does: "invite: owner, manager or viewer; default viewer" },
      ...workspaceOption,
    },
    more:
      "link      print a link that signs in once, within a day: of --email, else of the first owner; the default\n" +
      "people    list people with their roles\n" +
      "invite    invite --email and --name; they are sent a link where SMTP_URL is set\n" +
      "role      role <person id> <owner|manager|viewer>\n" +
      "remove    remove <person id>, signed out at once\n\n" +
      "Open the link yourself, or send it to the person whose it is and to nobody else.",
  },
  async ({ inWorkspace }, given) => {
    const [operation = "link", ...rest] = given.args;
    const does = Object.hasOwn(operations, operation) ? operations[operation as keyof typeof operations] : undefined;
    if (!does) throw new UsageError(`console takes ${Object.keys(operations).join(", ")}, not ${operation}.`);
    return does(await inWorkspace(), given, rest);
  },
);

const operations = {
  async link(ctx: Context, given: Given): Promise<string> {
    if (!ctx.config.console)
      throw new UsageError("CONSOLE=off: a link would lead nowhere. Take CONSOLE=off out of the settings first.");
    const { url, expires } = await printConsoleLink(ctx, { email: addressOf(given), name: valueOf(given, "name") });
    return `${url}\nIt signs in once, until ${expires.toISOString()}.`;
  },
  async people(ctx: Context): Promise<string> {
    const all = await listPeople(ctx, { page: 1, pageSize: 100 });
    if (all.length === 0) return "Nobody yet. referrals-service console makes the first owner.";
    return all.map(({ id, role, name, email }) => [id, role.padEnd(7), name, email ?? ""].join("  ").trim()).join("\n");
  },
  async invite(ctx: Context, given: Given): Promise<string> {
    const { email = "", name = "", role } = given.options;
    const { id } = await invitePerson(ctx, validate(personInput, { email, name, ...(role !== undefined && { role }) }));
    return `${id} is invited. Print a link with: referrals-service console --email ${String(email)}`;
  },
  async role(ctx: Context, _: Given, [id = "", role]: string[]): Promise<string> {
    const person = await updatePerson(ctx, id, validate(personPatch, { role }));
    return `${person.name} is ${person.role}.`;
  },
  async remove(ctx: Context, _: Given, [id = ""]: string[]): Promise<string> {
    await removePerson(ctx, id);
    return `${id} is removed and signed out.`;
  },
};

function addressOf(given: Given): string | undefined {
  const address = valueOf(given, "email");
  if (address === undefined) return undefined;
  const email = emailOf(address);
  if (email === null) throw new UsageError(`--email must be an address, not ${address}.`);
  return email;
}
