/**
 * Small stylesheets of our own in the manner of what hosts load: the rules that usually reach into a foreign widget. Published
 * ones stand beside them in `host-css.ts`.
 */
export const writtenCss: Readonly<Record<string, string>> = {
  "content system": `
    body { font-size: 1.125rem; } button, input[type=submit], .button { text-transform: uppercase; letter-spacing: .1em;
      background: #cd2653; color: #fff; padding: 1.1em 1.44em; border-radius: 0; }
    input, textarea, select { background: #fffbe6; border: 1px solid #dcd7ca; padding: 1.5rem 1.8rem; }
    h2, h3 { font-size: 3rem; margin: 4rem auto 2rem; } a { color: #cd2653; } ul { margin: 0 0 3rem 3rem; }
    th, td { border: .1rem solid #dcd7ca; padding: .5em; } label { font-size: 1.6rem; margin: 0 0 .8rem; }
    .entry-content > * { max-width: 58rem; margin: 0 auto; }`,
  hostile: `
    * { letter-spacing: 2px; word-spacing: 4px; } div:where(:not(body > div, .stage)) { float: left; position: relative; } span { display: block; color: #b00; }
    button { transform: rotate(2deg); opacity: .5; width: 100%; height: 80px; } svg { width: 48px; height: 48px; } svg path { fill: #b00; stroke: none; }
    table, tr, td, th { display: block; background: #ff0; } input, select { appearance: none; border: 0; height: 12px; }
    dialog { display: block; position: static; } [role=tab] { display: none; } ul li::before { content: "» "; }
    h2 { font: 900 60px/1 cursive; color: #fff; background: #000; } a:hover, button:hover { filter: invert(1); }
    *:focus, *:focus-visible { outline: none; }`,
};
