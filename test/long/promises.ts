import type { StoredRows } from "./home.ts";

/** Something that a request makes once, named by an id of its own; `value` is compared with what is stored. */
interface Made {
  value: string | undefined;
  isAnswered: boolean;
}

/** A field that is written again and again: what was answered last, and what was sent since. */
interface Written {
  answered: string | undefined;
  unanswered: string[];
}

/** What a service promised by its answers, across its lives: things made once, and fields by their last value. */
export class Promises {
  readonly #made = new Map<string, Map<string, Made>>();
  readonly #written = new Map<string, Written>();

  /** Before a request is sent that makes something. A repetition with the same id makes nothing more. */
  sending(kind: string, id: string, value?: string): void {
    let made = this.#made.get(kind);
    if (!made) this.#made.set(kind, (made = new Map()));
    if (!made.has(id)) made.set(id, { value, isAnswered: false });
  }

  /** When it was answered with success. @param value if the answer says what is stored */
  answered(kind: string, id: string, value?: string): void {
    const made = this.#made.get(kind)?.get(id);
    if (!made) throw new Error(`${kind} ${id} was answered and never sent`);
    made.isAnswered = true;
    made.value = value ?? made.value;
  }

  /** Before a request is sent that writes a field. */
  writing(field: string, value: string): void {
    const written = this.#written.get(field);
    if (written) written.unanswered.push(value);
    else this.#written.set(field, { answered: undefined, unanswered: [value] });
  }

  /** When that was answered with success: nothing written before it counts any more. */
  wrote(field: string, value: string): void {
    this.#written.set(field, { answered: value, unanswered: [] });
  }

  /** How many requests of each kind were answered. */
  get counts(): Record<string, number> {
    const entries = [...this.#made].map(([kind, made]): [string, number] => [
      kind,
      [...made.values()].filter(({ isAnswered }) => isAnswered).length,
    ]);
    return { ...Object.fromEntries(entries), fields: this.#written.size };
  }

  /** What is lost, doubled, other than answered or never sent. */
  compare(rows: StoredRows): string[] {
    const { made, fields } = storedOf(rows);
    const found: string[] = [];
    for (const [kind, sent] of this.#made) {
      const stored = made.get(kind) ?? new Map<string, string[]>();
      for (const [id, { value, isAnswered }] of sent) {
        const values = stored.get(id) ?? [];
        if (values.length === 0 && isAnswered) found.push(`${kind} ${id} was answered and is lost`);
        if (values.length > 1) found.push(`${kind} ${id} is stored ${values.length} times`);
        if (value !== undefined && values.some((each) => each !== value))
          found.push(`${kind} ${id} is ${values.join(", ")} instead of ${value}`);
      }
      for (const id of stored.keys()) if (!sent.has(id)) found.push(`${kind} ${id} is stored and was never sent`);
    }
    for (const [field, { answered, unanswered }] of this.#written) {
      const value = fields.get(field);
      const allowed = [answered, ...unanswered];
      // Until a first answer it may be as it was before.
      if (answered !== undefined && !allowed.includes(value))
        found.push(`${field} is ${value} instead of ${allowed.join(" or ")}`);
    }
    return found;
  }
}

interface Stored {
  made: Map<string, Map<string, string[]>>;
  fields: Map<string, string | undefined>;
}

/** What of the stored rows was made by requests of `traffic.ts`: their ids begin with `t-`. */
function storedOf(rows: StoredRows): Stored {
  const made: Stored["made"] = new Map();
  const fields: Stored["fields"] = new Map();
  const note = (kind: string, id: unknown, value: unknown): void => {
    if (typeof id !== "string" || !id.startsWith("t-")) return;
    let ids = made.get(kind);
    if (!ids) made.set(kind, (ids = new Map()));
    ids.set(id, [...(ids.get(id) ?? []), String(value)]);
  };
  const table = (name: string): Record<string, unknown>[] => rows.get(name) ?? [];
  const customers = new Map(table("customers").map((row) => [row["id"], row]));
  for (const row of table("click_events")) note("click", lastPart(row["referer_url"]), row["click_id"]);
  for (const row of table("links")) {
    note("link", row["external_id"], row["url"]);
    const id = String(row["external_id"]);
    if (row["deleted_at"] === null) fields.set(`link ${id}`, "there");
    fields.set(`comments ${id}`, String(row["comments"]));
  }
  for (const row of table("lead_events")) note("lead", customers.get(row["customer_id"])?.["external_id"], "");
  for (const row of table("sale_events")) note("sale", row["invoice_id"], row["amount"]);
  for (const row of table("refunds")) note("refund", row["external_id"], row["amount"]);
  for (const row of table("commissions"))
    if (row["type"] === "custom") note("entry", row["description"], row["earnings"]);
  for (const row of table("enrollments")) {
    note("partner", row["tenant_id"], "");
    fields.set(`status ${String(row["tenant_id"])}`, String(row["status"]));
  }
  for (const row of table("customers")) fields.set(`name ${String(row["external_id"])}`, String(row["name"]));
  return { made, fields };
}

function lastPart(address: unknown): string {
  return String(address).split("/").at(-1) ?? "";
}
