/** The stylesheet of the reference: system fonts, light and dark by the reader's setting. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3a3f47); --soft: light-dark(#f5f6f8, #1d2025); --link: light-dark(#1a56c4, #8ab4ff); --quiet: light-dark(#4c535e, #a9b1bd); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: light-dark(#16191d, #e8eaed); background: light-dark(#fff, #141619); display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
a { color: var(--link); }
:target { scroll-margin-top: 1rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--soft); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav h2 { font-size: .875rem; margin: 1.25rem 0 .25rem; text-transform: capitalize; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .15rem 0; text-decoration: none; overflow-wrap: anywhere; }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 62rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); text-transform: capitalize; }
h3 { margin: 2.5rem 0 .5rem; }
h4 { margin: 1.25rem 0 .25rem; font-size: .9375rem; }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere; }
.route { display: block; padding: .5rem .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
.quiet { color: var(--quiet); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th:first-child { width: 34%; font-weight: normal; }
thead th { font-weight: 600; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } }
`;
