import type { ComponentType, ReactElement } from "react";
import type { Bootstrap } from "../../contract/embed-data.ts";
import type { ReferralsState, ReferralsTokenSource } from "../../contract/embed.ts";
import { openRoom } from "../../locales/load-locale.ts";
import { Lazily } from "../Lazily.tsx";
import { useShell } from "../dashboard-context.ts";
import { Button } from "../ui/Button.tsx";
import { StateCard } from "../ui/StateCard.tsx";
import { Strip } from "../ui/Strip.tsx";
import type { EnrollmentScreenProps } from "./EnrollmentScreen.tsx";
import { RateLimitedScreen } from "./RateLimitedScreen.tsx";

const loadEnrollment = async (): Promise<ComponentType<EnrollmentScreenProps>> => {
  const [code] = await Promise.all([import("./EnrollmentScreen.tsx"), openRoom("figures")]);
  return code.EnrollmentScreen;
};

/** Props of {@link StateScreen}. */
export interface StateScreenProps {
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  token: ReferralsTokenSource | null | undefined;
  onPayoutSettings: () => void;
}

/** The notice of every state but `ready` and `loading`, in the words of design §8. */
export function StateScreen({ state, bootstrap, token, onPayoutSettings }: StateScreenProps): ReactElement | null {
  switch (state.name) {
    case "expired":
      return <ExpiredScreen isFunction={typeof token === "function"} />;
    case "offline":
      return <OfflineNotice since={state.stale ? bootstrap?.generatedAt : undefined} />;
    case "rate_limited":
      return <RateLimitedScreen key={state.retryAfter} seconds={state.retryAfter ?? 5} />;
    case "blocked":
      return <BlockedScreen code={state.code} />;
    case "error":
      return <ErrorScreen code={state.code} program={bootstrap?.program.name} />;
    case "loading":
    case "ready":
      return null;
    default:
      return bootstrap ? <Lazily load={loadEnrollment} props={{ bootstrap, onPayoutSettings }} /> : null;
  }
}

function ExpiredScreen({ isFunction }: { isFunction: boolean }): ReactElement {
  const { session, format } = useShell();
  const canContinue = isFunction && session.getSnapshot().ended !== "static";
  const { t } = format;
  const onContinue = (): void => void session.refreshToken().catch(() => undefined);
  return (
    <StateCard
      icon="lock"
      title={t("state.expired")}
      text={[t(canContinue ? "state.expiredText" : "state.expiredStatic")]}
      actions={
        canContinue && (
          <Button variant="primary" onClick={onContinue}>
            {t("state.continue")}
          </Button>
        )
      }
    />
  );
}

function useRetry(): ReactElement {
  const { session, format } = useShell();
  return <Button onClick={() => void session.reload()}>{format.t("ui.tryAgain")}</Button>;
}

function OfflineNotice({ since }: { since: string | undefined }): ReactElement {
  const { t, dateTime } = useShell().format;
  const retry = useRetry();
  if (!since) {
    return <StateCard icon="offline" title={t("state.offline")} text={[t("state.offlineEmpty")]} actions={retry} />;
  }
  return (
    <Strip tone="warning" action={retry}>
      <strong>{t("state.offline")}</strong> <span>{t("state.offlineText", { time: dateTime(since) })}</span>
    </Strip>
  );
}

function BlockedScreen({ code }: { code: ReferralsState["code"] }): ReactElement {
  const { t } = useShell().format;
  const texts = { forbidden: "state.blockedPlan", origin_not_allowed: "state.blockedOrigin" } as const;
  const text = code && code in texts ? texts[code as keyof typeof texts] : "state.blockedText";
  return <StateCard role="alert" icon="ban" title={t("state.blocked")} text={[t(text)]} actions={useRetry()} />;
}

function ErrorScreen({ code, program }: { code: ReferralsState["code"]; program?: string }): ReactElement {
  const { t } = useShell().format;
  const retry = useRetry();
  if (code === "invite_expired") {
    const text = t("state.inviteExpiredText", { program: program ?? t("state.thisProgram") });
    return <StateCard icon="clock" title={t("state.inviteExpired")} text={[text]} />;
  }
  return <StateCard role="alert" icon="alert" title={t("state.error")} text={[t("state.errorText")]} actions={retry} />;
}
