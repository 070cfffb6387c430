import { useState, type ReactElement } from "react";
import type { PartnerNote } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useSeen, type Seen } from "../../data.ts";
import { NoteDialog } from "../../parts/NoteDialog.tsx";
import { Read } from "../../parts/Page.tsx";

/** What the program's people know of a partner, who never sees it. */
export function Note({ partnerId }: { partnerId: string }): ReactElement {
  const { format, canManage } = useConsole();
  const seen = useSeen("partners.note", { params: { partnerId } });
  // As it was when editing began: what is read meanwhile must not be replaced unseen.
  const [edited, setEdited] = useState<Seen<PartnerNote>>();
  const { data } = seen;
  return (
    <Card
      title={format.t("earnings.note")}
      aside="Partners never see it"
      actions={
        canManage &&
        data && (
          <Button mini onClick={() => setEdited(data)}>
            {format.t("links.edit")}
          </Button>
        )
      }
    >
      <Read of={seen} rows={1}>
        {({ value: { note } }) =>
          note === null ? <p className="rf-muted">Nothing noted yet.</p> : <p className="con-note">{note}</p>
        }
      </Read>
      {edited && (
        <NoteDialog
          note={edited.value.note}
          onSave={(note) =>
            write(
              "partners.setNote",
              { params: { partnerId }, body: { note } },
              { headers: { "If-Match": edited.version } },
            )
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}
