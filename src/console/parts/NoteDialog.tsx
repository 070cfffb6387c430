import type { ReactElement, ReactNode } from "react";
import { useToast } from "../../dashboard/ui/toast-context.ts";
import { useConsole } from "../context.ts";
import { Ask } from "./Ask.tsx";

/** Props of {@link NoteDialog}. */
export interface NoteDialogProps {
  note: string | null;
  children?: ReactNode;
  /** Writes it instead of the one there is; blank takes it away. */
  onSave: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for what the program's people should know. */
export function NoteDialog({ note, children, onSave, onClose }: NoteDialogProps): ReactElement {
  const { format } = useConsole();
  const toast = useToast();
  return (
    <Ask
      title={format.t("earnings.note")}
      button={format.t("form.save")}
      questions={[
        {
          name: "note",
          label: "What you and your colleagues should know",
          kind: "note",
          hint: "Up to 2,000 characters, as plain text.",
          rows: 8,
          maxLength: 2000,
          value: note ?? "",
        },
      ]}
      onAnswer={async ({ note = "" }) => {
        await onSave(note);
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    >
      {children}
    </Ask>
  );
}
