import "./playground.css";
import type { CSSProperties, ReactElement } from "react";
import { checkRoles, coloursOf } from "./explain-theme.ts";
import { tokensOf, type Token } from "./token-files.ts";

/** The default colours of a scheme, each with its use and the contrast it reaches. */
export function TokenTable({ scheme }: { scheme: "light" | "dark" }): ReactElement {
  const checks = checkRoles(coloursOf({}, scheme));
  const contrastOf = (role: string): string =>
    checks
      .filter((check) => check.role === role)
      .map(({ on, ratio }) => `${ratio.toFixed(1)} on ${on}`)
      .join(", ");
  return (
    <Tokens
      caption={`Roles in ${scheme}`}
      head={["Role", "Colour", "Used for", "Contrast"]}
      tokens={tokensOf({}, scheme).filter(({ group }) => group === "color")}
      row={({ name, value, use }) => [
        <code key="name">{`--rf-${name}`}</code>,
        <span key="colour" className="pg-colour">
          <span aria-hidden="true" className="pg-swatch" style={{ background: String(value) }} />{" "}
          <code>{String(value)}</code>
        </span>,
        use,
        contrastOf(name) || "–",
      ]}
    />
  );
}

const scales = [
  ["space", "Space", (px: number): CSSProperties => ({ inlineSize: px, blockSize: 12, background: "#2867e4" })],
  [
    "radius",
    "Radius",
    (px: number): CSSProperties => ({ inlineSize: 40, blockSize: 24, border: "1px solid", borderRadius: px }),
  ],
  ["size", "Size", (px: number): CSSProperties => ({ inlineSize: 64, blockSize: px, border: "1px solid" })],
] as const;

/** Space, radius, size and type, each drawn as large as it is. */
export function ScaleTables(): ReactElement {
  const tokens = tokensOf({}, "light");
  return (
    <>
      {scales.map(([group, caption, style]) => (
        <Tokens
          key={group}
          caption={caption}
          head={["Token", "Value", "Used for", "As large as it is"]}
          tokens={tokens.filter((token) => token.group === group)}
          row={({ name, value, use }) => [
            <code key="name">{`${group}.${name}`}</code>,
            `${String(value)} px`,
            use,
            <span key="drawn" aria-hidden="true" className="pg-drawn" style={style(Number(value))} />,
          ]}
        />
      ))}
      <Tokens
        caption="Type"
        head={["Token", "Size, line, weight", "Used for", "As large as it is"]}
        tokens={tokens.filter(({ group }) => group === "text")}
        row={({ name, value, use }) => {
          const { size, line, weight } = value as Exclude<Token["value"], string | number>;
          return [
            <code key="name">{`text.${name}`}</code>,
            `${size} / ${line} / ${weight}`,
            use,
            <span key="drawn" style={{ fontSize: size, lineHeight: `${line}px`, fontWeight: weight }}>
              $1,022.50 Ready to be paid
            </span>,
          ];
        }}
      />
    </>
  );
}

function Tokens({
  caption,
  head,
  tokens,
  row,
}: {
  caption: string;
  head: readonly string[];
  tokens: readonly Token[];
  row: (token: Token) => readonly (ReactElement | string)[];
}): ReactElement {
  return (
    <div className="pg-tokens">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => {
            const [first, ...rest] = row(token);
            return (
              <tr key={token.name}>
                <th scope="row">{first}</th>
                {rest.map((cell, n) => (
                  <td key={n}>{cell}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
