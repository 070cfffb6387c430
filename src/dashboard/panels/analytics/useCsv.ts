import type { ReferralsSection } from "../../../contract/embed.ts";
import { csvDate, toCsv, type CsvCell } from "../../csv.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { useBootstrap } from "../../bootstrap-query.ts";
import { downloadBlob } from "../../ui/download-blob.ts";
import { useToast } from "../../ui/toast-context.ts";

/** Saves a file of what is on screen, and says how many rows it has. */
export type SaveCsv = (
  section: ReferralsSection,
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
) => void;

/** The export of the analytics cards. Named by what it holds and its first and last day. */
export function useCsv(): SaveCsv {
  const { session, bootstrap, range, format, emit } = useDashboard();
  const { data } = useBootstrap(session, { interval: range, timezone: format.timeZone });
  const toast = useToast();
  return (section, header, rows) => {
    const { generatedAt, timeseries } = data ?? bootstrap;
    const [from, to] = [timeseries?.[0]?.start ?? generatedAt, generatedAt].map((at) => csvDate(at, format.timeZone));
    downloadBlob(toCsv(header, rows), `referrals-${section}-${from}_${to}.csv`);
    emit({ type: "export.created", section, rows: rows.length });
    toast(format.t("analytics.exported", { count: rows.length }));
  };
}
