import type { ReactElement, ReactNode } from "react";
import type { Bootstrap, EnrollmentAction } from "../../contract/records.ts";
import { useShell } from "../dashboard-context.ts";
import { errorCode } from "../embed-error.ts";
import { OfferList } from "../OfferList.tsx";
import { useEnrollmentAction } from "../writes.ts";
import { Button } from "../ui/Button.tsx";
import type { ButtonProps } from "../ui/Button.tsx";
import type { IconName } from "../ui/Icon.tsx";
import { StateCard } from "../ui/StateCard.tsx";
import { Strip } from "../ui/Strip.tsx";
import { ApplicationScreen } from "./ApplicationScreen.tsx";
import type { ReferralsMessageKey } from "../../locales/message-key.ts";

/** Props of {@link EnrollmentScreen}. */
export interface EnrollmentScreenProps {
  bootstrap: Bootstrap;
  onPayoutSettings: () => void;
}

type Notice = { icon: IconName; title: string; text: (string | false | null | undefined)[]; actions?: ReactNode };

/** What a partner whose enrollment is not active sees, and what they can do about it. */
export function EnrollmentScreen({ bootstrap, onPayoutSettings }: EnrollmentScreenProps): ReactElement {
  const { format } = useShell();
  const { t } = format;
  const { run, busy, failed } = useAct();
  const act = (action: EnrollmentAction, label: ReferralsMessageKey, variant?: ButtonProps["variant"]): ReactNode =>
    bootstrap.actions.includes(action) && (
      <Button variant={variant} aria-disabled={busy} onClick={() => run(action)}>
        {t(label)}
      </Button>
    );
  const { status, program, notice, application } = bootstrap;
  const name = { program: program.name || t("state.thisProgram") };
  const until = notice?.until && format.date(notice.until);
  const notices: Partial<Record<Bootstrap["status"], () => Notice>> = {
    pending: () => ({
      icon: "clock",
      title: application ? t("state.asked", name) : t("state.pending"),
      text: [
        t(application ? "state.askedText" : "state.pendingText", name),
        program.supportEmail && t("state.questions", { email: program.supportEmail }),
      ],
      actions: act("withdraw", "state.withdraw"),
    }),
    invited: () => {
      if (notice?.until && notice.until <= bootstrap.generatedAt) {
        return {
          icon: "clock",
          title: t("state.inviteExpired"),
          text: [t("state.inviteExpiredText", name)],
          actions: act("decline", "state.decline", "quiet"),
        };
      }
      return {
        icon: "gift",
        title: t("state.invited", name),
        text: [t("state.invitedText")],
        actions: (
          <>
            {act("accept", "state.accept", "primary")}
            {act("decline", "state.decline", "quiet")}
          </>
        ),
      };
    },
    rejected: () => ({
      icon: "alert",
      title: t("state.rejected"),
      text: [
        reasonText(format.t, notice?.reason),
        notice?.note,
        until && !bootstrap.actions.includes("reapply") && t("state.reapplyFrom", { date: until }),
      ],
      actions: act("reapply", "state.reapply", "primary"),
    }),
    declined: () => ({
      icon: "close",
      title: t("state.declined"),
      text: [until && t("state.declinedUntil", { date: until })],
      actions: act("accept", "state.acceptAfterAll", "primary"),
    }),
    deactivated: () => ({
      icon: "archive",
      title: t("state.deactivated"),
      text: [t("state.deactivatedText")],
      actions: bootstrap.sections.payoutSettings && bootstrap.access !== "none" && (
        <Button onClick={onPayoutSettings}>{t("state.payoutSettings")}</Button>
      ),
    }),
    banned: () => ({
      icon: "ban",
      title: t("state.banned"),
      text: [t("state.bannedText")],
      actions: program.supportEmail && (
        <a className="rf-button" href={`mailto:${program.supportEmail}`}>
          {t("state.contact")}
        </a>
      ),
    }),
  };
  const { icon, title, text: lines, actions } = (notices[status] ?? notices.deactivated!)();
  const text = lines.filter((line): line is string => Boolean(line));
  if (application) {
    return (
      <ApplicationScreen
        bootstrap={bootstrap}
        application={application}
        title={title}
        text={text}
        failed={failed}
        secondary={act("withdraw", "state.withdraw", "quiet")}
      />
    );
  }
  return (
    <StateCard icon={icon} title={title} text={text} actions={actions}>
      {bootstrap.rewards.length > 0 && <OfferList bootstrap={bootstrap} />}
      {failed && <Strip>{t("failed.action")}</Strip>}
    </StateCard>
  );
}

/** `other`, and reasons a later service may add, have no text of their own; only the note is shown. */
function reasonText(t: ReturnType<typeof useShell>["format"]["t"], reason: string | null | undefined): string | null {
  const known = ["needsMoreDetail", "doesNotMeetRequirements", "notTheRightFit"] as const;
  const found = known.find((code) => code === reason);
  return found ? t(`state.${found}`) : null;
}

function useAct(): { run: (action: EnrollmentAction) => void; busy: boolean; failed: boolean } {
  const { session, emit } = useShell();
  const write = useEnrollmentAction(session);
  // Callbacks given to `mutate` are lost while nothing listens to this screen: before its effects, and once the answer has replaced it.
  const run = (action: EnrollmentAction): void =>
    void write.mutateAsync({ action }).then(
      () => {
        if (action === "accept") emit({ type: "invite.accepted" });
        if (action === "reapply") emit({ type: "application.submitted" });
      },
      (error: unknown) => {
        if (errorCode(error) === "invite_expired") session.set({ failure: "invite_expired" });
      },
    );
  return { run, busy: write.isPending, failed: write.isError };
}
