import "./playground.css";
import { useEffect, useState, type ReactElement } from "react";
import type { ReferralsMessage } from "../../src/contract/embed.ts";
import en from "../../src/locales/en.ts";
import { loadLocale, packs, type Catalogue } from "../../src/locales/load-locale.ts";

/** Every text of the dashboard beside its translation. */
export function VoiceTable(): ReactElement {
  const [locale, setLocale] = useState("de");
  const [pack, setPack] = useState<Catalogue>({});
  useEffect(() => {
    let current = true;
    void loadLocale(locale).then((loaded) => current && setPack(loaded));
    return () => {
      current = false;
    };
  }, [locale]);
  return (
    <div className="pg-tokens">
      <label>
        Language{" "}
        <select value={locale} onChange={(event) => setLocale(event.target.value)}>
          {Object.keys(packs).map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
      </label>
      <table>
        <caption>Every text, English and {locale}</caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">English</th>
            <th scope="col">{locale}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(en) as (keyof typeof en)[]).map((key) => (
            <tr key={key}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td lang="en">{textOf(en[key])}</td>
              <td lang={locale} dir="auto">
                {textOf(pack[key] ?? "")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(message: ReferralsMessage): string {
  return typeof message === "string" ? message : Object.values(message).join(" · ");
}
