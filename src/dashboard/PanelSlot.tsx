import { memo, useEffect, useState, type ComponentType, type MemoExoticComponent, type ReactElement } from "react";
import { useShell } from "./dashboard-context.ts";
import type { PanelEntry } from "./panels/index.ts";
import { Button } from "./ui/Button.tsx";
import { Card } from "./ui/Card.tsx";
import { ErrorBoundary } from "./ui/ErrorBoundary.tsx";
import { Strip } from "./ui/Strip.tsx";

type Code = { Panel: ComponentType } | { failed: unknown } | null;

/** Props of {@link PanelSlot}. */
export interface PanelSlotProps {
  entry: PanelEntry;
}

/**
 * A panel whose code is loaded lazily, inside an error boundary: a failing panel never blanks the others. It does not render again with its
 * parent: otherwise a change of tabs would first render every panel.
 */
export const PanelSlot: MemoExoticComponent<(props: PanelSlotProps) => ReactElement> = memo(function PanelSlot({
  entry,
}: PanelSlotProps): ReactElement {
  const { fail } = useShell();
  const { section } = entry;
  const [attempt, setAttempt] = useState(0);
  const [code, setCode] = useState<Code>("Panel" in entry ? entry : null);
  useEffect(() => {
    if ("Panel" in entry) return;
    let current = true;
    entry.load().then(
      (Panel) => current && setCode({ Panel }),
      (failed: unknown) => {
        if (!current) return;
        setCode({ failed });
        fail(failed, section);
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt fetches again
  }, [entry, section, attempt, fail]);
  if (!code) return <entry.Skeleton />;
  if ("failed" in code) return <PanelFailure section={section} onRetry={() => setAttempt(attempt + 1)} />;
  return (
    <ErrorBoundary
      fallback={(_, retry) => <PanelFailure section={section} onRetry={retry} />}
      onError={(error) => fail(error, section)}
    >
      <code.Panel />
    </ErrorBoundary>
  );
});

function PanelFailure({ section, onRetry }: { section: PanelEntry["section"]; onRetry: () => void }): ReactElement {
  const { t } = useShell().format;
  return (
    <Card>
      <Strip action={<Button onClick={onRetry}>{t("ui.tryAgain")}</Button>}>{t(`failed.${section}`)}</Strip>
    </Card>
  );
}
