import { z } from "@hono/zod-openapi";
import { importPartners } from "../domain/imports/import-partner.ts";
import { createPartner } from "../domain/partners/create-partner.ts";
import { getPartner } from "../domain/partners/get-partner.ts";
import { countProgramPartners, listPartners } from "../domain/partners/list-partners.ts";
import { partnerInvitation } from "../domain/partners/partner-invitation.ts";
import { partnerNote, setPartnerNote } from "../domain/partners/partner-note.ts";
import { updatePartner } from "../domain/partners/update-partner.ts";
import { partnerInvitation as partnerInvitationRecord } from "../schemas/embed-data.ts";
import { importOutcome, importQuery, partnerImport } from "../schemas/import.ts";
import { partnerInput, partnerNoteInput, partnerPatch } from "../schemas/partner-input.ts";
import { bulkOf } from "../schemas/query.ts";
import {
  partner,
  partnerFilter,
  partnerListQuery,
  partnerNote as partnerNoteRecord,
  partnerParams,
} from "../schemas/partner.ts";
import { needScope } from "../middleware/authorize.ts";
import { validateExactly } from "../middleware/validate.ts";
import { Answer, endpoint, seenIn, type Endpoint } from "./endpoint.ts";

/** Partners of the workspace's program. */
export const partnerEndpoints: readonly Endpoint[] = [
  endpoint("partners.list", {
    description:
      "Lists the program's partners with their links and figures, best sellers first unless said otherwise. `X-Total-Count` carries the number of all that match. With `Accept: text/csv` the answer is a CSV file of all that match, not of a page.",
    query: partnerListQuery,
    output: z.array(partner),
    example: { query: { status: "approved", sortBy: "totalSaleAmount", pageSize: 10 } },
    listed: ["conflict", "invite_expired"],
    handle: async ({ ctx, query }) => {
      const { json, total } = await listPartners(ctx, query);
      return Answer.json(json, total === undefined ? {} : { "X-Total-Count": String(total) });
    },
  }),
  endpoint("partners.count", {
    description: "Counts the partners a list with the same filters would find.",
    query: partnerFilter,
    output: z.int(),
    example: { query: { status: "approved" } },
    handle: ({ ctx, query }) => countProgramPartners(ctx, query),
  }),
  endpoint("partners.create", {
    description:
      "Enrolls a partner, approved at once unless the program has questions or reviews applications, and makes the default links. Somebody already enrolled by the same `tenantId` or address is answered unchanged.",
    body: partnerInput,
    output: partner,
    example: { body: { name: "Ada Okafor", username: "ada", tenantId: "user_1042", country: "NG" } },
    handle: ({ ctx, body }) => createPartner(ctx, body),
  }),
  endpoint("partners.createMany", {
    description:
      "Brings along up to 100 partners of another product: enrolled and approved at once, with the date they joined, the links they have handed out and how they are paid. Each on its own; the same again changes nothing, and what is known of a partner stays.",
    query: importQuery,
    body: bulkOf("PartnerImport"),
    output: z.array(importOutcome),
    example: {
      body: [
        {
          email: "ada@okafor.example",
          createdAt: "2023-05-04T00:00:00.000Z",
          links: [{ domain: "go.acme.example", key: "ada" }],
        },
      ],
    },
    handle: ({ ctx, caller, query, body }) =>
      importPartners(ctx, body, {
        dryRun: query.dryRun ?? false,
        check: (item) => {
          const partner = validateExactly(partnerImport, item);
          if (partner.payoutMethod) needScope(caller, "payouts.write", "payoutMethod");
          return partner;
        },
      }),
  }),
  endpoint("partners.get", {
    description: "Answers one partner with links and figures.",
    params: partnerParams,
    output: partner,
    handle: ({ ctx, params }) => getPartner(ctx, params.partnerId),
  }),
  endpoint("partners.invitation", {
    description:
      "Tells who brought a partner in, and the link with which the partner brings in others: how many came and what that earned. The record of a partner has the specification's fields alone, so it is told here.",
    params: partnerParams,
    output: partnerInvitationRecord,
    handle: ({ ctx, params }) => partnerInvitation(ctx, params.partnerId),
  }),
  endpoint("partners.update", {
    description: "Changes what is known of a partner. What is left out stays; `null` clears.",
    params: partnerParams,
    body: partnerPatch,
    output: partner,
    example: { body: { website: "https://okafor.example", youtube: "adaokafor" } },
    handle: ({ ctx, params, body }) => updatePartner(ctx, params.partnerId, body),
  }),
  endpoint("partners.note", {
    description:
      "Answers what your people have noted of a partner, which the partner never sees. `ETag` names its version.",
    params: partnerParams,
    output: partnerNoteRecord,
    handle: async ({ ctx, params }) => Answer.versioned(await partnerNote(ctx, params.partnerId)),
  }),
  endpoint("partners.setNote", {
    description:
      "Writes the note of a partner instead of the one there is. With `If-Match`, the `ETag` that was read, nothing is changed if somebody else has changed it since: the answer is 409.",
    params: partnerParams,
    body: partnerNoteInput,
    output: partnerNoteRecord,
    handle: async ({ ctx, params, body, request }) =>
      Answer.versioned(await setPartnerNote(ctx, params.partnerId, { ...body, seen: seenIn(request) })),
  }),
];
