/** Colours of the service's own pages, light and dark by the reader's setting. */
export const colours = `:root { color-scheme: light dark; --text: light-dark(#16191d, #e8eaed); --quiet: light-dark(#565e69, #a3abb6); --page: light-dark(#fff, #131518); --soft: light-dark(#f6f7f9, #1b1e23); --line: light-dark(#e1e4e8, #2f343b); --edge: light-dark(#878f9a, #6d7580); --link: light-dark(#1a56c4, #8ab4ff); --mark: light-dark(#e9f0fd, #1c2a44); --get: light-dark(#1a56c4, #8ab4ff); --post: light-dark(#146c3a, #6fd195); --put: light-dark(#8a5300, #f0b45c); --delete: light-dark(#b3261e, #ff9d94); --bar: 3rem; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }`;

/** Of the pictures of guides: in a page, and in their own files, where the colours stand beside them. */
export const pictureRules = `.picture { font: 13px system-ui, sans-serif; }
.picture text { fill: var(--text); }
.picture .title { font-weight: 600; }
.picture .quiet { fill: var(--quiet); }
.picture .centred { text-anchor: middle; stroke: var(--soft); stroke-width: 5px; paint-order: stroke; }
.picture .code { font-family: var(--mono); font-size: 12px; }
.picture rect { fill: var(--page); stroke: var(--edge); }
.picture .back { fill: var(--soft); stroke: var(--line); }
.picture path { fill: none; stroke: var(--link); stroke-width: 1.5; stroke-linecap: round; }
.picture .life { stroke: var(--edge); stroke-width: 1; stroke-dasharray: 2 4; }`;

/**
 * The stylesheet of the documentation: system fonts, light and dark by the reader's setting. The page runs no script, so CSS shows the
 * reader's position: it marks the address's target, and in browsers that support it the part being read.
 */
