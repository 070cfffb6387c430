import "./playground.css";
import type { ReactElement } from "react";
import type { ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { tokenFiles } from "./token-files.ts";

/** The token files of a theme, made when they are asked for. */
export function TokenDownloads({ options }: { options: ReferralsThemeOptions }): ReactElement {
  return (
    <ul className="pg-downloads">
      {Object.entries(tokenFiles(options)).map(([name, text]) => (
        <li key={name}>
          <a download={name} href={`data:application/octet-stream,${encodeURIComponent(text)}`}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
