import "./playground.css";
import { useState, type ReactElement } from "react";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { bundledFonts, LookContext } from "../support/look.ts";
import { checkRoles, coloursOf, explainTheme } from "./explain-theme.ts";
import { optionsOf, visions, type PlaygroundSettings } from "./playground-settings.ts";
import { themeCode } from "./theme-code.ts";
import { TokenDownloads } from "./TokenDownloads.tsx";

const schemes = ["light", "dark"] as const;

/** Every theme option beside what it does: live dashboards, derived roles, words, code. The Controls panel sets them. */
export function ThemePlayground({ settings }: { settings: PlaygroundSettings }): ReactElement {
  const options = optionsOf(settings);
  return (
    <main className="pg">
      <Matrices />
      <p>
        Choose in <b>Controls</b> below (press A if the panel is closed). Everything chosen is in the address: send it.
        Below the previews: <a href="#code">code</a>, <a href="#tokens">tokens</a>,{" "}
        <a href="#derived">what was derived</a>.
      </p>
      {schemes.map((scheme) => (
        <section key={scheme} className="pg-previews" data-vision={settings.vision} aria-label={`In ${scheme}`}>
          <Previews scheme={scheme} options={options} panel={settings.panel} />
        </section>
      ))}
      <Code settings={settings} />
      <section id="tokens" aria-label="Tokens of this theme">
        <h2>Tokens of this theme</h2>
        <TokenDownloads options={options} />
      </section>
      <Findings settings={settings} />
    </main>
  );
}

type Options = ReturnType<typeof optionsOf>;

function Previews({
  scheme,
  options,
  panel,
}: {
  scheme: "light" | "dark";
  options: Options;
  panel: PlaygroundSettings["panel"];
}): ReactElement {
  const look = { theme: scheme, themeOptions: { ...bundledFonts, ...options }, locale: "en" };
  const shown = panel === "analytics" ? ({ data: "analytics" } as const) : { sections: [panel] };
  return (
    <LookContext.Provider value={look}>
      <h2>{scheme === "light" ? "Light" : "Dark"}</h2>
      <div className="pg-preview">
        <DemoDashboard title={`${panel}, ${scheme}`} {...shown} headingLevel={3} />
      </div>
      <div className="pg-preview">
        <DemoDashboard title={`Pending, ${scheme}`} state="pending" headingLevel={3} />
      </div>
    </LookContext.Provider>
  );
}

/** Colour matrices for the ways of seeing; `forced` works on the tokens, in the stylesheet. */
function Matrices(): ReactElement {
  return (
    <svg width="0" height="0" aria-hidden="true" className="pg-matrices">
      {Object.entries(visions).map(([name, values]) =>
        values ? (
          <filter key={name} id={`pg-${name}`} colorInterpolationFilters="linearRGB">
            <feColorMatrix values={values} />
          </filter>
        ) : null,
      )}
    </svg>
  );
}

function Findings({ settings }: { settings: PlaygroundSettings }): ReactElement {
  const options = optionsOf(settings);
  return (
    <section id="derived" aria-label="What was derived">
      <h2>What was derived</h2>
      <div className="pg-findings">
        {schemes.map((scheme) => (
          <div key={scheme}>
            <h3>In {scheme}</h3>
            <Words sentences={explainTheme(options, scheme)} />
            <Roles scheme={scheme} options={options} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Words({ sentences }: { sentences: string[] }): ReactElement {
  if (sentences.length === 0) return <p>The scheme&rsquo;s own colours, unchanged.</p>;
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Roles({ scheme, options }: { scheme: "light" | "dark"; options: Options }): ReactElement {
  const colours = coloursOf(options, scheme);
  return (
    <table>
      <caption>Roles and the contrast they reach, {scheme}</caption>
      <thead>
        <tr>
          <th scope="col">Role</th>
          <th scope="col">Colour</th>
          <th scope="col">On</th>
          <th scope="col">Ratio</th>
          <th scope="col">Needs</th>
        </tr>
      </thead>
      <tbody>
        {checkRoles(colours).map(({ role, colour, on, ratio, needs }) => (
          <tr key={`${role} ${on}`}>
            <th scope="row">{role}</th>
            <td>
              <Swatch colour={colour} on={colours[on]!} /> {colour}
            </td>
            <td>{on}</td>
            <td>{ratio.toFixed(1)}</td>
            <td>
              {needs} {ratio >= needs ? "✓" : "✗"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Swatch({ colour, on }: { colour: string; on: string }): ReactElement {
  return <span aria-hidden="true" className="pg-swatch" style={{ background: colour, boxShadow: `0 0 0 4px ${on}` }} />;
}

function Code({ settings }: { settings: PlaygroundSettings }): ReactElement {
  const [copied, setCopied] = useState("");
  const code = themeCode(settings.theme, optionsOf(settings));
  const copy = async (name: string): Promise<void> => {
    await navigator.clipboard.writeText(code[name]!);
    setCopied(name);
  };
  return (
    <section id="code" aria-label="Code">
      <h2>Code</h2>
      <p>
        <code>https://app.example.com</code> stands for your service, <code>PUBLIC_TOKEN</code> for a token that your
        server minted. The Element&rsquo;s script is <code>dist/embed.global.js</code> of the package, served by you.
      </p>
      {Object.entries(code).map(([name, text]) => (
        <div key={name} className="pg-code">
          <h3>{name}</h3>
          <button type="button" aria-label={`Copy ${name}`} onClick={() => void copy(name)}>
            {copied === name ? "Copied" : "Copy"}
          </button>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, so it needs the keyboard */}
          <pre tabIndex={0} aria-label={`${name} code`}>
            {text}
          </pre>
        </div>
      ))}
    </section>
  );
}
