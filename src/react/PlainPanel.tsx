import { useEffect, useRef, useState, type ReactElement } from "react";
import type { ReferralsEmbedError } from "../contract/embed.ts";
import { localeCandidates, resolveLocale } from "../dashboard/format/resolve-locale.ts";
import { loadLocale, type Catalogue } from "../locales/load-locale.ts";
import type { EmbedOptions } from "./mode-props.ts";

/** Props of {@link PlainPanel}. */
export interface PlainPanelProps {
  error: ReferralsEmbedError;
  retry: () => void;
  options: EmbedOptions;
}

/** What happened, in the partner's language and the host's own type. */
export function PlainPanel({ error, retry, options }: PlainPanelProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState<Catalogue>();
  const { locale, messages } = options;
  useEffect(() => {
    void loadLocale(resolveLocale(localeCandidates(locale, place.current)).pack).then(setWords);
  }, [locale]);
  const kind = error.code === "frame_blocked" ? "blocked" : "error";
  const say = (key: keyof Catalogue): string => `${messages?.[key] ?? words?.[key] ?? ""}`;
  return (
    <div role="alert" ref={place}>
      {words && (
        <>
          <p>
            {say(`state.${kind}`)}. {say(`state.${kind}Text`)}
          </p>
          {error.docUrl && error.code === "protocol_mismatch" && (
            <p>
              <a href={error.docUrl}>{error.docUrl}</a>
            </p>
          )}
          {error.retryable && (
            <button type="button" onClick={retry}>
              {say("ui.tryAgain")}
            </button>
          )}
        </>
      )}
    </div>
  );
}
