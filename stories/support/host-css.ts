/**
 * Small stylesheets in the manner of what hosts load: the rules that usually reach into a foreign widget, written by hand.
 * Overview, Links and dialogs must look the same under each of them (design DES-S5).
 */
export const hostCss: Readonly<Record<string, string>> = {
  none: "",
  framework: `
    *, *::before, *::after { box-sizing: border-box; }
    body { margin: 0; font: 400 16px/1.5 Georgia, serif; color: #212529; }
    h1, h2, h3, h4 { margin: 0 0 .5rem; font-weight: 500; line-height: 1.2; color: #7a1f5c; }
    p, dl, ul, ol { margin: 0 0 1rem; } ul, ol { padding-left: 2rem; }
    a { color: #0d6efd; text-decoration: underline; }
    label { display: inline-block; } dt { font-weight: 700; } dd { margin-bottom: .5rem; margin-left: 0; }
    button, input, select, textarea { margin: 0; font-family: inherit; font-size: inherit; line-height: inherit; }
    table { caption-side: bottom; border-collapse: collapse; } th { text-align: inherit; }
    svg, img { vertical-align: middle; }`,
  "utility reset": `
    *, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid #e5e7eb; }
    html { line-height: 1.5; } ol, ul, menu { list-style: none; }
    h1, h2, h3, h4 { font-size: inherit; font-weight: inherit; } a { color: inherit; text-decoration: inherit; }
    img, svg, video { display: block; max-width: 100%; height: auto; }
    button, [type=button], [type=submit] { background-color: transparent; background-image: none; cursor: pointer; }
    table { text-indent: 0; border-color: inherit; border-collapse: collapse; } dialog { padding: 0; }
    :disabled { cursor: default; } [hidden] { display: none; }`,
  classless: `
    :root { --primary: #10793f; } body { font: 18px/1.7 Verdana, sans-serif; }
    h1, h2, h3 { margin: 2rem 0 1rem; font-weight: 800; letter-spacing: .02em; }
    button, input:not([type=checkbox]):not([type=radio]), select, textarea {
      width: 100%; margin-bottom: 1rem; padding: 1rem; border: 2px solid var(--primary); border-radius: 2rem; font-size: 1rem; }
    button { background: var(--primary); color: #fff; } table { width: 100%; } th, td { padding: 1rem; border-bottom: 3px double #999; }
    details { margin: 1rem 0; } summary { padding: 1rem; } dialog { min-width: 100vw; min-height: 100vh; }
    [role=group] { display: inline-flex; width: 100%; }`,
  "markdown theme": `
    .prose :is(p, ul, ol, table, pre), article p { margin: 1.25em 0; } .prose a, article a { font-weight: 600; border-bottom: 2px solid; }
    h2 { border-bottom: 1px solid #d0d7de; padding-bottom: .3em; font-size: 1.5em; } code, bdi { background: #eff1f3; padding: .2em .4em; }
    table { display: block; overflow: auto; } tr:nth-child(2n) { background: #f6f8fa; } td, th { border: 1px solid #d0d7de; padding: 6px 13px; }
    ul { list-style: disc; padding-left: 2em; } li + li { margin-top: .25em; } img, svg { background: #fff; }`,
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
