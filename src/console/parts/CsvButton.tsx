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
}

/** Saves a whole list as the API's own CSV file, with amounts as people write them. */
export async function saveCsv({ name, query, file }: CsvButtonProps): Promise<void> {
  downloadBlob(await callCsv(name, { ...query, amounts: "decimal" }), `${file}.csv`);
}

/** Saves the whole list. */
export function CsvButton(list: CsvButtonProps): ReactElement {
  const act = useAct();
  const toast = useToast();
  const save = (): void => void act.run(() => saveCsv(list).catch((error: unknown) => toast(problemOf(error))));
  return (
    <Button icon="download" aria-disabled={act.isBusy} onClick={save}>
      {act.isBusy ? "Writing…" : "CSV"}
    </Button>
  );
}
