import type { ReactElement } from "react";

/** A table of a page: Storybook's Markdown knows none without another package. Text between backticks is code. */
export function Facts({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }): ReactElement {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              <Prose text={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...rest]) => (
          <tr key={first}>
            <th scope="row">
              <Prose text={first} />
            </th>
            {rest.map((text) => (
              <td key={text}>
                <Prose text={text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Prose({ text }: { text: string }): ReactElement {
  return <>{text.split("`").map((part, n) => (n % 2 ? <code key={n}>{part}</code> : part))}</>;
}
