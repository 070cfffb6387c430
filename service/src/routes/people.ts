import { z } from "@hono/zod-openapi";
import { makeFirstLink } from "../domain/people/console-link.ts";
import { invitePerson, listPeople, removePerson, updatePerson } from "../domain/people/manage-people.ts";
import { person, personInput, personLink, personListQuery, personPatch } from "../schemas/person.ts";
import { deleted, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Who runs the program, in the console. */
export const peopleEndpoints: readonly Endpoint[] = [
  endpoint("people.list", {
    description: "Lists people by the time they were invited.",
    query: personListQuery,
    output: z.array(person),
    handle: ({ ctx, query }) => listPeople(ctx, query),
  }),
  endpoint("people.create", {
    description:
      "Invites somebody to the console. Where the service sends mails, they get a link that signs them in once, within a day.",
    body: personInput,
    output: person,
    example: { body: { name: "Ada Lovelace", email: "ada@acme.example", role: "manager" } },
    handle: ({ ctx, body }) => invitePerson(ctx, body),
  }),
  endpoint("people.update", {
    description: "Changes name, role or mails. A role counts from the next request on. The last owner stays one.",
    params: idParams,
    body: personPatch,
    output: person,
    example: { body: { role: "viewer" } },
    handle: ({ ctx, params, body }) => updatePerson(ctx, params.id, body),
  }),
  endpoint("people.link", {
    description:
      "Makes a link that signs somebody in once, within a day, to hand to them where no mail reaches them. Only for who has never signed in; links made before end. Each call makes another one.",
    params: idParams,
    output: personLink,
    // The link must not be stored with the key for a day.
    idempotent: false,
    handle: async ({ ctx, params }) => {
      const { url, expires } = await makeFirstLink(ctx, params.id);
      return { url, expiresAt: expires.toISOString() };
    },
  }),
  endpoint("people.delete", {
    description: "Removes somebody and signs them out everywhere. The last owner cannot be removed.",
    params: idParams,
    output: deleted,
    handle: ({ ctx, params }) => removePerson(ctx, params.id),
  }),
];