export const style = `
${colours}
${pictureRules}
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--bar) + 4rem); }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; color: var(--text); background: var(--page); display: grid; grid-template: auto 1fr / 16rem minmax(0, 1fr); }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible, input:focus-visible, button:focus-visible, .table:focus-visible, .drawing:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; z-index: 3; }
.skip:focus { left: 1rem; top: .25rem; padding: .4rem 1rem; background: var(--page); }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 2; height: var(--bar); display: flex; align-items: center; gap: 1.25rem; padding: 0 1.5rem; background: var(--page); border-bottom: 1px solid var(--line); }
header strong { width: calc(13rem + clamp(1rem, 3vw, 3rem)); }
header a { color: var(--quiet); text-decoration: none; line-height: calc(var(--bar) - 2px); border-bottom: 2px solid transparent; }
header a:hover { color: var(--text); }
header a[aria-current] { color: var(--text); border-color: var(--link); }
header form { margin-left: auto; display: flex; gap: .375rem; min-width: 0; }
header input { width: 16rem; min-width: 0; height: 2rem; padding: 0 .625rem; font: inherit; font-size: .875rem; color: inherit; background: var(--soft); border: 1px solid var(--edge); border-radius: 6px; }
header button { height: 2rem; padding: 0 .75rem; font: inherit; font-size: .875rem; color: inherit; background: none; border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; }
header .to-contents { display: none; }
nav { position: sticky; top: var(--bar); height: calc(100vh - var(--bar)); overflow: auto; overscroll-behavior: contain; padding: 1rem .75rem 2rem; border-right: 1px solid var(--line); font-size: .875rem; scroll-target-group: auto; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { margin: 0 0 .5rem 1.25rem; border-left: 1px solid var(--line); }
nav details { margin-bottom: .5rem; }
nav details > ul > li > a { padding-left: 1.25rem; }
nav summary { width: auto; padding: .25rem .75rem; border-radius: 5px; font-weight: 600; color: var(--text); font-size: inherit; }
nav summary:hover { background: var(--soft); }
nav a[aria-current] { font-weight: 600; background: var(--mark); color: var(--link); }
nav a { display: block; padding: .25rem .75rem; border-radius: 5px; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav ul ul a { color: var(--quiet); padding-block: .15rem; }
nav a:hover { background: var(--soft); }
nav a:target-current { background: var(--mark); color: var(--link); }
main { padding: 2rem clamp(1rem, 3vw, 3rem) 6rem; max-width: 84rem; min-width: 0; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
h2 { scroll-margin-top: -4rem; position: sticky; top: var(--bar); z-index: 1; margin: 4rem 0 1rem; padding: .6rem 0; background: var(--page); border-bottom: 1px solid var(--line); font-size: 1.5rem; line-height: 1.2; letter-spacing: -.01em; }
h1 + .chapter h2 { margin-top: 1.5rem; }
h3 { margin: 0 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
h3 code { font-weight: 600; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
.cards li:target, .routes li:target, .index li:target { background: var(--mark); box-shadow: 0 0 0 .3rem var(--mark); border-radius: 2px; }
h3:target a { background: var(--mark); box-shadow: 0 0 0 .3rem var(--mark); border-radius: 2px; }
h4 { margin: 1.75rem 0 .25rem; font-size: .9375rem; }
p { margin: 0 0 .75rem; max-width: 44rem; }
section section { padding: 2rem 0; border-top: 1px solid var(--line); }
.chapter > p { color: var(--quiet); font-size: 1rem; }
.lead { font-size: 1.0625rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem 2rem; margin: 0 0 2rem; padding: 0; list-style: none; }
.cards a { font-weight: 600; }
.cards p { margin: 0; color: var(--quiet); font-size: .875rem; line-height: 1.5; overflow-wrap: anywhere; }
.index { columns: 14rem; margin: 0; padding: 0; list-style: none; }
.index li { break-inside: avoid; }
.found { padding: 0; list-style: none; }
.found li { padding: .75rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.found a { font-weight: 600; }
.found p { margin: 0; color: var(--quiet); }
mark { color: var(--text); background: var(--mark); font-weight: 600; }
.guide { max-width: 48rem; }
.guide h2 { position: static; margin: 2.5rem 0 .75rem; scroll-margin-top: -2.5rem; }
.chapter h2 { margin-top: 3rem; }
.guide h3 { margin: 2rem 0 .5rem; }
.guide ul, .guide ol { margin: 0 0 .75rem; padding-left: 1.5rem; }
.guide li { margin-bottom: .25rem; }
.guide pre { margin: 0 0 1rem; }
.guide li code, .guide td code { padding: .1em .3em; border-radius: 4px; background: var(--soft); }
.guide li pre code { padding: 0; background: none; }
.drawing { margin: 0 0 1rem; overflow-x: auto; }
.picture { display: block; width: 100%; min-width: 38rem; height: auto; }
.forms { margin: 4rem 0 0; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .8125rem; }
.table { margin: 0 0 1rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; line-height: 1.5; }
th, td { padding: .4rem 1rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
td:first-child code { overflow-wrap: normal; }
.errors a { white-space: nowrap; }
.words h3 { margin-top: 2rem; }
.quiet, .label, i { color: var(--quiet); }
h4 .quiet { font-weight: normal; }
.label { margin: 1rem 0 .25rem; font-size: .8125rem; }
.label:first-child { margin-top: 0; }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
p code, .fields span code { padding: .1em .3em; border-radius: 4px; background: var(--soft); }
a code { padding: 0; background: none; }
pre { margin: 0; padding: .75rem 1rem; max-height: 34rem; overflow: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; line-height: 1.5; }
pre code { font-size: .78125rem; overflow-wrap: normal; }
.method { font: 600 .75rem/1.5 var(--mono); }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
.route { margin: 0 0 .5rem; }
.route code { padding: 0; background: none; }
.routes { margin: 0 0 2rem; padding: .75rem 1rem; list-style: none; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; }
.routes li { display: grid; grid-template-columns: 4rem minmax(0, 1fr); align-items: baseline; padding: .1rem 0; }
.routes a { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; }
.routes a { text-decoration: none; }
.routes a:hover { text-decoration: underline; }
.fields { margin: .25rem 0 0; padding: 0; list-style: none; }
.fields li { padding: .6rem 0; border-top: 1px solid var(--line); }
.fields li > code { font-weight: 600; }
.fields span, .fields b, .fields i, .fields s { font-size: .8125rem; color: var(--quiet); }
.fields b { font-weight: 600; color: var(--put); }
.fields i { font-style: normal; }
.fields i::before { content: "· "; }
.fields s { text-decoration: none; color: var(--delete); }
.fields p { margin: .15rem 0 0; }
.values { margin: .25rem 0 0; padding: 0; list-style: none; font-size: .875rem; }
.fields .values li { display: grid; grid-template-columns: minmax(6rem, 20%) minmax(0, 1fr); align-items: baseline; gap: .75rem; padding: .1rem 0; border: 0; }
.fields .values code { font-weight: normal; }
.fields .fields { margin-left: .25rem; padding-left: 1rem; border-left: 2px solid var(--line); }
summary { cursor: pointer; width: fit-content; color: var(--link); font-size: .8125rem; }
.fields details { margin-top: .35rem; }
.samples details { margin-top: 1rem; }
.samples summary { margin-bottom: .35rem; }
@media (min-width: 75rem) { .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 32rem); column-gap: 3rem; } .operation > h3 { grid-column: 1 / -1; } .samples { position: sticky; top: calc(var(--bar) + 4.5rem); align-self: start; max-height: calc(100vh - var(--bar) - 5.5rem); overflow: auto; overscroll-behavior: contain; } .words > :first-child { margin-top: 0; } }
@media (max-width: 75rem) { .samples { margin-top: 1.5rem; } }
@media (max-width: 55rem) { body { display: flex; flex-direction: column; } header { padding: 0 1rem; gap: .75rem; white-space: nowrap; } header strong, header button { display: none; } header input { width: 100%; } nav { scroll-margin-top: -4rem; order: 1; position: static; height: auto; border-right: 0; border-top: 1px solid var(--line); } h1 { font-size: 1.625rem; } h2 { font-size: 1.25rem; } .routes a { display: block; } header .to-contents { display: block; } }
@media print { header, nav, .skip, .forms { display: none; } body { display: block; font-size: 10pt; } main { max-width: none; padding: 0; } h2 { position: static; break-before: page; } h3, h4 { break-after: avoid; } .fields li { break-inside: avoid; } pre { max-height: none; white-space: pre-wrap; } .samples { position: static; max-height: none; overflow: visible; } details::details-content { content-visibility: visible; block-size: auto; } }
`;
