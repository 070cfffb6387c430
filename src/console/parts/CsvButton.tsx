import type { ReactElement } from "react";
import type { OperationName } from "../../contract/operation-shapes.ts";
import { Button } from "../../dashboard/ui/Button.tsx";
import { downloadBlob } from "../../dashboard/ui/download-blob.ts";
import { useToast } from "../../dashboard/ui/toast-context.ts";
import { callCsv } from "../call.ts";
import { problemOf, useAct } from "../data.ts";

/** Props of {@link CsvButton}. */
export interface CsvButtonProps {
  name: OperationName;
  query: object;
  file: string;
  /** Default `CSV`. */
  label?: string;
}

/** Saves the whole list as the API's own CSV file. */
export function CsvButton({ name, query, file, label = "CSV" }: CsvButtonProps): ReactElement {
  const act = useAct();
  const toast = useToast();
  const save = (): void =>
    void act.run(async () => {
      await callCsv(name, query).then(
        (blob) => downloadBlob(blob, file),
        (error: unknown) => toast(problemOf(error)),
      );
    });
  return (
    <Button icon="download" aria-disabled={act.isBusy} onClick={save}>
      {act.isBusy ? "Writing…" : label}
    </Button>
  );
}
