import "./playground.css";
import { useEffect, useState, type ReactElement } from "react";
import type { ReferralsMessage } from "../../src/contract/embed.ts";
import en from "../../src/locales/en.ts";
import { packs, type Catalogue } from "../../src/locales/load-locale.ts";

/** Every text of the dashboard beside its translation. */
export function VoiceTable(): ReactElement {
  const [locale, setLocale] = useState("de");
  const [pack, setPack] = useState<Catalogue>({});
  useEffect(() => {
    let current = true;
    void wholeCatalogue(locale).then((loaded) => current && setPack(loaded));
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

async function wholeCatalogue(tag: string): Promise<Catalogue> {
  const { shell, ...others } = (await packs[tag]!()).rooms;
  const rooms = await Promise.all(Object.values(others).map((load) => load()));
  return Object.assign({}, shell, ...rooms) as Catalogue;
}

function textOf(message: ReferralsMessage): string {
  return typeof message === "string" ? message : Object.values(message).join(" · ");
}
