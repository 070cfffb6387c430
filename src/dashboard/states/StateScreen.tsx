import type { ComponentType, ReactElement } from "react";
import { Lazily } from "../Lazily.tsx";
import { useShell } from "../dashboard-context.ts";
import { StateCard } from "../ui/StateCard.tsx";
import { Strip } from "../ui/Strip.tsx";
import { RetryButton } from "./RetryButton.tsx";
import type { StateNoticeProps } from "./StateNotice.tsx";

const loadNotice = (): Promise<ComponentType<StateNoticeProps>> =>
  import("./StateNotice.tsx").then((code) => code.StateNotice);

/**
 * The notice of every state but `ready` and `loading`. The offline notice is part of the first load, because a partner
 * without a network could not fetch it; the others are fetched when one of them is due.
 */
export function StateScreen(props: StateNoticeProps): ReactElement | null {
  const { state, bootstrap } = props;
  const { t } = useShell().format;
  if (state.name === "loading" || state.name === "ready") return null;
  if (state.name === "offline") return <OfflineNotice since={state.stale ? bootstrap?.generatedAt : undefined} />;
  const otherwise = <Strip action={<RetryButton />}>{t("failed.action")}</Strip>;
  return <Lazily load={loadNotice} props={props} otherwise={otherwise} />;
}

function OfflineNotice({ since }: { since: string | undefined }): ReactElement {
  const { t, dateTime } = useShell().format;
  const retry = <RetryButton />;
  if (!since) {
    return <StateCard icon="offline" title={t("state.offline")} text={[t("state.offlineEmpty")]} actions={retry} />;
  }
  return (
    <Strip tone="warning" action={retry}>
      <strong>{t("state.offline")}</strong> <span>{t("state.offlineText", { time: dateTime(since) })}</span>
    </Strip>
  );
}
