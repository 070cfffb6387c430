import type { ReactElement } from "react";
import { useShell } from "../dashboard-context.ts";
import { reload } from "../restart.ts";
import { Button } from "../ui/Button.tsx";

/** Reads everything afresh. */
export function RetryButton(): ReactElement {
  const { session, format } = useShell();
  return <Button onClick={() => void reload(session)}>{format.t("ui.tryAgain")}</Button>;
}
