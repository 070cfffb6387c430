import type { ReactElement } from "react";
import type { Bootstrap } from "../../contract/records.ts";
import type { ReferralsState, ReferralsTokenSource } from "../../contract/embed.ts";
import { useShell } from "../dashboard-context.ts";
import { refreshToken, reload } from "../restart.ts";
import { Button } from "../ui/Button.tsx";
import { StateCard } from "../ui/StateCard.tsx";
import { EnrollmentScreen } from "./EnrollmentScreen.tsx";
import { RetryButton } from "./RetryButton.tsx";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";
import { useCountdown } from "../ui/useCountdown.ts";

/** Props of {@link StateNotice}. */
export interface StateNoticeProps {
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  token: ReferralsTokenSource | null | undefined;
  onPayoutSettings: () => void;
}

/** Every notice that only an answer of the service can call for; fetched on demand. */
export function StateNotice({ state, bootstrap, token, onPayoutSettings }: StateNoticeProps): ReactElement | null {
  switch (state.name) {
    case "expired":
      return <ExpiredScreen isFunction={typeof token === "function"} />;
    case "rate_limited":
      return <RateLimitedScreen key={state.retryAfter} seconds={state.retryAfter ?? 5} />;
    case "blocked":
      return <BlockedScreen code={state.code} />;
    case "error":
      return <ErrorScreen code={state.code} program={bootstrap?.program.name} />;
    default:
      return bootstrap ? <EnrollmentScreen bootstrap={bootstrap} onPayoutSettings={onPayoutSettings} /> : null;
  }
}

function ExpiredScreen({ isFunction }: { isFunction: boolean }): ReactElement {
  const { session, format } = useShell();
  const canContinue = isFunction && session.getSnapshot().ended !== "static";
  const { t } = format;
  const onContinue = (): void => void refreshToken(session).catch(() => undefined);
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

function BlockedScreen({ code }: { code: ReferralsState["code"] }): ReactElement {
  const { t } = useShell().format;
  const texts = { forbidden: "state.blockedPlan", origin_not_allowed: "state.blockedOrigin" } as const;
  const text = code && code in texts ? texts[code as keyof typeof texts] : "state.blockedText";
  return <StateCard role="alert" icon="ban" title={t("state.blocked")} text={[t(text)]} actions={<RetryButton />} />;
}

function ErrorScreen({ code, program }: { code: ReferralsState["code"]; program?: string }): ReactElement {
  const { t } = useShell().format;
  if (code === "invite_expired") {
    const text = t("state.inviteExpiredText", { program: program ?? t("state.thisProgram") });
    return <StateCard icon="clock" title={t("state.inviteExpired")} text={[text]} />;
  }
  return (
    <StateCard
      role="alert"
      icon="alert"
      title={t("state.error")}
      text={[t("state.errorText")]}
      actions={<RetryButton />}
    />
  );
}

/** Counts down and reads again. The seconds are shown, not announced: only start and end are (WCAG 4.1.3). */
function RateLimitedScreen({ seconds }: { seconds: number }): ReactElement {
  const { session, format } = useShell();
  const left = useCountdown(seconds, () => void reload(session));
  const { t } = format;
  return (
    <StateCard icon="clock" title={t("state.rateLimited")}>
      <p aria-hidden="true">{t("state.retryIn", { count: left })}</p>
      <VisuallyHidden>{t("state.retryIn", { count: Math.ceil(seconds) })}</VisuallyHidden>
    </StateCard>
  );
}
