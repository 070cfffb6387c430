import { useRef, useState, type ReactElement } from "react";
import type { Person, PersonLink } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useRead } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Page, Read } from "../../parts/Page.tsx";
import { plain } from "../../parts/words.ts";
import { expectUnchanged } from "../../unchanged.ts";
import { SignInLink } from "./SignInLink.tsx";

const roles = [
  { value: "viewer", label: "Viewer: looks, and changes nothing" },
  { value: "manager", label: "Manager: partners, money and program" },
  { value: "owner", label: "Owner: everything, also people and keys" },
];

type Open =
  | { invite: true }
  | { change: Person }
  | { remove: Person }
  | { makeLink: Person }
  | { name: string; link: PersonLink };

const linkFor = (id: string): Promise<PersonLink> => write("people.link", { params: { id } });

/** Who runs the program. */
export default function PeopleScreen(): ReactElement {
  const { given, format } = useConsole();
  const toast = useToast();
  const people = useRead("people.list", { query: { pageSize: 100 } });
  const [open, setOpen] = useState<Open>();
  // Where the link to them was lost, the next try is not to invite them again.
  const invited = useRef<string>(undefined);
  const close = (): void => {
    invited.current = undefined;
    setOpen(undefined);
  };
  return (
    <Page
      title="People"
      actions={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ invite: true })}>
          Invite
        </Button>
      }
    >
      <Card flush>
        <Read of={people}>
          {(rows) => (
            <ul className="con-list">
              {rows.map((person) => (
                <li key={person.id} className="con-item">
                  <span>
                    {person.name} {person.id === given.id && <span className="rf-muted">(you)</span>}
                    <span className="rf-muted rf-small">
                      {" "}
                      {person.email ?? "no address: signs in by links that whoever operates the service prints"}, since{" "}
                      {format.date(person.createdAt)}
                      {person.signedInAt === null && ", has not signed in yet"}
                    </span>
                  </span>
                  <span className="rf-row">
                    <Badge>{plain(person.role)}</Badge>
                    {person.signedInAt === null && (
                      <Button mini onClick={() => setOpen({ makeLink: person })}>
                        Link
                      </Button>
                    )}
                    <Button mini onClick={() => setOpen({ change: person })}>
                      Role
                    </Button>
                    <Button mini variant="danger" onClick={() => setOpen({ remove: person })}>
                      Remove
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Read>
      </Card>
      {open && "invite" in open && (
        <Ask
          title="Invite somebody"
          button="Invite"
          opensNext={!given.mails}
          questions={[
            { name: "name", label: format.t("settings.name"), required: true },
            { name: "email", label: "E-mail address", kind: "email", required: true },
            { name: "role", label: "Role", kind: roles, value: "viewer" },
          ]}
          onAnswer={async ({ name = "", email = "", role }) => {
            const body = { name, email, role: role as Person["role"] };
            invited.current ??= (await write("people.create", { body })).id;
            if (given.mails) toast(`${name} is invited`);
            else setOpen({ name, link: await linkFor(invited.current) });
          }}
          onClose={close}
        >
          <p className="rf-muted">
            {given.mails
              ? "They are sent a link that signs them in."
              : "The service sends no mails: you get a link to send to them."}
          </p>
        </Ask>
      )}
      {open && "makeLink" in open && (
        <Ask
          title={`Sign-in link of ${open.makeLink.name}`}
          button="Make a link"
          opensNext
          onAnswer={async () => setOpen({ name: open.makeLink.name, link: await linkFor(open.makeLink.id) })}
          onClose={close}
        >
          <p>It signs them in once, within a day. Links before it end, also those that were mailed.</p>
        </Ask>
      )}
      {open && "link" in open && <SignInLink name={open.name} link={open.link} onClose={close} />}
      {open && "change" in open && (
        <Ask
          title={`Role of ${open.change.name}`}
          button="Change"
          questions={[{ name: "role", label: "Role", kind: roles, value: open.change.role }]}
          onAnswer={async ({ role }) => {
            expectUnchanged(open.change, await allOf("people.list", {}), { fields: ["role"], called: "person" });
            await write("people.update", { params: { id: open.change.id }, body: { role: role as Person["role"] } });
          }}
          onClose={close}
        >
          <p className="rf-muted">It counts at once, also where they are signed in.</p>
        </Ask>
      )}
      {open && "remove" in open && (
        <Ask
          title={`Remove ${open.remove.name}`}
          button="Remove"
          danger
          onAnswer={() => write("people.delete", { params: { id: open.remove.id } })}
          onClose={close}
        >
          <p>They are signed out everywhere at once. What they did stays in the history under their name.</p>
        </Ask>
      )}
    </Page>
  );
}
