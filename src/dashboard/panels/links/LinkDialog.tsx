import type { ReactElement } from "react";
import type { EmbedLink, EmbedLinkInput, LinkRules } from "../../../contract/records.ts";
import { keyPattern, longestKey } from "../../../rules/link-key.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Form } from "../../forms/Form.tsx";
import type { FieldSpec, FieldValues } from "../../forms/field-spec.ts";
import { useCreateLink, useUpdateLink } from "../../writes.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { useToast } from "../../ui/toast-context.ts";

/** Props of {@link LinkDialog}. */
export interface LinkDialogProps {
  /** The link to edit; none to make a new one. */
  link: EmbedLink | undefined;
  /** A link of this id was made. */
  onMade: (id: string) => void;
  onClose: () => void;
}

/** Makes or edits a link. A taken ending goes back to its field; what cannot change is locked with its reason. */
export function LinkDialog({ link, onMade, onClose }: LinkDialogProps): ReactElement {
  const { session, bootstrap, format, emit } = useDashboard();
  const { t } = format;
  const create = useCreateLink(session);
  const update = useUpdateLink(session);
  const toast = useToast();
  const rules = bootstrap.linkRules;
  const fields = useFields(link, rules);
  const send = async (entered: FieldValues): Promise<void> => {
    const body = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== null)) as EmbedLinkInput;
    const saved = await (link ? update.mutateAsync({ id: link.id, ...body }) : create.mutateAsync(body));
    const event = { link: { id: saved.id, shortLink: saved.shortLink } };
    emit({ type: link ? "link.updated" : "link.created", ...event });
    const copy = async (near: Element): Promise<boolean> => {
      const isCopied = (await copyText(saved.shareUrl, near)) === "copied";
      if (isCopied) emit({ type: "link.copied", ...event });
      return isCopied;
    };
    const isCopied = !link && (await copy(document.activeElement ?? document.body));
    onClose();
    if (link) return toast(t("links.saved"));
    onMade(saved.id);
    // Some browsers copy only on a click: the toast has one to offer.
    toast(t(isCopied ? "links.createdCopied" : "links.created"), {
      label: t("ui.copyLink"),
      run: (near) => void copy(near).then((done) => done && toast(t("ui.copied"))),
    });
  };
  if (fields.every(({ locked }) => locked)) return <LinkFacts fields={fields} onClose={onClose} />;
  const cancel = <Button onClick={onClose}>{t("ui.cancel")}</Button>;
  return (
    <Dialog title={t(link ? "links.editTitle" : "links.new")} onClose={onClose}>
      <Form
        fields={fields}
        submitLabel={t(link ? "form.save" : "links.create")}
        onSubmit={send}
        conflict={{ field: "key", key: "links.taken" }}
        secondary={cancel}
      />
    </Dialog>
  );
}

/** A link that nothing can be changed of: what it is, and why it stays. */
function LinkFacts({
  fields,
  onClose,
}: { fields: readonly FieldSpec[] } & Pick<LinkDialogProps, "onClose">): ReactElement {
  const { t } = useDashboard().format;
  return (
    <Dialog title={t("list.link")} onClose={onClose}>
      <Facts
        plain
        facts={fields.map(({ label, prefix = "", value }) => [
          label,
          <BidiText key="value" dir="ltr">{`${prefix}${String(value)}`}</BidiText>,
        ])}
      />
      {fields.map(({ name, locked }) => (
        <p key={name} className="rf-small rf-muted">
          {locked}
        </p>
      ))}
    </Dialog>
  );
}

function useFields(link: EmbedLink | undefined, rules: LinkRules | null): FieldSpec[] {
  const { bootstrap, format } = useDashboard();
  const { t } = format;
  const hosts = rules?.hosts.map(({ host }) => host).join(", ");
  const url: FieldSpec = {
    name: "url",
    type: "url",
    label: t("links.destination"),
    value: link?.url ?? bootstrap.program.url,
    hint: hosts ? t("links.hosts", { hosts }) : undefined,
    refused: hosts ? { key: "links.useHost", slots: { hosts } } : undefined,
    required: true,
    maxLength: 8192,
    locked: link?.isDefault ? t("links.defaultLocked") : undefined,
  };
  const key: FieldSpec = {
    name: "key",
    type: "slug",
    label: t("links.slug"),
    value: link?.key ?? null,
    prefix: `${link?.domain ?? rules?.domain ?? ""}/`,
    hint: link ? undefined : t("links.slugHint"),
    required: link !== undefined,
    maxLength: longestKey,
    pattern: keyPattern,
    autofocus: !link || link.isDefault,
    locked: link && link.clicks > 0 ? t("links.inUse") : undefined,
  };
  return [url, key];
}
