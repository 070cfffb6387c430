import { useMemo, type ReactElement } from "react";
import type { Profile, ProfilePatch } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Form } from "../../forms/Form.tsx";
import type { FieldSpec, FieldValues } from "../../forms/field-spec.ts";
import { useSaveProfile } from "../../writes.ts";
import { Card } from "../../ui/Card.tsx";
import { useToast } from "../../ui/toast-context.ts";

/** Props of the cards of one profile. */
export interface ProfileCardProps {
  profile: Profile;
}

/** Name, company, country and a text about the partner. */
export function ProfileCard({ profile }: ProfileCardProps): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { t } = format;
  const hasPayout = (bootstrap.earnings?.paid ?? 0) > 0 || (bootstrap.earnings?.processed ?? 0) > 0;
  const fields = useMemo(
    (): FieldSpec[] => [
      {
        name: "name",
        type: "text",
        label: t("settings.name"),
        value: profile.name,
        required: true,
        maxLength: 190,
        autoComplete: "name",
      },
      {
        name: "email",
        type: "email",
        label: t("settings.email"),
        value: profile.email,
        locked: t("settings.emailLocked"),
      },
      {
        name: "companyName",
        type: "text",
        label: t("settings.company"),
        value: profile.companyName,
        maxLength: 190,
        autoComplete: "organization",
      },
      {
        name: "country",
        type: "country",
        label: t("settings.country"),
        value: profile.country,
        locked: hasPayout && profile.country ? t("settings.countryLocked") : undefined,
      },
      {
        name: "description",
        type: "textarea",
        label: t("settings.description"),
        value: profile.description,
        maxLength: 5000,
      },
    ],
    [t, profile, hasPayout],
  );
  return <ProfileForm title={t("settings.profile")} fields={fields} />;
}

/** User names on these sites are shown after their fixed address. */
const CHANNELS = {
  youtube: ["YouTube", "youtube.com/@"],
  twitter: ["X", "x.com/"],
  linkedin: ["LinkedIn", "linkedin.com/in/"],
  instagram: ["Instagram", "instagram.com/"],
  tiktok: ["TikTok", "tiktok.com/@"],
} as const;

/** Where the partner can be found. */
export function ChannelsCard({ profile }: ProfileCardProps): ReactElement {
  const { t } = useDashboard().format;
  const fields = useMemo(
    (): FieldSpec[] => [
      {
        name: "website",
        type: "url",
        label: t("settings.website"),
        value: profile.website,
        maxLength: 190,
        autoComplete: "url",
      },
      ...Object.entries(CHANNELS).map(([name, [label, prefix]]): FieldSpec => ({
        name,
        label,
        prefix,
        type: "text",
        maxLength: 190,
        value: profile[name as keyof typeof CHANNELS],
      })),
    ],
    [t, profile],
  );
  return <ProfileForm title={t("settings.channels")} fields={fields} />;
}

const SHOWN = "shown";

/** Whether and under which name the partner stands on the leaderboard. */
export function LeaderboardCard({ profile }: ProfileCardProps): ReactElement {
  const { t } = useDashboard().format;
  const fields = useMemo(
    (): FieldSpec[] => [
      {
        name: "leaderboardOptIn",
        type: "multiSelect",
        label: t("section.leaderboard"),
        titled: true,
        options: [{ value: SHOWN, label: t("settings.optIn") }],
        value: profile.leaderboardOptIn ? [SHOWN] : [],
      },
      {
        name: "leaderboardName",
        type: "text",
        label: t("settings.leaderboardName"),
        value: profile.leaderboardName,
        maxLength: 60,
        autoComplete: "nickname",
      },
    ],
    [t, profile],
  );
  const read = ({ leaderboardOptIn, ...rest }: FieldValues): ProfilePatch => ({
    ...rest,
    leaderboardOptIn: Array.isArray(leaderboardOptIn) && leaderboardOptIn.includes(SHOWN),
  });
  return <ProfileForm title={t("settings.leaderboard")} fields={fields} read={read} />;
}

/** Whether friends who follow the partner's links read who sent them. */
export function FriendsCard({ profile }: ProfileCardProps): ReactElement {
  const { t } = useDashboard().format;
  const fields = useMemo(
    (): FieldSpec[] => [
      {
        name: "namedToFriends",
        type: "multiSelect",
        label: t("settings.nameAndPicture"),
        titled: true,
        options: [{ value: SHOWN, label: t("settings.named") }],
        value: profile.namedToFriends ? [SHOWN] : [],
      },
    ],
    [t, profile],
  );
  const read = ({ namedToFriends }: FieldValues): ProfilePatch => ({
    namedToFriends: Array.isArray(namedToFriends) && namedToFriends.includes(SHOWN),
  });
  return <ProfileForm title={t("settings.friends")} fields={fields} read={read} />;
}

interface ProfileFormProps {
  title: string;
  fields: readonly FieldSpec[];
  /** Default: the values as they are. */
  read?: (values: FieldValues) => ProfilePatch;
}

/** One card, one Save; saved is a toast, failed keeps the input. */
function ProfileForm({ title, fields, read }: ProfileFormProps): ReactElement {
  const { session, format, emit } = useDashboard();
  const save = useSaveProfile(session);
  const toast = useToast();
  const { t } = format;
  const send = async (values: FieldValues): Promise<void> => {
    await save.mutateAsync(read ? read(values) : (values as ProfilePatch));
    emit({ type: "settings.saved" });
    toast(t("settings.saved"));
  };
  return (
    <Card title={title}>
      <Form
        fields={fields}
        submitLabel={t("form.save")}
        sendingLabel={t("settings.saving")}
        savesChanges
        onSubmit={send}
        conflict={{ field: "country", key: "settings.countryLocked" }}
      />
    </Card>
  );
}
