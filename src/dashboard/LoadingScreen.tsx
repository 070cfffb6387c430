import { useEffect, useState, type ReactElement } from "react";
import type { ReferralsData } from "../contract/embed.ts";
import { prefetchPanel } from "./panels/index.ts";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { useShell } from "./dashboard-context.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

const LONG_MS = 8_000;

/** The skeleton, and for assistive technology that it is one; after 8 s that it still is. */
export function LoadingScreen({ data }: { data: ReferralsData }): ReactElement {
  const { t } = useShell().format;
  const [long, setLong] = useState(false);
  useEffect(() => prefetchPanel(data), [data]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <VisuallyHidden role="status">{t(long ? "shell.stillLoading" : "shell.loading")}</VisuallyHidden>
      <DashboardSkeleton data={data} />
    </>
  );
}
