import type { ComponentType, ReactElement } from "react";
import type { Bootstrap } from "../../contract/embed-data.ts";
import type { ReferralsState, ReferralsTokenSource } from "../../contract/embed.ts";
import { openRoom } from "../../locales/load-locale.ts";
import { Lazily } from "../Lazily.tsx";
import { useShell } from "../dashboard-context.ts";
import { StateCard } from "../ui/StateCard.tsx";
import { Strip } from "../ui/Strip.tsx";
import { RetryButton } from "./RetryButton.tsx";

/** Props of {@link StateScreen}. */
export interface StateScreenProps {
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  token: ReferralsTokenSource | null | undefined;
  onPayoutSettings: () => void;
}

const loadNotice = async (): Promise<ComponentType<StateScreenProps>> =>
  (await Promise.all([import("./StateNotice.tsx"), openRoom("states"), openRoom("figures")]))[0].StateNotice;

/**
 * The notice of every state but `ready` and `loading`, in the words of design §8. The one a reader meets without a
 * network is here at once; the code of the others comes when one of them is due.
 */
export function StateScreen(props: StateScreenProps): ReactElement | null {
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
