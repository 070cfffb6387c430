import { actorTypes } from "referrals-embed/contract";
import { validate } from "../middleware/validate.ts";
import { auditListQuery } from "../schemas/audit.ts";
import { listAudit } from "../domain/workspaces/list-audit.ts";
import { dateOf, operatorCommand, valueOf, workspaceOption } from "./operator.ts";

/** `audit`: who changed what. */
export const audit = operatorCommand(
  {
    does: "list who changed what, newest first",
    isLong: true,
    options: {
      "actor-type": { value: "kind", does: `only what this kind of actor did: ${actorTypes.join(", ")}` },
      actor: { value: "id", does: "only what this API key or partner did; operator for commands" },
      operation: { value: "name", does: "only this operation, as the list names it" },
      entity: { value: "kind", does: "only what was done to this kind of thing, as the list names it" },
      about: { value: "id", does: "only what was done to the thing with this id" },
      from: { value: "date", does: "only what was done from then on" },
      to: { value: "date", does: "only what was done before then" },
      limit: { value: "number", does: "how many, 1 to 100; default 100" },
      after: { value: "id", does: "go on behind this entry" },
      json: { value: true, does: "one entry per line as JSON, with old and new values" },
      ...workspaceOption,
    },
  },
  async ({ inWorkspace }, given) => {
    const options = {
      actorType: valueOf(given, "actor-type"),
      actorId: valueOf(given, "actor"),
      operation: valueOf(given, "operation"),
      entity: valueOf(given, "entity"),
      entityId: valueOf(given, "about"),
      start: dateOf(given, "from")?.toISOString(),
      end: dateOf(given, "to")?.toISOString(),
      pageSize: valueOf(given, "limit"),
      startingAfter: valueOf(given, "after"),
    };
    const asked = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const rows = await listAudit(await inWorkspace(), validate(auditListQuery, asked));
    if (rows.length === 0) return "Nothing was changed that fits.";
    if (given.options["json"]) return rows.map((row) => JSON.stringify(row)).join("\n");
    return rows
      .map(({ id, at, actorType, actorId, operation, entity, entityId, from, to, reason, changes }) =>
        [
          id,
          at,
          [actorType, actorId].filter(Boolean).join(" "),
          operation,
          `${entity} ${entityId}`,
          ...(to === null ? [] : [`${from ?? "none"} to ${to}`]),
          ...(Object.keys(changes).length > 0 ? [Object.keys(changes).join(", ")] : []),
          ...(reason === null ? [] : [`because: ${reason}`]),
        ].join("  "),
      )
      .join("\n");
  },
);
