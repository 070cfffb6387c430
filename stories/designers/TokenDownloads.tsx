import "./playground.css";
import type { ReactElement } from "react";
import type { ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { tokenFiles } from "./token-files.ts";

/** The token files of a theme, made when they are asked for. */
export function TokenDownloads({ options }: { options: ReferralsThemeOptions }): ReactElement {
  return (
    <div className="sb-unstyled pg-downloads">
      {Object.entries(tokenFiles(options)).map(([name, text]) => (
        <a key={name} download={name} href={`data:application/octet-stream,${encodeURIComponent(text)}`}>
          {name}
        </a>
      ))}
    </div>
  );
}
