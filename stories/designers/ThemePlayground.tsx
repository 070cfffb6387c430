import "./playground.css";
import { useState, type ReactElement } from "react";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { bundledFonts, LookContext } from "../support/look.ts";
import { checkRoles, coloursOf, explainTheme } from "./explain-theme.ts";
import { fonts, optionsOf, visions, type PlaygroundSettings } from "./playground-settings.ts";
import { themeCode } from "./theme-code.ts";

/** Props of {@link ThemePlayground}. */
export interface ThemePlaygroundProps {
  settings: PlaygroundSettings;
  /** Called with what changed; the caller keeps it in the address. */
  onChange: (changed: Partial<PlaygroundSettings>) => void;
}

const schemes = ["light", "dark"] as const;

/** Every theme option beside what it does: live dashboards, derived roles, words, code. */
export function ThemePlayground({ settings, onChange }: ThemePlaygroundProps): ReactElement {
  const options = optionsOf(settings);
  return (
    <main className="pg">
      <Controls settings={settings} onChange={onChange} />
      <div className="pg-main">
        <Matrices />
        {schemes.map((scheme) => (
          <section key={scheme} className="pg-previews" data-vision={settings.vision} aria-label={`In ${scheme}`}>
            <Previews scheme={scheme} options={options} />
          </section>
        ))}
        <Findings settings={settings} />
        <Code settings={settings} />
      </div>
    </main>
  );
}

type Options = ReturnType<typeof optionsOf>;

function Previews({ scheme, options }: { scheme: "light" | "dark"; options: Options }): ReactElement {
  const look = { theme: scheme, themeOptions: { ...bundledFonts, ...options }, locale: "en" };
  return (
    <LookContext.Provider value={look}>
      <h2>{scheme === "light" ? "Light" : "Dark"}</h2>
      <div className="pg-wide">
        <DemoDashboard title={`Overview, ${scheme}`} sections={["overview"]} headingLevel={3} />
      </div>
      <div className="pg-wide">
        <DemoDashboard title={`Links, ${scheme}`} sections={["links"]} headingLevel={3} />
      </div>
      <div>
        <DemoDashboard title={`Pending, ${scheme}`} variant="pending" headingLevel={3} />
      </div>
    </LookContext.Provider>
  );
}

function Controls({ settings, onChange }: ThemePlaygroundProps): ReactElement {
  const text = (
    name: "background" | "darkBackground" | "accent" | "chart1" | "chart2" | "chart3" | "chart4",
    label: string,
  ): ReactElement => (
    <ColourField key={name} label={label} value={settings[name]} onChange={(value) => onChange({ [name]: value })} />
  );
  return (
    <form className="pg-controls" aria-label="Theme options">
      <Choice
        label="Theme"
        values={["light", "dark", "system"]}
        value={settings.theme}
        onChange={(theme) => onChange({ theme })}
      />
      {text("background", "Background")}
      {text("darkBackground", "Background in dark, if another")}
      {text("accent", "Accent")}
      <Choice
        label="Font"
        values={Object.keys(fonts) as (keyof typeof fonts)[]}
        value={settings.font}
        onChange={(font) => onChange({ font })}
      />
      <Range
        label="Font size"
        low={13}
        high={18}
        value={settings.fontSize}
        onChange={(fontSize) => onChange({ fontSize })}
      />
      <Range
        label="Corner radius"
        low={0}
        high={24}
        value={settings.borderRadius}
        onChange={(borderRadius) => onChange({ borderRadius })}
      />
      <Choice
        label="Density"
        values={["comfortable", "compact"]}
        value={settings.density}
        onChange={(density) => onChange({ density })}
      />
      {(["chart1", "chart2", "chart3", "chart4"] as const).map((name, n) => text(name, `Chart colour ${n + 1}`))}
      <Choice
        label="Seen as"
        values={Object.keys(visions) as (keyof typeof visions)[]}
        value={settings.vision}
        onChange={(vision) => onChange({ vision })}
      />
      <p>Everything chosen here is in the address: send it.</p>
    </form>
  );
}

interface FieldProps<T> {
  label: string;
  value: T;
  onChange: (value: T) => void;
}

function ColourField({ label, value, onChange }: FieldProps<string>): ReactElement {
  return (
    <label>
      {label}
      <span className="pg-colour">
        <input
          type="color"
          aria-label={`${label}, picker`}
          value={/^#[\da-f]{6}$/i.test(value) ? value : "#808080"}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          aria-label={label}
          value={value}
          placeholder="scheme's own"
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </span>
    </label>
  );
}

function Range({
  label,
  value,
  low,
  high,
  onChange,
}: FieldProps<number> & { low: number; high: number }): ReactElement {
  return (
    <label>
      {label}: {value} px
      <input
        type="range"
        min={low}
        max={high}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}

function Choice<T extends string>({
  label,
  value,
  values,
  onChange,
}: FieldProps<T> & { values: readonly T[] }): ReactElement {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value as T)}>
        {values.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
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
    <section aria-label="What was derived">
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
    <section aria-label="Code">
      <h2>Code</h2>
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
