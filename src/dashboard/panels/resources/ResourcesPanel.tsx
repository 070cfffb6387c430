import { clsx } from "clsx";
import type { ReactElement } from "react";
import type { FaqEntry, ProgramResource } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ExternalLink } from "../../ui/ExternalLink.tsx";
import { Icon } from "../../ui/Icon.tsx";

/** What the program gives its partners to work with. */
export function ResourcesPanel(): ReactElement {
  const { bootstrap } = useDashboard();
  const faq = bootstrap.faq ?? [];
  const resources = bootstrap.resources ?? [];
  const of = (...types: ProgramResource["type"][]): ProgramResource[] =>
    resources.filter(({ type }) => types.includes(type));
  const links = of("link");
  const toRead = faq.length + links.length > 0;
  const toUse = resources.length > links.length;
  return (
    <div className={clsx("rf-stack", toRead && toUse && "rf-resources")}>
      {toRead && (
        <div className="rf-stack">
          {faq.length > 0 && <Questions faq={faq} />}
          <Links links={links} />
        </div>
      )}
      {toUse && (
        <div className="rf-stack">
          <Files files={of("file", "logo")} />
          <Colors colors={of("color")} />
        </div>
      )}
    </div>
  );
}

function Questions({ faq }: { faq: readonly FaqEntry[] }): ReactElement {
  const { t } = useDashboard().format;
  return (
    <Card flush title={t("resources.faq")} className="rf-faq">
      {faq.map(({ question, answer }) => (
        <details key={question} className="rf-question">
          <summary>
            <BidiText>{question}</BidiText>
            <Icon name="chevronDown" />
          </summary>
          <p dir="auto">{answer}</p>
        </details>
      ))}
    </Card>
  );
}

function Files({ files }: { files: readonly ProgramResource[] }): ReactElement | null {
  const { format, emit } = useDashboard();
  const { t } = format;
  if (files.length === 0) return null;
  return (
    <Card title={t("resources.files")}>
      <ul className="rf-items">
        {files.map(({ name, value }) => (
          <li key={name}>
            <BidiText ellipsis>{name}</BidiText>
            <a
              className="rf-button"
              href={value}
              download
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("resources.download", { name })}
              onClick={() => emit({ type: "external.opened", url: value })}
            >
              <Icon name="download" />
              <span className="rf-wide-only">{t("resources.downloadShort")}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Colors({ colors }: { colors: readonly ProgramResource[] }): ReactElement | null {
  const { t } = useDashboard().format;
  if (colors.length === 0) return null;
  return (
    <Card title={t("resources.colors")}>
      <ul className="rf-items">
        {colors.map(({ name, value }) => (
          <li key={name}>
            <span className="rf-swatch" style={{ backgroundColor: value }} aria-hidden="true" />
            <BidiText ellipsis>{name}</BidiText>
            <span className="rf-small rf-muted">
              <BidiText dir="ltr">{value}</BidiText>
            </span>
            <CopyButton iconOnly variant="quiet" text={value} label={t("resources.copy", { name })} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Links({ links }: { links: readonly ProgramResource[] }): ReactElement | null {
  const { format, emit } = useDashboard();
  if (links.length === 0) return null;
  return (
    <Card title={format.t("section.links")}>
      <ul className="rf-items">
        {links.map(({ name, value }) => (
          <li key={name}>
            <ExternalLink
              className="rf-text-button"
              href={value}
              onClick={() => emit({ type: "external.opened", url: value })}
            >
              <BidiText>{name}</BidiText>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
