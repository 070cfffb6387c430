import "./playground.css";
import type { ReactElement } from "react";
import { checkRoles, coloursOf } from "./explain-theme.ts";

/** The default colours of a scheme, each with the contrast it reaches. */
export function TokenTable({ scheme }: { scheme: "light" | "dark" }): ReactElement {
  const colours = coloursOf({}, scheme);
  const checks = checkRoles(colours);
  return (
    <div className="pg-tokens">
      <table>
        <caption>Roles in {scheme}</caption>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col">Colour</th>
            <th scope="col">Contrast</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(colours).map(([role, colour]) => (
            <tr key={role}>
              <th scope="row">
                <code>--rf-{role}</code>
              </th>
              <td>
                <span aria-hidden="true" className="pg-swatch" style={{ background: colour }} /> {colour}
              </td>
              <td>
                {checks
                  .filter((check) => check.role === role)
                  .map(({ on, ratio }) => `${ratio.toFixed(1)} on ${on}`)
                  .join(", ") || "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
