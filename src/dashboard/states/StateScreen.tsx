import type { ComponentType, ReactElement } from "react";
import type { ReferralsState } from "../../contract/embed.ts";
import { useLazily, type LazyCode } from "../Lazily.tsx";
import { useShell } from "../dashboard-context.ts";
import { StateCard } from "../ui/StateCard.tsx";
import { Strip } from "../ui/Strip.tsx";
import { RetryButton } from "./RetryButton.tsx";
import type { StateNoticeProps } from "./StateNotice.tsx";
import { loadCode } from "../../http/load-code.ts";

const loadNotice = (): Promise<ComponentType<StateNoticeProps>> =>
  loadCode(() => import("./StateNotice.tsx"), "StateNotice").then((code) => code.StateNotice);

/** States whose notice is not fetched: without one, or, offline, part of the first load, as it could not be fetched then. */
const AT_HAND = ["loading", "ready", "offline"];

/** The code of a state's notice, fetched when one is due; `undefined` until it is here. */
export function useNotice({ name }: ReferralsState): LazyCode<StateNoticeProps> | undefined {
  const isAtHand = AT_HAND.includes(name);
  const code = useLazily(isAtHand ? undefined : loadNotice);
  return isAtHand ? {} : code;
}

/** The notice of every state but `ready` and `loading`. */
export function StateScreen({
  notice,
  ...props
}: StateNoticeProps & { notice: LazyCode<StateNoticeProps> }): ReactElement | null {
  const { state, bootstrap } = props;
  const { t } = useShell().format;
  if (state.name === "loading" || state.name === "ready") return null;
  if (state.name === "offline") return <OfflineNotice since={state.stale ? bootstrap?.generatedAt : undefined} />;
  if (!notice.Part) return <Strip action={<RetryButton />}>{t("failed.action")}</Strip>;
  return <notice.Part {...props} />;
}

/** A missing answer is not always the reader's connection: when the service is down, the text must not ask them to check it. */
function OfflineNotice({ since }: { since: string | undefined }): ReactElement {
  const { t, dateTime } = useShell().format;
  const retry = <RetryButton />;
  const [title, empty, old] = navigator.onLine
    ? (["state.error", "state.errorText", "shell.staleSince"] as const)
    : (["state.offline", "state.offlineEmpty", "state.offlineText"] as const);
  if (!since) return <StateCard icon="offline" title={t(title)} text={[t(empty)]} actions={retry} />;
  return (
    <Strip tone="warning" action={retry}>
      <strong>{t(title)}</strong> <span>{t(old, { time: dateTime(since) })}</span>
    </Strip>
  );
}
