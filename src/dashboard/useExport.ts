import { useState } from "react";
import type { ExportQuery } from "../contract/records.ts";
import { embedProduces } from "../contract/embed-routes.ts";
import { useDashboard } from "./dashboard-context.ts";
import { errorCode } from "./embed-error.ts";
import { downloadBlob } from "./ui/download-blob.ts";

/** A file from the service. */
export interface ServiceExport {
  run: (query: ExportQuery) => Promise<void>;
  busy: boolean;
  failed: boolean;
}

/** Downloads the partner's data as the service writes them. */
export function useExport(): ServiceExport {
  const { session, fail } = useDashboard();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const run = async (query: ExportQuery): Promise<void> => {
    setState("busy");
    try {
      const { section = "all", format = "json" } = query;
      const produces = embedProduces["embed.export"];
      downloadBlob(
        await session.client("embed.export", { query }, { produces, read: (answer) => answer.blob() }),
        `referrals-${section}.${format}`,
      );
      setState("idle");
    } catch (error) {
      setState("failed");
      if (errorCode(error) !== "unauthorized") fail(error);
    }
  };
  return { run, busy: state === "busy", failed: state === "failed" };
}
